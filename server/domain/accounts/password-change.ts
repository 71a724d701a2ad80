import {
  CURRENT_PASSWORD_MESSAGE,
  type PasswordChange,
  SAME_PASSWORD_MESSAGE,
} from '#contract/auth.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#prisma/client.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';
import { revokePasswordLinks } from './password-links.ts';
import { chosenPassword, hashPassword, refuseCommon, verifyPassword } from './passwords.ts';
import { addCookie, type CookieOfSession } from './session-cookies.ts';
import { endSessionsOf, keepProof } from './sessions.ts';
import type { User } from './users.ts';

/**
 * Changes a user's password, gives the session a new cookie and ends all other sessions, in one transaction.
 * Throws `invalid-input`, with the field, for a wrong current password, and for a new one that is the same or too
 * common.
 */
export async function changePassword(
  db: Db,
  user: User,
  actor: Actor,
  session: CookieOfSession,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  if (!(await verifyPassword(currentPassword, user.passwordHash))) {
    refuse('currentPassword', CURRENT_PASSWORD_MESSAGE);
  }
  await refuseCommon(db, newPassword, user, 'newPassword');
  if (newPassword === currentPassword) refuse('newPassword', SAME_PASSWORD_MESSAGE);

  const passwordHash = await hashPassword(newPassword);
  await db.$transaction(async (tx) => {
    // The second of two simultaneous changes is refused: its current password is outdated.
    const unchanged = { id: user.id, passwordHash: user.passwordHash };
    const { count } = await tx.user.updateMany({
      where: unchanged,
      data: chosenPassword(passwordHash),
    });
    if (count === 0) refuse('currentPassword', CURRENT_PASSWORD_MESSAGE);
    await revokePasswordLinks(tx, user.id);
    await endSessionsOf(tx, user.id, { reason: 'signed-out', except: session.id });
    await addCookie(tx, session);
    await audit(tx, actor, { kind: 'password-changed' });
  });
}

/** Proves that a user is there, by the password. Throws `invalid-input` with the field for a wrong one. */
export async function proveByPassword(
  db: Db,
  user: User,
  actor: Actor,
  session: CookieOfSession,
  password: string,
): Promise<void> {
  if (!(await verifyPassword(password, user.passwordHash))) {
    throw new Problem('invalid-input', CURRENT_PASSWORD_MESSAGE, {
      fields: { password: CURRENT_PASSWORD_MESSAGE },
    });
  }
  await db.$transaction((tx) => keepProof(tx, actor, session, 'password'));
}

function refuse(field: keyof PasswordChange, message: string): never {
  throw new Problem('invalid-input', message, { fields: { [field]: message } });
}
