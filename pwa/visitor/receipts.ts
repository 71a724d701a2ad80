import { serverNow } from '#pwa/lib/time/server-clock.ts';
import { allRows, deleteRow, getRow, putRow } from './store.ts';
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
 * Keeps the receipt of an inquiry that has just arrived: the page may be out of sight. Not on a device that is not
 * its visitor's. A correction changes nothing of it. Never throws.
 */
export async function keepReceipt({ key, body, isShared }: VisitorEntry): Promise<void> {
  const { linkToken } = body as { linkToken?: string };
  const name = PREFIX + key;
  if (!linkToken || isShared || (await getRow('settings', name))) return;
  await putRow('settings', { name, key, linkToken, arrivedAt: serverNow() });
}

/** The receipts on this device, oldest first. Never throws. */
export async function readReceipts(): Promise<Receipt[]> {
  const rows = (await allRows<Receipt & { name: string }>('settings')) ?? [];
  return rows
    .filter(({ name }) => name.startsWith(PREFIX))
    .map(({ name: _, ...receipt }) => receipt);
}

export function dropReceipt({ key }: Receipt): Promise<void> {
  return deleteRow('settings', PREFIX + key);
}
