import { USERNAME_CHARACTERS_MESSAGE } from '#contract/auth.ts';
import { isUsername } from '#contract/fields/username.ts';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { audit, OPERATOR, userSubject } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { auditChange } from './accounts.ts';
import { removeFactorAndSessions } from './passkeys.ts';
import { makePasswordLink, revokePasswordLinks } from './password-links.ts';
import { generatedPassword, hashPassword, makeUpPassword } from './passwords.ts';
import { endSessionsOf, signOutEverywhere } from './sessions.ts';
import { type User, usernameKeyOf } from './users.ts';

/** What the person who runs the server may do without an account. All throw `user-not-found`. */

/**
 * Makes an account an approved, enabled admin, and creates it if it is missing. A new role ends its sessions.
 *
 * @returns the password of a new account; null for one that was there
 */
export async function makeAdmin(db: Db, username: string): Promise<string | null> {
  const usernameKey = usernameKeyOf(username);
  if (usernameKey.length < 2 || usernameKey.length > 60) {
    throw new Problem('invalid-input', 'A name has 2 to 60 characters.');
  }
  const password = makeUpPassword();
  const passwordHash = await hashPassword(password);
  const rights = { role: 'admin', approved: true, disabled: false };
  return db.$transaction(async (tx) => {
    const before = await tx.user.findUnique({ where: { usernameKey } });
    if (before?.erasedAt) {
      throw new Problem(
        'username-taken',
        'This name was of a user who was erased: take another one.',
      );
    }
    if (before) {
      if (before.role !== 'admin') await endSessionsOf(tx, before.id, { reason: 'signed-out' });
      await tx.user.update({ where: { usernameKey }, data: rights });
      await auditChange(tx, OPERATOR, before, { ...before, ...rights });
      return null;
    }
    if (!isUsername(username)) throw new Problem('invalid-input', USERNAME_CHARACTERS_MESSAGE);
    const name = { username: username.normalize('NFKC').trim(), usernameKey };
    const person = { email: '', firstName: '', lastName: '' };
    const data = { ...name, ...person, ...rights, ...generatedPassword(passwordHash) };
    const { id } = await tx.user.create({ data, select: { id: true } });
    await audit(tx, OPERATOR, {
      kind: 'account-created',
      subject: userSubject(id),
      detail: 'admin',
    });
    return password;
  });
}

/**
 * Gives an account a generated password, which it returns, and ends its sessions, passkeys and recovery codes: whoever
 * knew the lost password may have added one.
 */
export async function resetPassword(db: Db, username: string): Promise<string> {
  const password = makeUpPassword();
  const passwordHash = await hashPassword(password);
  await db.$transaction(async (tx) => {
    const { id, hasPasskey } = await accountOf(tx, username);
    await tx.user.update({ where: { id }, data: generatedPassword(passwordHash) });
    await revokePasswordLinks(tx, id);
    if (hasPasskey) await removeFactorAndSessions(tx, OPERATOR, id);
    else await endSessionsOf(tx, id, { reason: 'signed-out' });
    await audit(tx, OPERATOR, { kind: 'password-reset', subject: userSubject(id) });
  });
  return password;
}

/** The token of a new one-time link (password-links.ts). */
export async function makeLinkByName(db: Db, username: string): Promise<string> {
  return db.$transaction(async (tx) => {
    const { id } = await accountOf(tx, username);
    return (await makePasswordLink(tx, OPERATOR, id)).token;
  });
}

/** Removes the passkeys and recovery codes of a user, and ends the sessions. */
export async function removeFactorByName(db: Db, username: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { id } = await accountOf(tx, username);
    await removeFactorAndSessions(tx, OPERATOR, id);
  });
}

/** Signs an account out everywhere. It may sign in again. */
export async function endSessionsByName(db: Db, username: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { id } = await accountOf(tx, username);
    await signOutEverywhere(tx, OPERATOR, id);
  });
}

async function accountOf(tx: Tx, username: string): Promise<User> {
  const where = { usernameKey: usernameKeyOf(username), erasedAt: null };
  return (await tx.user.findUnique({ where })) ?? refuseMissing('user');
}
