import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type Actor, audit, userSubject } from '#server/domain/common/audit.ts';

/** In milliseconds. */
const LIFE = 5 * 60_000;

/** In place of a challenge: the row says that the password was given. */
const PASSWORD_GIVEN = 'password';

interface Challenge {
  challenge: string;
  /** The user whose passkey must answer; null for any user's. */
  userId: number | null;
}

/** Keeps a challenge for a browser; an earlier one ends. @param binding a digest of the browser's cookie */
export async function keepChallenge(
  db: Db | Tx,
  binding: string,
  challenge: Challenge,
): Promise<void> {
  const row = { ...challenge, createdAt: new Date() };
  await db.passkeyChallenge.upsert({
    where: { id: binding },
    create: { id: binding, ...row },
    update: row,
  });
}

/** Takes the challenge of a browser, once. Throws `challenge-expired`. */
export async function takeChallenge(db: Db, binding: string, now = new Date()): Promise<Challenge> {
  // One statement: of two callers at once one gets it.
  const rows = await db.$queryRaw<Challenge[]>`
    DELETE FROM "PasskeyChallenge" WHERE "id" = ${binding} AND "createdAt" > ${new Date(now.getTime() - LIFE)}
    RETURNING "challenge", "userId"`;
  const [found] = rows;
  if (!found || found.challenge === PASSWORD_GIVEN) throw expired();
  return found;
}

/** Notes that a browser has given the right password of a user, who now needs a second factor. */
export async function keepPasswordGiven(
  db: Db,
  actor: Actor,
  binding: string,
  userId: number,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await keepChallenge(tx, binding, { challenge: PASSWORD_GIVEN, userId });
    // The only trace of an attacker who has the password alone.
    await audit(tx, actor, { kind: 'second-factor-asked', subject: userSubject(userId) });
  });
}

/** The user whose password a browser has given in the last 5 minutes. Throws `challenge-expired`. */
export async function readPasswordGiven(
  db: Db,
  binding: string,
  now = new Date(),
): Promise<number> {
  const createdAt = { gt: new Date(now.getTime() - LIFE) };
  const where = { id: binding, challenge: PASSWORD_GIVEN, createdAt };
  const found = await db.passkeyChallenge.findFirst({ where });
  if (found?.userId == null) throw expired();
  return found.userId;
}

export async function forgetChallenge(db: Tx, binding: string): Promise<void> {
  await db.passkeyChallenge.deleteMany({ where: { id: binding } });
}

export async function forgetChallenges(db: Db, now: Date): Promise<void> {
  const createdAt = { lt: new Date(now.getTime() - LIFE) };
  await db.passkeyChallenge.deleteMany({ where: { createdAt } });
}

function expired(): Problem {
  return new Problem('challenge-expired', 'This took too long. Please try again.');
}
