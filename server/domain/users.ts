import { type AgentAccess, areasOf } from '#contract/access.ts';
import {
  COMMON_PASSWORD_MESSAGE,
  type Credentials,
  type CurrentUser,
  type Registration,
  USERNAME_TAKEN_MESSAGE,
} from '#contract/auth.ts';
import { Problem } from '#contract/problems.ts';
import { ROLES } from '#contract/vocabulary.ts';
import { type Db, readRows } from '#prisma/client.ts';
import type { UserModel } from '#prisma/generated/sqlite/models.ts';
import {
  hashPassword,
  isCommonPassword,
  isOutdated,
  makeUpPassword,
  verifyPassword,
} from './passwords.ts';
import { unless } from './unless.ts';
import { wordOf } from './words.ts';

/** A user as the server knows one. */
export type User = UserModel;

/** The name under which two spellings of one username meet. */
export function usernameKeyOf(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

/**
 * The user of these credentials. Throws `wrong-credentials` for a wrong password, an unknown name
 * and a disabled account alike, after the same time. A hash of an older cost is renewed.
 */
export async function signIn(db: Db, { username, password }: Credentials): Promise<User> {
  const user = await db.user.findUnique({ where: { usernameKey: usernameKeyOf(username) } });
  const right = await verifyPassword(password, user?.passwordHash ?? null);
  if (!user || !right || user.disabled) {
    throw new Problem('wrong-credentials', 'Invalid username or password.');
  }
  if (isOutdated(user.passwordHash)) {
    const passwordHash = await hashPassword(password);
    // Not when the password was changed meanwhile.
    const unchanged = { id: user.id, passwordHash: user.passwordHash };
    await db.user.updateMany({ where: unchanged, data: { passwordHash } });
  }
  return user;
}

/**
 * Makes an account of role agent that enters nothing until an admin approves it.
 * Throws `username-taken`, and `invalid-input` for one of the commonest passwords.
 */
export async function register(db: Db, { password, ...registration }: Registration): Promise<void> {
  if (isCommonPassword(password, registration.username)) {
    const fields = { password: COMMON_PASSWORD_MESSAGE };
    throw new Problem('invalid-input', COMMON_PASSWORD_MESSAGE, { fields });
  }
  const passwordHash = await hashPassword(password);
  const usernameKey = usernameKeyOf(registration.username);
  const create = db.user.create({ data: { ...registration, usernameKey, passwordHash } });
  await unless('unique', create, (cause) => {
    const message = USERNAME_TAKEN_MESSAGE;
    throw new Problem('username-taken', message, { fields: { username: message }, cause });
  });
}

/**
 * Makes the first admin when there is no user at all.
 *
 * @param wanted null for what is to be made up: the name `admin`, a random password
 * @returns the credentials when the password was made up, to be shown once; else null
 */
export async function makeFirstAdmin(
  db: Db,
  wanted: { username: string | null; password: string | null },
): Promise<Credentials | null> {
  if ((await readRows(db, 'SELECT 1 FROM "User" LIMIT 1')).length > 0) return null;
  const username = wanted.username ?? 'admin';
  const password = wanted.password ?? makeUpPassword();
  const create = db.user.create({
    data: {
      username,
      usernameKey: usernameKeyOf(username),
      passwordHash: await hashPassword(password),
      email: '',
      firstName: '',
      lastName: '',
      role: 'admin',
      approved: true,
    },
  });
  // Another instance of the program may have made it in this moment.
  if (!(await unless('unique', create, () => null))) return null;
  return wanted.password === null ? { username, password } : null;
}

/** What the screens know of who is signed in. */
export function toCurrentUser(user: User, agentAccess: AgentAccess): CurrentUser {
  const { id, username, email, firstName, lastName, approved } = user;
  const role = wordOf(ROLES, user.role);
  const areas = [...areasOf({ role, approved }, agentAccess)];
  return { id, username, email, firstName, lastName, role, areas, approved };
}
