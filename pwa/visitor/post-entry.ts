import { DEVICE_TIME, DEVICE_ZONE, IDEMPOTENCY_KEY, MADE_AT } from '#contract/endpoint.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import { classify } from '#pwa/lib/classify.ts';
import { learnClock } from '#pwa/lib/time/server-clock.ts';
import { isOurs } from './is-ours.ts';
import { shareClock } from './shared-clock.ts';
import type { SendResult, VisitorEntry } from './visitor-entry.ts';

/** In milliseconds. */
const TIMEOUT = 15_000;
/** A page may send at most 64 KiB that outlive it. */
const KEEPALIVE_BYTES = 60_000;

/** Makes the call of an entry once. Never throws. */
export async function postEntry({
  key,
  path,
  method = 'POST',
  body,
  madeAt,
}: VisitorEntry): Promise<SendResult> {
  const text = body === null ? null : JSON.stringify(body);
  const sentAt = Date.now();
  try {
    const response = await fetch(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        [IDEMPOTENCY_KEY]: key,
        [DEVICE_TIME]: String(sentAt),
        [DEVICE_ZONE]: String(-new Date(sentAt).getTimezoneOffset()),
        ...(madeAt !== undefined && { [MADE_AT]: String(madeAt) }),
      },
      body: text,
      keepalive: (text?.length ?? 0) * 3 < KEEPALIVE_BYTES,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const problem = await problemIn(response);
    const status = isOurs(response) ? response.status : null;
    const verdict = classify({ status, code: problem?.code ?? null });
    if (verdict !== 'cut-off') {
      learnClock(response.headers.get('Date'), sentAt);
      void shareClock();
    }
    if (verdict === 'accepted') return { kind: 'sent' };
    // A visitor has no session and no queue to replay: whatever our server says no to is refused.
    if (problem && verdict !== 'later') return { kind: 'refused', problem };
    return { kind: 'waiting', answered: verdict !== 'cut-off' };
  } catch {
    return { kind: 'waiting', answered: false };
  }
}

async function problemIn(response: Response): Promise<ReceivedProblem | null> {
  if (response.ok) return null;
  const body: ReceivedProblem | null = await response.json().catch(() => null);
  return body?.code ? body : null;
}
