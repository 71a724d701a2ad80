import { createHash, randomBytes } from 'node:crypto';
import type { NewPassword } from '#contract/accounts/password-links.ts';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type Actor, audit, userSubject } from '#server/domain/common/audit.ts';
import { chosenPassword, hashPassword, refuseCommon } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';
import type { User } from './users.ts';

/** How long a link works, in milliseconds. */
export const PASSWORD_LINK_LIFE = 24 * 60 * 60_000;
/** How long a caller can learn that a link was used or has expired, in milliseconds. */
const KNOWN_FOR = 60 * 24 * 60 * 60_000;

/**
 * Makes a one-time link, and ends an earlier one that was not used.
 *
 * @param token 256 random bits by default
 */
export async function makePasswordLink(
  tx: Tx,
  actor: Actor,
  userId: number,
  token = randomBytes(32).toString('base64url'),
  now = new Date(),
): Promise<{ token: string; expiresAt: Date }> {
  await revokePasswordLinks(tx, userId);
  await tx.passwordLink.create({ data: { id: digestOf(token), userId, createdAt: now } });
  await audit(tx, actor, { kind: 'password-link-made', subject: userSubject(userId) }, now);
  return { token, expiresAt: new Date(now.getTime() + PASSWORD_LINK_LIFE) };
}

/** Ends the links that a user has not used: the password has changed, or the account was closed. */
export async function revokePasswordLinks(tx: Tx, userId: number): Promise<void> {
  await tx.passwordLink.deleteMany({ where: { userId, usedAt: null } });
}

/** The user of an open link. Throws `link-not-found`, `link-used` and `link-expired`. */
export async function userOfPasswordLink(
  db: Db | Tx,
  token: string,
  now = new Date(),
): Promise<User> {
  const where = { id: digestOf(token) };
  const link = await db.passwordLink.findUnique({ where, include: { user: true } });
  if (!link || link.user.disabled) {
    throw new Problem('link-not-found', 'This link is incomplete, or a newer one has replaced it.');
  }
  if (link.usedAt) throw new Problem('link-used', 'This link has been used.');
  if (now.getTime() - link.createdAt.getTime() >= PASSWORD_LINK_LIFE) {
    throw new Problem('link-expired', 'This link has expired.');
  }
  return link.user;
}

/**
 * Sets a user's password by a link and ends all sessions, in one transaction. Throws like
 * `userOfPasswordLink`, and `invalid-input` for a common password, which leaves the link open.
 */
export async function usePasswordLink(
  db: Db,
  actor: Actor,
  { token, newPassword }: NewPassword,
  now = new Date(),
): Promise<User> {
  const user = await userOfPasswordLink(db, token, now);
  await refuseCommon(db, newPassword, user, 'newPassword');
  const passwordHash = await hashPassword(newPassword, 'strangers');
  return db.$transaction(async (tx) => {
    const unused = { id: digestOf(token), usedAt: null };
    const { count } = await tx.passwordLink.updateMany({ where: unused, data: { usedAt: now } });
    // Another call has used or replaced the link while the password was hashed.
    if (count === 0) throw new Problem('link-used', 'This link has been used.');
    await endSessionsOf(tx, user.id, { reason: 'signed-out' });
    await audit(tx, actor, { kind: 'password-link-used', subject: userSubject(user.id) }, now);
    return tx.user.update({ where: { id: user.id }, data: chosenPassword(passwordHash) });
  });
}

/** Deletes links so old that their message of expiry is no longer needed. */
export async function forgetPasswordLinks(db: Db, now: Date): Promise<void> {
  const knownUntil = new Date(now.getTime() - KNOWN_FOR);
  await db.passwordLink.deleteMany({ where: { createdAt: { lt: knownUntil } } });
}

/** What the database knows of a link. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
