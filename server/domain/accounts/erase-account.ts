import type { ErasedName } from '#contract/accounts/users.ts';
import type { Tx } from '#prisma/client.ts';
import { type Actor, audit, userSubject } from '#server/domain/common/audit.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';
import { lockAccount } from './accounts.ts';
import { removeSecondFactor } from './passkeys.ts';
import { revokePasswordLinks } from './password-links.ts';
import { endSessionsOf } from './sessions.ts';
import type { User } from './users.ts';

interface Erasing {
  id: number;
  name: ErasedName;
}

/**
 * Erases a person who has left. The row of the account stays for a name that is kept. Throws like `changeAccount`.
 */
export async function eraseAccount(
  tx: Tx,
  admin: User,
  actor: Actor,
  { id, name }: Erasing,
  now = new Date(),
): Promise<void> {
  await lockAccount(tx, admin, id);
  await endSessionsOf(tx, id, { reason: 'closed' });
  await revokePasswordLinks(tx, id);
  await removeSecondFactor(tx, id);
  await tx.outgoingMail.deleteMany({ where: { userId: id } });
  await tx.mailReminders.deleteMany({ where: { userId: id } });
  await tx.calendarLink.deleteMany({ where: { userId: id } });
  await tx.savedView.deleteMany({ where: { userId: id } });
  if (name === 'keep') await tx.user.update({ where: { id }, data: { ...NOBODY, erasedAt: now } });
  else await removeName(tx, id);
  await audit(tx, actor, { kind: 'account-erased', subject: userSubject(id), detail: name }, now);
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
