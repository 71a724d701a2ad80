import type { Growing } from '#contract/fields/vocabulary.ts';

/** Every way in which a call can be refused, with the HTTP status that says so. */
export const PROBLEMS = {
  'invalid-input': 400,
  'invalid-json': 400,
  'signed-out': 401,
  'wrong-credentials': 401,
  'password-ended': 401,
  'passkey-refused': 401,
  'recovery-code-refused': 401,
  'second-factor-needed': 401,
  forbidden: 403,
  'new-password-needed': 403,
  'second-factor-missing': 403,
  'fresh-sign-in-needed': 403,
  'cross-site': 403,
  'registration-closed': 403,
  'not-found': 404,
  'application-not-found': 404,
  'contact-not-found': 404,
  'campaign-not-found': 404,
  'person-not-found': 404,
  'user-not-found': 404,
  'session-not-found': 404,
  'link-not-found': 404,
  'passkey-not-found': 404,
  'mail-not-found': 404,
  'site-version-not-found': 404,
  'view-not-found': 404,
  'method-not-allowed': 405,
  'username-taken': 409,
  'application-exists': 409,
  'campaign-exists': 409,
  'published-meanwhile': 409,
  'own-account': 409,
  'account-in-use': 409,
  'email-not-confirmed': 409,
  'no-mail-server': 409,
  'last-passkey': 409,
  'too-many-passkeys': 409,
  'too-many-views': 409,
  'too-many-corrections': 409,
  'link-used': 410,
  'link-expired': 410,
  'challenge-expired': 410,
  restored: 412,
  'body-too-large': 413,
  'not-json': 415,
  'wrong-host': 421,
  'key-reused': 422,
  'handed-over': 423,
  held: 424,
  'too-many-requests': 429,
  internal: 500,
  'not-ready': 503,
  busy: 503,
  'storage-full': 503,
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

/**
 * Why a session is over. `expired`: it ended by itself. `signed-out`: a person ended it from another device,
 * by a new password, or by another role; this device keeps unsent changes for its user. `lost`: the device
 * was reported lost. `closed`: the account was closed. After the last two the device keeps nothing.
 */
export const SESSION_ENDS = ['expired', 'signed-out', 'lost', 'closed'] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** The session of a cookie that no longer counts. */
export interface EndedSession {
  reason: SessionEnd;
  /** Whose session it was; missing if the server has forgotten the session. */
  userId?: number;
}

/**
 * What every refusal looks like on the wire. `fields` names the fields of a form that are wrong. `ended`
 * is on a 401 `signed-out` for a caller whose cookie names a session that is over. `wasApplied` is on the answer to
 * a repeated key whose call was applied, and whose record was deleted since.
 */
export interface ProblemBody {
  message: string;
  code: ProblemCode;
  fields?: Record<string, string>;
  ended?: EndedSession;
  wasApplied?: true;
}

/** A refusal as a client receives it: a newer server may have codes that this build does not know. */
export type ReceivedProblem = Omit<ProblemBody, 'code' | 'ended'> & {
  code: Growing<ProblemCode>;
  ended?: Omit<EndedSession, 'reason'> & { reason: Growing<SessionEnd> };
};

/** A refusal that the caller is meant to see. Anything else that is thrown is a bug. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly fields: Record<string, string> | undefined;
  /** Whole seconds after which the same call may succeed; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly ended: EndedSession | undefined;
  readonly wasApplied: true | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    more: {
      fields?: Record<string, string>;
      retryAfter?: number;
      ended?: EndedSession | undefined;
      wasApplied?: true;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.ended = more.ended;
    this.wasApplied = more.wasApplied;
    this.retryAfter = more.retryAfter;
  }

  get status(): number {
    return PROBLEMS[this.code];
  }

  toJSON(): ProblemBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...(this.ended && { ended: this.ended }),
      ...(this.wasApplied && { wasApplied: true }),
    };
  }
}
