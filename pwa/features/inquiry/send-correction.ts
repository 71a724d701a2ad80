import { correctInquiry, type InquiryDraft } from '#contract/inquiry.ts';
import {
  dropEntry,
  keepEntry,
  replaceEntry,
  sendEntry,
  unsentEntries,
} from '#pwa/visitor/outbox.ts';
import { dropReceipt, readReceipts } from '#pwa/visitor/receipts.ts';
import type { SendResult, VisitorEntry } from '#pwa/visitor/visitor-entry.ts';
import { withLock } from '#pwa/visitor/with-lock.ts';
import { writeCorrection } from './correction-draft.ts';

/** A correction by a private link in the outbox of this device: queued or refused. */
export interface WaitingCorrection extends VisitorEntry {
  body: Partial<InquiryDraft> & { token: string };
}

/**
 * Stores a correction in the outbox, then sends it, after earlier ones for the same link. A result of `waiting` is
 * retried automatically.
 *
 * @param onStored called once it is stored
 */
export async function sendCorrection(
  body: WaitingCorrection['body'],
  onStored: () => void,
): Promise<SendResult> {
  const { method, path } = correctInquiry;
  // Another tab stores one at the same moment: each goes after the one before.
  const { older, queued, call, key } = await withLock(path, async () => {
    const older = await correctionsOf(body.token);
    const queued = older.filter(({ problem }) => !problem).map((each) => each.key);
    const after = queued.at(-1);
    const call = { method, path, body, ...(after !== undefined && { after }) };
    return { older, queued, call, key: await keepEntry(call) };
  });
  onStored();
  // It takes the place of refused ones.
  for (const each of older) if (each.problem) await dropEntry(each.key);
  for (const each of queued) await sendEntry(each);
  return sendEntry(key, { key, ...call });
}

/** The correction that waits, or was refused, for a private link; null if there is none. */
export async function waitingCorrection(token: string): Promise<WaitingCorrection | null> {
  return (await correctionsOf(token)).at(-1) ?? null;
}

/** Deletes what this device has of an inquiry that was withdrawn or erased: corrections, draft and receipt. */
export async function forgetInquiry(token: string): Promise<void> {
  await dropCorrections(token);
  for (const receipt of await readReceipts()) {
    if (receipt.linkToken === token) await dropReceipt(receipt);
  }
}

/** Deletes the corrections that wait for a link, and the draft of one. */
export async function dropCorrections(token: string): Promise<void> {
  writeCorrection(token, null);
  for (const { key } of await correctionsOf(token)) await replaceEntry(key);
}

/** True for a correction by this private link. */
export function isCorrection(entry: VisitorEntry, token: string): entry is WaitingCorrection {
  return entry.path === correctInquiry.path && (entry as WaitingCorrection).body.token === token;
}

async function correctionsOf(token: string): Promise<WaitingCorrection[]> {
  return (await unsentEntries()).filter((entry) => isCorrection(entry, token));
}
