import type { ErasedName } from '#contract/accounts/users.ts';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { audit, type Doer, userSubject } from '#server/domain/common/audit.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';
import {
  type FoundAnswers,
  findAnswers,
  overwriteAnswers,
} from '#server/domain/replication/stored-answers.ts';
import { lockAccount } from './accounts.ts';
import { removeSecondFactor } from './passkeys.ts';
import { revokePasswordLinks } from './password-links.ts';
import { endSessionsOf } from './sessions.ts';
import type { User } from './users.ts';

interface Erasing {
  id: number;
  name: ErasedName;
}

/** Searches for the stored responses about an account, before the transaction of `eraseAccount`. */
export async function findAnswersAboutAccount(
  db: Db,
  { id, name }: Erasing,
): Promise<FoundAnswers> {
  const user = await db.user.findUnique({ where: { id } });
  return findAnswers(db, user ? textsOf(user, name) : []);
}

/**
 * Erases a person who has left, also from the stored responses of idempotent calls. The row of the account
 * stays for a name that is kept. Throws like `changeAccount`.
 *
 * @param found by `findAnswersAboutAccount`
 */
export async function eraseAccount(
  tx: Tx,
  actor: User,
  doer: Doer,
  { id, name }: Erasing,
  found: FoundAnswers,
  now = new Date(),
): Promise<void> {
  const user = await lockAccount(tx, actor, id);
  await endSessionsOf(tx, id, { reason: 'closed' });
  await revokePasswordLinks(tx, id);
  await removeSecondFactor(tx, id);
  await tx.outgoingMail.deleteMany({ where: { userId: id } });
  await tx.mailReminders.deleteMany({ where: { userId: id } });
  await tx.calendarLink.deleteMany({ where: { userId: id } });
  await tx.savedView.deleteMany({ where: { userId: id } });
  // Before the row goes: newer answers are searched by the ids of all users.
  const erased = new Problem('user-not-found', 'This person was erased.');
  await overwriteAnswers(tx, textsOf(user, name), erased, found);
  if (name === 'keep') await tx.user.update({ where: { id }, data: { ...NOBODY, erasedAt: now } });
  else await removeName(tx, id);
  await audit(tx, doer, { kind: 'account-erased', subject: userSubject(id), detail: name }, now);
}

/** What the stored responses about an account contain. */
function textsOf(
  { email, username }: Pick<User, 'email' | 'username'>,
  name: ErasedName,
): string[] {
  const named = { username, by: username };
  const values = Object.entries({ email, ...(name === 'remove' && named) });
  return values.map(([field, value]) => `"${field}":${JSON.stringify(value.toLowerCase())}`);
}

/** An empty hash matches no password. */
const NOBODY = {
  email: '',
  emailConfirmedAt: null,
  firstName: '',
  lastName: '',
  passwordHash: '',
  role: 'agent',
  disabled: true,
};

/** Each part of the entries gets a version of its own: rows of one version are pulled in one page. */
async function removeName(tx: Tx, userId: number): Promise<void> {
  await removeInParts(async (take) => {
    const found = await tx.historyEntry.findMany({ where: { userId }, select: { id: true }, take });
    const among = { id: { in: found.map(({ id }) => id) } };
    const data = { userId: null, version: await nextRevision(tx) };
    if (found.length > 0) await tx.historyEntry.updateMany({ where: among, data });
    return found.length;
  });
  await tx.user.delete({ where: { id: userId }, select: { id: true } });
}
