import type { ProblemCode } from '#contract/problems.ts';

/** What the answer to a change means for that change. */
export type Verdict =
  /** The server has it. */
  | 'accepted'
  /** The server will never take it as it is: kept with its reason until a person decides. */
  | 'refused'
  /** The server, or a proxy on the way to it, is in trouble: retried with backoff. */
  | 'later'
  /** No answer of ours: the change may have been applied, and is retried under the same key. */
  | 'cut-off'
  /** The session has ended or belongs to another user: kept until this user signs in. */
  | 'signed-out'
  /** A backup has replaced the server's database: what it lost is replayed first. */
  | 'restored'
  /** An earlier change of the same batch and lane was not accepted: this one was not looked at. */
  | 'held';

/** An answer to a change, as far as it decides what happens next. */
export interface Answer {
  /** The HTTP status; null without an answer of ours (time-out, portal page, unexpected body). */
  status: number | null;
  /** The `code` of our problem body; null if the body is not ours. */
  code: string | null;
}

/**
 * What our own refusals (contract/problems.ts) mean by status; every other 4xx is `refused`.
 *
 * 409 is a refusal: the server answers it for real conflicts only (`application-exists`). A key whose
 * first request is still in flight is never a 409; the repeated request waits for the stored answer.
 */
const REFUSALS: Record<number, Verdict> = {
  401: 'signed-out',
  408: 'later',
  412: 'restored',
  421: 'later',
  424: 'held',
  425: 'later',
  429: 'later',
};

/** Refusals that end when the person does something else, so the change is retried. */
const PASSING: ReadonlySet<string> = new Set<ProblemCode>([
  'new-password-needed',
  'second-factor-missing',
  'fresh-sign-in-needed',
  'handed-over',
]);

/**
 * The one rule by which both outboxes, the office's and the visitors', read an answer.
 *
 * | status | body is ours | verdict |
 * | --- | --- | --- |
 * | none | | cut-off |
 * | 2xx | | accepted |
 * | any other | no (a proxy, a portal) | later |
 * | 5xx | yes | later |
 * | 4xx | yes | by PASSING and REFUSALS, else refused |
 */
export function classify({ status, code }: Answer): Verdict {
  if (status === null) return 'cut-off';
  if (status >= 200 && status < 300) return 'accepted';
  if (code === null || status >= 500 || PASSING.has(code)) return 'later';
  return REFUSALS[status] ?? 'refused';
}
