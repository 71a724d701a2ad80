import type { Device } from '#contract/accounts/sessions.ts';
import type { Account, AccountChange, AccountState } from '#contract/accounts/users.ts';
import { newId } from '#contract/fields/ids.ts';
import { type Language, ROLES } from '#contract/fields/vocabulary.ts';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type Actor, audit, type Deed, userSubject } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { type Keys, linkSecret } from '#server/domain/reminders/mail-links.ts';
import { needMailServer, queueMails } from '#server/domain/reminders/mail-queue.ts';
import { wordOf } from '#server/domain/replication/words.ts';
import { removeFactorAndSessions } from './passkeys.ts';
import { makePasswordLink, PASSWORD_LINK_LIFE, revokePasswordLinks } from './password-links.ts';
import { endSessionsOf, listSessionsOf, notEnded, signOutEverywhere } from './sessions.ts';
import type { User } from './users.ts';

/** Every account but erased ones, the newest first. */
export async function listAccounts(db: Db, now = new Date()): Promise<Account[]> {
  const rows = await db.user.findMany({
    ...withSessions(now),
    where: { erasedAt: null },
    orderBy: { id: 'desc' },
  });
  return rows.map(toAccount);
}

/** Throws `user-not-found`. */
export async function getAccount(db: Tx, id: number, now = new Date()): Promise<Account> {
  const where = { id, erasedAt: null };
  return toAccount(
    (await db.user.findUnique({ where, ...withSessions(now) })) ?? refuseMissing('user'),
  );
}

/**
 * Opens or closes another user's account, or changes its rights. Fewer rights or another role end its
 * sessions. Throws `own-account`, so that one admin is always left; `user-not-found`; and `forbidden`
 * when `admin` is no longer one.
 */
export async function changeAccount(
  tx: Tx,
  admin: User,
  actor: Actor,
  { id, role, entersDashboard, access }: AccountChange & { id: number },
  now = new Date(),
): Promise<Account> {
  const before = await lockAccount(tx, admin, id);
  const data = {
    role: role ?? before.role,
    entersDashboard: entersDashboard ?? before.entersDashboard,
    approved: access === 'open' || before.approved,
    disabled: access === undefined ? before.disabled : access === 'closed',
  };
  if (data.disabled) {
    await revokePasswordLinks(tx, id);
    await tx.calendarLink.deleteMany({ where: { userId: id } });
    await endSessionsOf(tx, id, { reason: 'closed' });
  } else if (data.role !== before.role || data.entersDashboard < before.entersDashboard)
    await endSessionsOf(tx, id, { reason: 'signed-out' });
  await auditChange(tx, actor, before, data);
  return toAccount(await tx.user.update({ where: { id }, data, ...withSessions(now) }));
}

/** Writes into the audit log how an account changes; nothing if it stays as it is. */
export async function auditChange(
  tx: Tx,
  actor: Actor,
  before: User,
  after: Pick<User, 'role' | 'entersDashboard' | 'approved' | 'disabled'>,
): Promise<void> {
  const deeds: Deed[] = [];
  const { role, entersDashboard } = after;
  if (after.approved && !before.approved) deeds.push({ kind: 'account-approved', detail: role });
  else if (before.disabled && !after.disabled) deeds.push({ kind: 'account-enabled' });
  if (after.disabled && !before.disabled) {
    deeds.push({ kind: before.approved ? 'account-disabled' : 'account-denied' });
  }
  if (role !== before.role) deeds.push({ kind: 'role-changed', detail: role });
  if (entersDashboard !== before.entersDashboard) {
    deeds.push({ kind: entersDashboard ? 'dashboard-opened' : 'dashboard-closed' });
  }
  for (const deed of deeds) await audit(tx, actor, { ...deed, subject: userSubject(before.id) });
}

/** The devices of a user, last used first. Throws `user-not-found`. */
export async function listSessionsOfAccount(
  db: Db,
  id: number,
  current: string,
): Promise<Device[]> {
  const user = await db.user.findUnique({ where: { id, erasedAt: null }, select: { id: true } });
  if (!user) return refuseMissing('user');
  return listSessionsOf(db, id, current);
}

/** Signs another user out everywhere. Throws like `changeAccount`. */
export async function endSessionsOfAccount(
  tx: Tx,
  admin: User,
  actor: Actor,
  id: number,
): Promise<void> {
  await lockAccount(tx, admin, id);
  await signOutEverywhere(tx, actor, id);
}

/** Removes the second factor of another user and signs them out everywhere. Throws like `changeAccount`. */
export async function removeFactorOfAccount(
  tx: Tx,
  admin: User,
  actor: Actor,
  id: number,
): Promise<void> {
  await lockAccount(tx, admin, id);
  await removeFactorAndSessions(tx, actor, id);
}

/** Makes a one-time link by which another user chooses a new password. Throws like `changeAccount`. */
export async function makePasswordLinkFor(
  tx: Tx,
  admin: User,
  actor: Actor,
  id: number,
): Promise<{ token: string; expiresAt: Date }> {
  await lockAccount(tx, admin, id);
  return makePasswordLink(tx, actor, id);
}

/**
 * Queues a mail with such a link to the confirmed address of the account. Throws like `changeAccount`,
 * `no-mail-server` and `email-not-confirmed`.
 */
export async function mailPasswordLinkTo(
  tx: Tx,
  admin: User,
  actor: Actor,
  {
    id,
    language,
    keys,
    smtpUrl,
  }: { id: number; language: Language; keys: Keys; smtpUrl: string | null },
): Promise<void> {
  const { email, emailConfirmedAt } = await lockAccount(tx, admin, id);
  needMailServer(smtpUrl);
  if (emailConfirmedAt === null) {
    throw new Problem('email-not-confirmed', 'The address of this account was not confirmed.');
  }
  const mailId = newId();
  await makePasswordLink(tx, actor, id, linkSecret(keys[0], mailId));
  const kind = 'password-link' as const;
  const life = PASSWORD_LINK_LIFE;
  await queueMails(
    tx,
    [{ id: mailId, kind, address: email, language, userId: id, life }],
    new Date(),
  );
}

/** Removes an account that was never approved or used. Throws like `changeAccount`, and `account-in-use`. */
export async function deleteAccount(tx: Tx, admin: User, actor: Actor, id: number): Promise<void> {
  const { approved, lastSeenAt } = await lockAccount(tx, admin, id);
  if (approved && lastSeenAt !== null) {
    const message = 'This account has been used and can only be disabled or erased.';
    throw new Problem('account-in-use', message);
  }
  await endSessionsOf(tx, id, { reason: 'closed' });
  await tx.user.delete({ where: { id }, select: { id: true } });
  await audit(tx, actor, { kind: 'account-removed', subject: userSubject(id) });
}

/**
 * Reads another user's account and locks the rows of all admins until the transaction ends, so changes
 * to accounts run one by one. If two admins disable each other at the same moment, the second is no
 * longer an admin and is refused.
 */
export async function lockAccount(tx: Tx, admin: User, id: number): Promise<User> {
  if (id === admin.id) {
    throw new Problem('own-account', 'This cannot be done to your own account.');
  }
  const admins = { role: 'admin', approved: true, disabled: false };
  await tx.user.updateMany({ where: admins, data: { approved: true } });
  const still = await tx.user.findFirst({ where: { ...admins, id: admin.id } });
  if (!still) throw new Problem('forbidden', "You don't have permission to access this area.");
  return (await tx.user.findUnique({ where: { id, erasedAt: null } })) ?? refuseMissing('user');
}

function withSessions(now: Date) {
  return { include: { _count: { select: { sessions: { where: notEnded(now) } } } } } as const;
}

function toAccount(user: User & { _count: { sessions: number } }): Account {
  const { id, username, email, firstName, lastName, createdAt, lastSeenAt, _count } = user;
  return {
    id,
    username,
    email,
    firstName,
    lastName,
    role: wordOf(ROLES, user.role),
    entersDashboard: user.entersDashboard,
    state: stateOf(user),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    sessions: _count.sessions,
    hasPasskey: user.hasPasskey,
    emailConfirmed: user.emailConfirmedAt !== null,
  };
}

function stateOf({ approved, disabled }: User): AccountState {
  if (disabled) return approved ? 'disabled' : 'denied';
  return approved ? 'active' : 'pending';
}
