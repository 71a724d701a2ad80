import * as v from 'valibot';
import { instant, rowId } from '#contract/fields/fields.ts';
import { endpoint } from './endpoint.ts';

/**
 * What the audit log tells. Only add: an entry stays as it was written. `sign-in-failed`, `password-refused`,
 * `passkey-refused` and `recovery-code-refused` are gathered when there are many (AuditEntry.count).
 */
export const AUDIT_KINDS = [
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'sign-in-confirmed',
  'session-ended',
  'sessions-ended',
  'device-lost',
  'password-changed',
  'password-refused',
  'password-reset',
  'password-link-made',
  'password-link-used',
  'passkey-added',
  'passkey-removed',
  'passkey-used',
  'passkey-refused',
  'second-factor-asked',
  'second-factor-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'recovery-code-refused',
  'reminders-on',
  'reminders-off',
  'mail-reminders-on',
  'mail-reminders-off',
  'address-confirmed',
  'calendar-made',
  'calendar-ended',
  'account-registered',
  'profile-changed',
  'account-created',
  'account-approved',
  'account-denied',
  'account-enabled',
  'account-disabled',
  'account-removed',
  'account-erased',
  'role-changed',
  'dashboard-opened',
  'dashboard-closed',
  'applications-exported',
  'contacts-exported',
  'audit-exported',
  'person-exported',
  'person-erased',
  'inquiry-withdrawn',
  'application-removed',
  'application-brought-back',
  'campaign-deleted',
  'site-published',
  'records-expired',
  'mail-failed',
  'mail-retried',
  'backup-made',
  'backup-failed',
  'backup-not-copied',
  'backup-restored',
  'copies-given-back',
  'copies-left',
  'clock-confirmed',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Who acts: a signed-in user, a caller without a session, the operator on the machine, the server by itself. */
export const AUDIT_ACTORS = ['user', 'visitor', 'operator', 'server'] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/** One deed. It names records and accounts by their ids only. */
export const AuditEntry = v.object({
  id: rowId,
  at: instant,
  /** One of AUDIT_KINDS; a newer server may know more. */
  kind: v.string(),
  /** One of AUDIT_ACTORS. */
  actor: v.string(),
  /** The account that acted; null for all but users. */
  userId: v.nullable(rowId),
  /**
   * What it was done to, such as `user:4` or `contact:7 application:<id>`; the first ten. Null if there is
   * nothing to name.
   */
  subject: v.nullable(v.string()),
  /** One word more: the new role, the way of an erasure, a device, a code, a file, when a late note was made. */
  detail: v.nullable(v.string()),
  /** How many times it happened, or how many records it was done to. */
  count: v.number(),
  /** A digest of the caller's network: equal for the same one, and not reversible. */
  place: v.nullable(v.string()),
  /** The same of the name with which a sign-in failed. */
  name: v.nullable(v.string()),
  /** Also in the server's log. Null for what no request has caused. */
  requestId: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** The most entries of a page. */
export const MOST_AUDIT_ENTRIES = 500;

/** Which entries. Every part may be left out. */
export const AuditQuery = v.object({
  kind: v.optional(v.nullable(v.picklist(AUDIT_KINDS))),
  /** Deeds of this account, and deeds done to it. */
  userId: v.optional(v.nullable(rowId)),
  /** From this moment on, and before that one. */
  from: v.optional(v.nullable(instant)),
  to: v.optional(v.nullable(instant)),
  /** The id of the last entry of the page before. */
  before: v.optional(v.nullable(rowId)),
  limit: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_AUDIT_ENTRIES)),
    50,
  ),
});
export type AuditQuery = v.InferOutput<typeof AuditQuery>;

/** A page of the audit log, newest first. */
export const AuditPage = v.object({
  entries: v.array(AuditEntry),
  /** Whether there are older ones. */
  more: v.boolean(),
  /** The accounts that exist, for the ids in the entries. */
  accounts: v.array(v.object({ id: rowId, username: v.string() })),
});
export type AuditPage = v.InferOutput<typeof AuditPage>;

/** Reads the audit log. Asked by POST, so that no filter stands in a URL. */
export const readAudit = endpoint('POST', '/api/audit', {
  access: 'admin',
  body: AuditQuery,
  reply: AuditPage,
});
