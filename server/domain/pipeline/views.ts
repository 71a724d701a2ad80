import * as v from 'valibot';
import { Problem } from '#contract/problems.ts';
import { MOST_VIEWS, SavedView } from '#contract/views.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';

/** The views of a user, by name. */
export async function viewsOf(db: Db, userId: number): Promise<SavedView[]> {
  const rows = await db.savedView.findMany({
    where: { userId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ where, columns, ...row }) =>
    v.parse(SavedView, { ...row, where: JSON.parse(where), columns: JSON.parse(columns) }),
  );
}

/** Keeps or changes a view of a user; the last one to arrive counts. Throws `too-many-views`. */
export async function keepView(
  db: Db,
  userId: number,
  { id, where, columns, ...draft }: SavedView,
): Promise<void> {
  const data = { ...draft, where: JSON.stringify(where), columns: JSON.stringify(columns) };
  await db.$transaction(async (tx) => {
    // Locks the user: of two new views at once the second one is counted with the first.
    await tx.user.updateMany({ where: { id: userId }, data: { id: userId } });
    const { count } = await tx.savedView.updateMany({ where: { userId, id }, data });
    if (count > 0) return;
    if ((await tx.savedView.count({ where: { userId } })) >= MOST_VIEWS) {
      throw new Problem('too-many-views', `An account has at most ${MOST_VIEWS} views.`);
    }
    await tx.savedView.create({ data: { ...data, userId, id } });
  });
}

/** Removes a view of a user. Throws `view-not-found`. */
export async function removeView(db: Db, userId: number, id: string): Promise<void> {
  const { count } = await db.savedView.deleteMany({ where: { userId, id } });
  if (count === 0) refuseMissing('view');
}

/** A shorter address or number, such as "-", is none. */
const SHORTEST_ADDRESS = 6;

/**
 * Removes the views of all users whose name or filter holds an e-mail address or a phone number of these records. Call
 * it before the records are removed or anonymised: a view must not outlive what it names.
 */
export async function removeViewsAbout(
  tx: Tx,
  { contactIds, applicationIds }: { contactIds: number[]; applicationIds: string[] },
): Promise<void> {
  // At most 50 of each user.
  const views = await tx.savedView.findMany();
  if (views.length === 0) return;
  const select = { email: true, phone: true };
  const contacts = await tx.contact.findMany({ where: { id: { in: contactIds } }, select });
  const among = { id: { in: applicationIds } };
  const applications = await tx.application.findMany({ where: among, select });
  const addresses = [...contacts, ...applications]
    .flatMap(({ email, phone }) => [email.toLowerCase(), phone?.toLowerCase() ?? ''])
    .filter((address) => address.length >= SHORTEST_ADDRESS);
  for (const { userId, id, name, where } of views) {
    const said = `${name}\n${Object.values(JSON.parse(where)).join('\n')}`.toLowerCase();
    if (!addresses.some((address) => said.includes(address))) continue;
    await tx.savedView.deleteMany({ where: { userId, id } });
  }
}
