import { setImmediate as nextTurn } from 'node:timers/promises';
import { SET_ASIDE } from '#contract/fields/contact-fields.ts';
import { REMOVED_DAYS } from '#contract/removal.ts';
import { type Db, providerOfDb, type Tx } from '#prisma/client.ts';
import { dayOf } from '#server/domain/campaigns/campaign-row.ts';
import { audit, forgetAudit, recordSubject, SERVER } from '#server/domain/common/audit.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { lockRecords, removeRecords } from '#server/domain/pipeline/records.ts';
import { forgetRemovedViews } from '#server/domain/pipeline/views.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';

/** How long records are kept, in days; 0 for ever. */
export interface Retention {
  /** Single visits, from the day on which they happened. Their number stays. */
  visits: number;
  /** Spam and archived inquiries, from the moment at which they became that. */
  inquiries: number;
  /** Rejected applications, with the inquiry they came from, from their last change. */
  applications: number;
  /** Answers that are stored by idempotency key. */
  keys: number;
  /** Entries of the audit log; at least 90, which the database demands (append-only.ts). */
  audit: number;
}

const DAY = 24 * 60 * 60_000;
/** Records that are removed in one transaction. */
const RECORDS = 100;

/**
 * Removes visits, inquiries, applications and entries of the audit log whose time is over, and applications that
 * no user has brought back. Returns how many of each.
 */
export async function removeExpired(
  db: Db,
  retention: Retention,
  now: Date,
): Promise<Record<'visits' | 'inquiries' | 'applications' | 'audit', number>> {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  const { visits, inquiries, applications } = retention;
  const removed = await removeRemoved(db, before(REMOVED_DAYS), now);
  // As long as a phone may repeat a call.
  await forgetRemovedViews(db, before(retention.keys));
  return {
    visits: visits === 0 ? 0 : await removeVisits(db, before(visits)),
    inquiries: inquiries === 0 ? 0 : await removeInquiries(db, before(inquiries), now),
    applications:
      removed + (applications === 0 ? 0 : await removeApplications(db, before(applications), now)),
    audit: retention.audit === 0 ? 0 : await forgetAudit(db, before(retention.audit)),
  };
}

/** Campaign by campaign, because the index of visits begins with it. */
async function removeVisits(db: Db, before: Date): Promise<number> {
  const campaigns = await db.campaign.findMany({ select: { id: true } });
  const day = dayOf(before);
  const [first, second, third] =
    providerOfDb(db) === 'sqlite' ? ['?', '?', '?'] : ['$1', '$2', '$3'];
  const sql = `DELETE FROM "Visit" WHERE "id" IN (SELECT "id" FROM "Visit"
    WHERE "campaignId" = ${first} AND "day" < ${second} LIMIT ${third})`;
  let removed = 0;
  for (const { id } of campaigns) {
    removed += await removeInParts((take) => db.$executeRawUnsafe(sql, id, day, take));
  }
  return removed;
}

function removeInquiries(db: Db, before: Date, now: Date): Promise<number> {
  const where = {
    state: { in: [...SET_ASIDE] },
    setAsideAt: { lt: before },
    convertedToApplication: false,
    // A removed application keeps its inquiry.
    application: { is: null },
  };
  return inParts(db, async (tx) => {
    const found = await tx.contact.findMany({ where, select: { id: true }, take: RECORDS });
    // Locked, then read again: another process may have restored one meanwhile.
    const ids = found.map(({ id }) => id);
    await lockRecords(tx, { contactIds: ids });
    const rows = await tx.contact.findMany({
      where: { ...where, id: { in: ids } },
      select: { id: true },
    });
    const contactIds = rows.map(({ id }) => id);
    if (contactIds.length > 0) await remove(tx, { contactIds, applicationIds: [] }, now);
    return { found: found.length, removed: contactIds.length };
  });
}

function removeApplications(db: Db, before: Date, now: Date): Promise<number> {
  const where = { status: 'rejected', updatedAt: { lt: before } };
  return inParts(db, async (tx) => {
    const found = await tx.application.findMany({
      where,
      select: { id: true, contactId: true },
      take: RECORDS,
    });
    const contacts = found.flatMap(({ contactId }) => contactId ?? []);
    const ids = found.map(({ id }) => id);
    await lockWithAdded(tx, ids, contacts);
    const rows = await tx.application.findMany({
      where: { ...where, id: { in: ids } },
      select: { id: true, contactId: true },
    });
    const applicationIds = rows.map(({ id }) => id);
    const contactIds = rows.flatMap(({ contactId }) => contactId ?? []);
    if (rows.length > 0) await remove(tx, { contactIds, applicationIds }, now);
    return { found: found.length, removed: rows.length };
  });
}

/** Applications that were made by mistake. Their inquiries are open again and stay. */
function removeRemoved(db: Db, before: Date, now: Date): Promise<number> {
  const where = { removedAt: { lt: before } };
  return inParts(db, async (tx) => {
    const found = await tx.application.findMany({ where, select: { id: true }, take: RECORDS });
    const ids = found.map(({ id }) => id);
    // Locked, then read again: another process may have brought one back meanwhile.
    await lockWithAdded(tx, ids, []);
    const rows = await tx.application.findMany({
      where: { ...where, id: { in: ids } },
      select: { id: true },
    });
    const applicationIds = rows.map(({ id }) => id);
    if (rows.length > 0) await remove(tx, { contactIds: [], applicationIds }, now);
    return { found: found.length, removed: rows.length };
  });
}

/** Locks applications, then their inquiries, converted or added: nothing can be added meanwhile. */
async function lockWithAdded(
  tx: Tx,
  applicationIds: string[],
  contactIds: number[],
): Promise<void> {
  await lockRecords(tx, { applicationIds });
  const where = { addedTo: { in: applicationIds } };
  const added = await tx.contact.findMany({ where, select: { id: true } });
  await lockRecords(tx, { contactIds: [...contactIds, ...added.map(({ id }) => id)] });
}

async function remove(
  tx: Tx,
  ids: { contactIds: number[]; applicationIds: string[] },
  createdAt: Date,
): Promise<void> {
  const version = await nextRevision(tx);
  await removeRecords(tx, ids, { version, createdAt });
  const count = ids.contactIds.length + ids.applicationIds.length;
  await audit(tx, SERVER, { kind: 'records-expired', subject: recordSubject(ids), count });
}

/** Repeats a transaction until it finds less than a part, and returns how many were removed. */
async function inParts(
  db: Db,
  removePart: (tx: Tx) => Promise<{ found: number; removed: number }>,
): Promise<number> {
  let sum = 0;
  for (;;) {
    const { found, removed } = await db.$transaction(removePart);
    sum += removed;
    // The next job handles rows that were changed meanwhile.
    if (found < RECORDS || removed === 0) return sum;
    await nextTurn();
  }
}
