import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';

/** What a report says about the phone. */
export interface ReportContext {
  /** The build that runs; null if unknown. */
  app: string | null;
  /** The browser's user agent. */
  browser: string;
  isOffline: boolean;
  isSignedOut: boolean;
  /** When the report is made, in milliseconds since 1970. */
  now: number;
}

type Reported = Pick<
  OutboxEntry,
  'type' | 'state' | 'queuedAt' | 'tries' | 'nextTryAt' | 'failure'
>;

/**
 * A text for whoever looks after the server: why the queued changes have not arrived. It names kinds,
 * times, statuses and request ids, which the server's log has too; no record, no person, no text.
 *
 * In English and in UTC whatever the app's language is, as the log is.
 *
 * @param entries the outbox, oldest first
 */
export function syncReport(entries: readonly Reported[], context: ReportContext): string {
  const { app, browser, isOffline, isSignedOut, now } = context;
  const refused = entries.filter(({ state }) => state === 'refused').length;
  return [
    'Sync report',
    `made: ${momentOf(now)}`,
    `app: ${app ?? 'unknown'}`,
    `browser: ${browser}`,
    `server: ${isOffline ? 'not reached' : 'reached'}`,
    `session: ${isSignedOut ? 'ended' : 'open'}`,
    `changes: ${entries.length - refused} waiting, ${refused} refused`,
    ...entries.map(lineOf),
  ].join('\n');
}

function lineOf({ type, state, queuedAt, tries, nextTryAt, failure }: Reported): string {
  return [
    `- ${type}: ${state}`,
    `made ${queuedAt}`,
    `${tries} ${tries === 1 ? 'try' : 'tries'}`,
    ...(nextTryAt > 0 ? [`next try ${momentOf(nextTryAt)}`] : []),
    failure ? failureText(failure) : 'no failure',
  ].join(', ');
}

function failureText({ status, code, requestId, at }: SendFailure): string {
  const answer = status === null ? 'no answer' : `status ${status}`;
  return [
    `last failure ${momentOf(at)}: ${answer}`,
    ...(code === null ? [] : [code]),
    ...(requestId === null ? [] : [`request ${requestId}`]),
  ].join(' ');
}

function momentOf(ms: number): string {
  return new Date(ms).toISOString();
}
