import {
  type AgentAccess,
  type Area,
  areasOf,
  mustHaveSecondFactor,
  type SecondFactorRule,
} from '#contract/access.ts';
import type { Profile } from '#contract/accounts/profile.ts';
import type { Registration } from '#contract/accounts/registration.ts';
import { type Credentials, type CurrentUser, USERNAME_TAKEN_MESSAGE } from '#contract/auth.ts';
import { ROLES } from '#contract/fields/vocabulary.ts';
import { Problem } from '#contract/problems.ts';
import { type Db, readRows, type Tx } from '#prisma/client.ts';
import type { UserModel } from '#prisma/generated/sqlite/models.ts';
import { type Actor, audit, SERVER, userSubject } from '#server/domain/common/audit.ts';
import { unless } from '#server/domain/replication/unless.ts';
import { wordOf } from '#server/domain/replication/words.ts';
import type { PasswordLine } from './password-queue.ts';
import {
  chosenPassword,
  generatedPassword,
  hashPassword,
  isOutdated,
  makeUpPassword,
  refuseCommon,
  verifyPassword,
} from './passwords.ts';

export type User = UserModel;

/** Equal for two spellings of one username. */
export function usernameKeyOf(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

/**
 * The user with these credentials. Throws `wrong-credentials` for a wrong password, an unknown name and
 * a disabled account alike, after the same time; `password-ended` for a generated password that is used or old. Renews
 * a hash that was made at another cost.
 */
export async function signIn(
  db: Db,
  { username, password }: Credentials,
  line: PasswordLine,
): Promise<User> {
  const user = await db.user.findUnique({ where: { usernameKey: usernameKeyOf(username) } });
  const right = await verifyPassword(password, user?.passwordHash || null, line);
  if (!user || !right || user.disabled) {
    throw new Problem('wrong-credentials', 'Invalid username or password.');
  }
  if (user.mustChangePassword) await spendGeneratedPassword(db, user);
  if (isOutdated(user.passwordHash)) {
    const passwordHash = await hashPassword(password, line);
    // Unless the password was changed meanwhile.
    const unchanged = { id: user.id, passwordHash: user.passwordHash };
    await db.user.updateMany({ where: unchanged, data: { passwordHash } });
  }
  return user;
}

/** Ends a generated password by its first sign-in. Of two at once one is refused. */
async function spendGeneratedPassword(db: Db, { id, passwordHash }: User): Promise<void> {
  const now = new Date();
  const { count } = await db.user.updateMany({
    where: { id, passwordHash, passwordEndsAt: { gt: now } },
    data: { passwordEndsAt: now },
  });
  if (count === 0) {
    throw new Problem(
      'password-ended',
      'This password was made for one sign-in within 7 days: ask for a new one.',
    );
  }
}

/**
 * Makes an account of role agent. It may enter nothing until an admin approves it.
 * Throws `username-taken`, and `invalid-input` for a common password.
 */
export async function register(
  db: Db,
  actor: Actor,
  { password, ...registration }: Registration,
): Promise<void> {
  await refuseCommon(db, password, registration, 'password');
  const passwordHash = await hashPassword(password, 'strangers');
  const usernameKey = usernameKeyOf(registration.username);
  const create = db.$transaction(async (tx) => {
    const data = { ...registration, usernameKey, passwordHash };
    const { id } = await tx.user.create({ data, select: { id: true } });
    await audit(tx, actor, { kind: 'account-registered', subject: userSubject(id) });
  });
  await unless('unique', create, (cause) => {
    const message = USERNAME_TAKEN_MESSAGE;
    throw new Problem('username-taken', message, { fields: { username: message }, cause });
  });
}

/**
 * Makes the first admin if there is no user.
 *
 * @param wanted null for the default name `admin` or a random password
 * @returns the credentials if the password is random, to be shown once; else null
 */
export async function makeFirstAdmin(
  db: Db,
  wanted: { username: string | null; password: string | null },
): Promise<Credentials | null> {
  if ((await readRows(db, 'SELECT 1 FROM "User" LIMIT 1')).length > 0) return null;
  const username = wanted.username ?? 'admin';
  const password = wanted.password ?? makeUpPassword();
  const passwordHash = await hashPassword(password);
  const data = {
    username,
    usernameKey: usernameKeyOf(username),
    ...(wanted.password === null ? generatedPassword(passwordHash) : chosenPassword(passwordHash)),
    email: '',
    firstName: '',
    lastName: '',
    role: 'admin',
    approved: true,
  };
  const create = db.$transaction(async (tx) => {
    const { id } = await tx.user.create({ data, select: { id: true } });
    await audit(tx, SERVER, { kind: 'account-created', subject: userSubject(id), detail: 'admin' });
    return id;
  });
  // Another process may have made it at the same moment.
  if ((await unless('unique', create, () => null)) === null) return null;
  return wanted.password === null ? { username, password } : null;
}

/** Changes a user's own name and address. Another address is no confirmed one. */
export async function changeProfile(
  tx: Tx,
  { id, email }: User,
  actor: Actor,
  profile: Profile,
): Promise<User> {
  const data = { ...profile, ...(profile.email !== email && { emailConfirmedAt: null }) };
  await audit(tx, actor, { kind: 'profile-changed', subject: userSubject(id) });
  return tx.user.update({ where: { id }, data });
}

/** The areas that a user may enter. */
export function areasOfUser(user: User, agentAccess: AgentAccess): readonly Area[] {
  return areasOf({ ...user, role: wordOf(ROLES, user.role) }, agentAccess);
}

/** The signed-in user, as the screens need it. */
export function toCurrentUser(
  user: User,
  { agentAccess, secondFactor }: { agentAccess: AgentAccess; secondFactor: SecondFactorRule },
): CurrentUser {
  const { id, username, email, firstName, lastName, approved, mustChangePassword } = user;
  const role = wordOf(ROLES, user.role);
  const areas = [...areasOfUser(user, agentAccess)];
  const current = { id, username, email, firstName, lastName, role, areas, approved };
  const mustSetUpPasskey = !user.hasPasskey && mustHaveSecondFactor(user, secondFactor);
  return {
    ...current,
    ...(mustChangePassword && { mustChangePassword }),
    ...(mustSetUpPasskey && { mustSetUpPasskey }),
  };
}
