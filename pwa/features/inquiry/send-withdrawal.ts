import { withdrawInquiry } from '#contract/inquiry-link.ts';
import { dropEntry, keepEntry, sendEntry, unsentEntries } from '#pwa/visitor/outbox.ts';
import type { SendResult, VisitorEntry } from '#pwa/visitor/visitor-entry.ts';
import { dropCorrections } from './send-correction.ts';

/** A withdrawal by a private link in the outbox of this device: queued or refused. */
interface WaitingWithdrawal extends VisitorEntry {
  body: { token: string };
}

/**
 * Stores a withdrawal in the outbox, in place of the corrections that wait for the same link, then sends
 * it. A result of `waiting` is retried automatically.
 */
export async function sendWithdrawal(token: string): Promise<SendResult> {
  const refused = await waitingWithdrawal(token);
  const { path } = withdrawInquiry;
  const call = { path, body: { token } };
  const key = await keepEntry(call);
  if (refused) await dropEntry(refused.key);
  await dropCorrections(token);
  return sendEntry(key, { key, ...call });
}

/** The withdrawal that waits, or was refused, for a private link; null if there is none. */
export async function waitingWithdrawal(token: string): Promise<WaitingWithdrawal | null> {
  return (await unsentEntries()).find((entry) => isWithdrawal(entry, token)) ?? null;
}

/** True for a withdrawal by this private link. */
export function isWithdrawal(entry: VisitorEntry, token: string): entry is WaitingWithdrawal {
  return entry.path === withdrawInquiry.path && (entry as WaitingWithdrawal).body.token === token;
}
