import * as v from 'valibot';
import { Problem } from '#contract/problems.ts';
import { MOST_VIEWS, namesPerson, SavedView } from '#contract/views.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { problemOfMissing } from '#server/domain/common/missing.ts';
import type { Change } from '#server/domain/replication/change.ts';

/** The views of a user, by name. */
export async function viewsOf(db: Db, userId: number): Promise<SavedView[]> {
  const rows = await db.savedView.findMany({
    where: { userId, removedAt: null },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ where, columns, ...row }) =>
    v.parse(SavedView, { ...row, where: JSON.parse(where), columns: JSON.parse(columns) }),
  );
}

/**
 * Keeps or changes a view of a user. Does nothing if a change that was made later has arrived before.
 * Throws `too-many-views`.
 */
export async function keepView(
  tx: Tx,
  userId: number,
  { happenedAt }: Change,
  { id, where, columns, ...draft }: SavedView,
): Promise<void> {
  await lockUser(tx, userId);
  const before = await tx.savedView.findUnique({ where: { userId_id: { userId, id } } });
  if (isLater(before, happenedAt)) return;
  const data = {
    ...draft,
    where: JSON.stringify(where),
    columns: JSON.stringify(columns),
    changedAt: happenedAt,
    removedAt: null,
  };
  if (!before || before.removedAt) {
    const count = await tx.savedView.count({ where: { userId, removedAt: null } });
    if (count >= MOST_VIEWS) {
      throw new Problem('too-many-views', `An account has at most ${MOST_VIEWS} views.`);
    }
  }
  await tx.savedView.upsert({
    where: { userId_id: { userId, id } },
    create: { ...data, userId, id },
    update: data,
  });
}

/**
 * Removes a view of a user, unless it was changed later than that. Returns `view-not-found` for one that is not there,
 * which does not come back if it arrives after its removal.
 */
export async function removeView(
  tx: Tx,
  userId: number,
  { happenedAt }: Change,
  id: string,
): Promise<Problem | undefined> {
  await lockUser(tx, userId);
  const before = await tx.savedView.findUnique({ where: { userId_id: { userId, id } } });
  if (!isLater(before, happenedAt)) await blank(tx, { userId, id }, happenedAt);
  return before?.removedAt === null ? undefined : problemOfMissing('view');
}

function isLater(view: { changedAt: Date | null } | null, moment: Date): boolean {
  return view?.changedAt != null && view.changedAt > moment;
}

/** Of two changes at once the second one sees the first. */
async function lockUser(tx: Tx, id: number): Promise<void> {
  await tx.user.updateMany({ where: { id }, data: { id } });
}

/** Blanks the texts of a view. Its row stays, so that an older copy that arrives later does not bring it back. */
async function blank(tx: Tx, key: { userId: number; id: string }, removedAt: Date): Promise<void> {
  const blanks = { name: '', filter: '', sort: '', where: '{}', columns: 'null' };
  const data = { ...blanks, changedAt: removedAt, removedAt };
  await tx.savedView.upsert({
    where: { userId_id: key },
    create: { ...key, list: '', ...data },
    update: data,
  });
}

/** Deletes the rows of views that were removed before a moment. */
export async function forgetRemovedViews(db: Db, before: Date): Promise<void> {
  await db.savedView.deleteMany({ where: { removedAt: { lt: before } } });
}

/**
 * Removes the views of all users that name a person of these records. Call it before the records are removed or
 * anonymised: a view must not outlive the person whom it names.
 */
export async function removeViewsAbout(
  tx: Tx,
  { contactIds, applicationIds }: { contactIds: number[]; applicationIds: string[] },
  now: Date,
): Promise<void> {
  // At most 50 of each user.
  const views = await tx.savedView.findMany({ where: { removedAt: null } });
  if (views.length === 0) return;
  const contacts = await tx.contact.findMany({
    where: { id: { in: contactIds } },
    select: { name: true, playerName: true, email: true, phone: true },
  });
  const applications = await tx.application.findMany({
    where: { id: { in: applicationIds } },
    select: { playerName: true, email: true, phone: true },
  });
  const people = [...contacts, ...applications];
  for (const { userId, id, name, where } of views) {
    const view = { name, where: JSON.parse(where) };
    if (people.some((person) => namesPerson(view, person))) await blank(tx, { userId, id }, now);
  }
}
