import { createHash, randomInt } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';
import { forgetChallenge } from './passkey-challenges.ts';
import type { User } from './users.ts';

const COUNT = 10;
/** 28 characters of 32 are 140 bits: a fast digest is enough. */
const LENGTH = 28;
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Makes ten recovery codes for a user, which are returned this once; the old ones end. */
export async function makeRecoveryCodes(tx: Tx, actor: Actor, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, makeUpCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ id: digestOf(userId, code), userId })),
  });
  await audit(tx, actor, { kind: 'recovery-codes-made' });
  return codes;
}

/**
 * Uses up a recovery code of the user who has given the password in this browser. Throws
 * `recovery-code-refused`.
 */
export async function signInByRecoveryCode(
  db: Db,
  actor: Actor,
  { userId, binding, code }: { userId: number; binding: string; code: string },
): Promise<User> {
  return db.$transaction(async (tx) => {
    const where = { id: digestOf(userId, code), userId };
    const { count } = await tx.recoveryCode.deleteMany({ where });
    const user = await tx.user.findUnique({ where: { id: userId } });
    if (count === 0 || !user || user.disabled) {
      throw new Problem('recovery-code-refused', 'This recovery code is wrong, or was used.');
    }
    await forgetChallenge(tx, binding);
    await audit(tx, actor, { kind: 'recovery-code-used' });
    return user;
  });
}

export function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.recoveryCode.count({ where: { userId } });
}

function makeUpCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** Blanks, hyphens and capitals do not matter. */
function digestOf(userId: number, code: string): string {
  const plain = code.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${userId}\n${plain}`).digest('hex');
}
