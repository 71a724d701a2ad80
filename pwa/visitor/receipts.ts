import { serverNow } from '#pwa/lib/server-clock.ts';
import { allRows, deleteRow, putRow } from './store.ts';
import type { VisitorEntry } from './visitor-entry.ts';

/** What a visitor keeps of an inquiry that has arrived. */
export interface Receipt {
  /** The outbox key of the inquiry. */
  key: string;
  /** The secret of its private link; absent for an inquiry of an older page. */
  linkToken?: string | undefined;
  /** When it arrived, in ms since 1970. */
  arrivedAt: number;
}

/** The settings store has it, under this and the key. */
const PREFIX = 'receipt-';

/**
 * Keeps the receipt of an inquiry that has just arrived: nobody may be looking at the page. One without a private link
 * was written at a stand, or entered by a user: this device is not its visitor's. Never throws.
 */
export async function keepReceipt({ key, body }: VisitorEntry): Promise<void> {
  const { linkToken } = body as { linkToken?: string };
  if (linkToken)
    await putRow('settings', { name: PREFIX + key, key, linkToken, arrivedAt: serverNow() });
}

/** The receipts on this device, oldest first. Never throws. */
export async function readReceipts(): Promise<Receipt[]> {
  const rows = await allRows<Receipt & { name: string }>('settings');
  return rows
    .filter(({ name }) => name.startsWith(PREFIX))
    .map(({ name: _, ...receipt }) => receipt);
}

export function dropReceipt({ key }: Receipt): Promise<void> {
  return deleteRow('settings', PREFIX + key);
}
