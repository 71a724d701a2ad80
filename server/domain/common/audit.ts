import type { AuditActor, AuditKind, AuditPage, AuditQuery } from '#contract/audit.ts';
import { AUDIT_LEAST_DAYS } from '#prisma/append-only.ts';
import { insertRows } from '#prisma/bulk.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { AuditEntryModel } from '#prisma/generated/sqlite/models.ts';
import { removeInParts } from './remove-in-parts.ts';

/** Who acts, and from where. Digests: see AuditEntry in contract/audit.ts. */
export interface Actor {
  actor: AuditActor;
  userId: number | null;
  place: string | null;
  requestId: string | null;
}

/** The person at the machine, by a command. */
export const OPERATOR: Actor = { actor: 'operator', userId: null, place: null, requestId: null };
/** A job of the server. */
export const SERVER: Actor = { ...OPERATOR, actor: 'server' };

/** The deed. Never a name, an address or a text of a person: nothing here can be erased. */
export interface Deed {
  kind: AuditKind;
  /** Written by `subjectOf…`. */
  subject?: string | null;
  detail?: string | null;
  count?: number;
  /** The digest of a name. */
  name?: string | null;
}

/**
 * Writes a deed into the audit log. Give it the transaction of the deed: both are committed, or none. A deed that does
 * not get in was not done.
 */
export async function audit(
  tx: Tx,
  { actor, userId, place, requestId }: Actor,
  deed: Deed,
  at = new Date(),
): Promise<void> {
  const data = { at, actor, userId, place, requestId, ...deed };
  await tx.auditEntry.create({ data, select: { id: true } });
}

/** The same for deeds about records, many by one statement. */
export async function auditAll(
  tx: Tx,
  deeds: readonly { actor: Actor; kind: AuditKind; subject: string; at: Date }[],
): Promise<void> {
  const rows = deeds.map(({ actor, kind, subject, at }) => ({ ...actor, kind, subject, at }));
  await insertRows(tx, 'AuditEntry', DEED_COLUMNS, rows);
}

const DEED_COLUMNS = {
  at: 'instant',
  kind: 'text',
  actor: 'text',
  userId: 'integer',
  subject: 'text',
  place: 'text',
  requestId: 'text',
} as const;

export function userSubject(id: number): string {
  return `user:${id}`;
}

/** The most records that an entry names. */
const MOST_NAMED = 10;

export function recordSubject({
  contactIds = [],
  applicationIds = [],
  campaignIds = [],
}: {
  contactIds?: readonly number[];
  applicationIds?: readonly string[];
  campaignIds?: readonly number[];
}): string {
  return [
    ...applicationIds.map((id) => `application:${id}`),
    ...contactIds.map((id) => `contact:${id}`),
    ...campaignIds.map((id) => `campaign:${id}`),
  ]
    .slice(0, MOST_NAMED)
    .join(' ');
}

/** A page of the log, newest first. */
export async function readAudit(
  db: Db,
  { kind, userId, from, to, before, limit }: AuditQuery,
): Promise<AuditPage> {
  const rows = await db.auditEntry.findMany({
    where: {
      ...(kind && { kind }),
      ...(userId && { OR: [{ userId }, { subject: userSubject(userId) }] }),
      ...((from || to) && {
        at: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
      }),
      ...(before && { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const accounts = await db.user.findMany({
    select: { id: true, username: true },
    orderBy: { username: 'asc' },
  });
  const entries = rows.slice(0, limit).map(toEntry);
  return { entries, more: rows.length > limit, accounts };
}

function toEntry(row: AuditEntryModel): AuditPage['entries'][number] {
  return { ...row, at: row.at.toISOString() };
}

const HOUR = 60 * 60_000;

/**
 * Removes entries from before a moment and returns how many. Entries of 90 days stay in any case: the database refuses
 * to delete them (append-only.ts), by its own clock, which may be another one.
 */
export function forgetAudit(db: Db, before: Date): Promise<number> {
  const allowed = Date.now() - AUDIT_LEAST_DAYS * 24 * HOUR - HOUR;
  const at = { lt: new Date(Math.min(before.getTime(), allowed)) };
  return removeInParts(async (take) => {
    const found = await db.auditEntry.findMany({
      where: { at },
      select: { id: true },
      orderBy: { at: 'asc' },
      take,
    });
    await db.auditEntry.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } });
    return found.length;
  });
}
