import { SENT_FOR } from '#contract/endpoint.ts';
import type { WireAnswer, WireRequest } from './in-process.ts';
import { nameOf } from './invariants.ts';
import type { Ledger } from './ledger.ts';
import { partsOf } from './postgresql/recorder.ts';
import { Violation } from './violation.ts';

/** Checks that each change leaves its device in the name of the user who made it. */
export function checkSender(asked: WireRequest, { made }: Ledger): void {
  const owner = asked.headers[SENT_FOR.toLowerCase()];
  for (const { key } of partsOf(asked).calls) {
    const change = made.get(key ?? '');
    if (!change || owner === String(change.userId)) continue;
    throw new Violation(`${nameOf(change)} is sent for user ${owner ?? 'nobody'}.`);
  }
}

/** Checks that the session of one user is answered nothing that was asked for another one. */
export function checkSession(
  { method, path, headers }: WireRequest,
  answer: WireAnswer | null,
  userId: number | undefined,
): void {
  const owner = headers[SENT_FOR.toLowerCase()];
  if (!answer || answer.status >= 400 || userId === undefined || owner === undefined) return;
  if (owner === String(userId)) return;
  throw new Violation(`${method} ${path} for user ${owner} is answered to user ${userId}.`);
}
