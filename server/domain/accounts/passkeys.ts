import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { PasskeyModel } from '#prisma/generated/sqlite/models.ts';
import { type Actor, audit, userSubject } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { unless } from '#server/domain/replication/unless.ts';
import { keepChallenge, takeChallenge } from './passkey-challenges.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { addCookie, type CookieOfSession } from './session-cookies.ts';
import { endSessionsOf, keepProof } from './sessions.ts';
import type { User } from './users.ts';

/** Loaded at the first passkey: it takes 0.2 s of processor time, which every start would pay. */
const webAuthn = () => import('@simplewebauthn/server');

/** Passkeys of an account. Its sign-in options name them all. */
const MOST = 20;

/** The site as WebAuthn knows it. */
export interface RelyingParty {
  /** The host of SITE_URL. */
  id: string;
  origin: string;
}

/** What a browser has answered to a challenge. */
interface Answer {
  /** A digest of the browser's cookie. */
  binding: string;
  rp: RelyingParty;
  credential: object;
}

/** The same to a challenge of a session, which gets a new cookie. */
type AnswerInSession = Omit<Answer, 'binding'> & { session: CookieOfSession };

/** The RP of a site, for example `agency.example` for `https://agency.example`. */
export function relyingParty(siteUrl: string): RelyingParty {
  const { hostname, origin } = new URL(siteUrl);
  return { id: hostname, origin };
}

/**
 * Options of a new passkey. Throws `too-many-passkeys` before the device makes one that would be refused.
 *
 * @param binding a digest of the session's cookie, which alone may answer
 */
export async function offerPasskey(db: Db, user: User, binding: string, rp: RelyingParty) {
  const { generateRegistrationOptions } = await webAuthn();
  const known = await db.passkey.findMany({ where: { userId: user.id } });
  refuseMore(known.length);
  const options = await generateRegistrationOptions({
    rpName: 'Football agency',
    rpID: rp.id,
    userName: user.username,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim() || user.username,
    // The same for all passkeys of a user: an authenticator keeps one of them.
    userID: new Uint8Array(Buffer.from(String(user.id))),
    excludeCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transportsOf(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(db, binding, { challenge: options.challenge, userId: user.id });
  return options;
}

/**
 * Adds a passkey, and gives the session a new cookie. Throws `challenge-expired`, `passkey-refused` and `too-many-passkeys`.
 *
 * @returns with the first passkey also ten recovery codes
 */
export async function addPasskey(
  db: Db,
  user: User,
  actor: Actor,
  { session, rp, name, credential }: AnswerInSession & { name: string },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { challenge, userId } = await takeChallenge(db, session.id);
  if (userId !== user.id) throw refused();
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!registrationInfo) throw refused();
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  const data = { id, userId: user.id, name, publicKey, counter, createdAt: new Date() };
  const add = db.$transaction(async (tx) => {
    // Locks the user's row: of two first passkeys at once one makes the codes.
    await markUser(tx, user.id, true);
    const count = await tx.passkey.count({ where: { userId: user.id } });
    refuseMore(count);
    const row = await tx.passkey.create({ data: { ...data, transports: knownIn(transports) } });
    await addCookie(tx, session);
    await tx.session.updateMany({ where: { id: session.id }, data: { hasFactor: true } });
    await audit(tx, actor, { kind: 'passkey-added' });
    return {
      passkey: toPasskey(row),
      recoveryCodes: count === 0 ? await makeRecoveryCodes(tx, actor, user.id) : [],
    };
  });
  return unless('unique', add, (cause) => {
    throw refused(cause);
  });
}

function refuseMore(count: number): void {
  if (count < MOST) return;
  throw new Problem('too-many-passkeys', `An account has at most ${MOST} passkeys.`);
}

/** Options of a sign-in by any passkey of this site. */
export async function offerSignIn(db: Db, binding: string, rp: RelyingParty) {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: 'required',
  });
  await keepChallenge(db, binding, { challenge: options.challenge, userId: null });
  return options;
}

/** The user of a passkey that has answered the challenge. Throws `challenge-expired` and `passkey-refused`. */
export async function signInByPasskey(
  db: Db,
  actorOf: (userId: number) => Actor,
  answer: Answer & { credential: { id: string } },
): Promise<User> {
  return verify(db, answer, null, (tx, { id }) => audit(tx, actorOf(id), { kind: 'passkey-used' }));
}

/** Options of a proof by one of the user's passkeys. @param binding the session, which alone may answer */
export async function offerProof(db: Db, user: User, binding: string, rp: RelyingParty) {
  const { generateAuthenticationOptions } = await webAuthn();
  const known = await db.passkey.findMany({ where: { userId: user.id } });
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: 'required',
    allowCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transportsOf(transports),
    })),
  });
  await keepChallenge(db, binding, { challenge: options.challenge, userId: user.id });
  return options;
}

/** Proves that a user is there, by an own passkey. Throws `challenge-expired` and `passkey-refused`. */
export async function proveByPasskey(
  db: Db,
  user: User,
  actor: Actor,
  { session, ...answer }: AnswerInSession & { credential: { id: string } },
): Promise<void> {
  const note = (tx: Tx) => keepProof(tx, actor, session, 'passkey');
  await verify(db, { ...answer, binding: session.id }, user.id, note);
}

/**
 * The user of the passkey that has answered a challenge for this user, or for anybody. `note` writes what
 * follows into the same transaction.
 */
async function verify(
  db: Db,
  { binding, rp, credential }: Answer & { credential: { id: string } },
  meant: number | null,
  note: (tx: Tx, user: User) => Promise<void>,
): Promise<User> {
  const { challenge, userId } = await takeChallenge(db, binding);
  const known = await db.passkey.findUnique({
    where: { id: credential.id },
    include: { user: true },
  });
  const isMeant = known && userId === meant && (meant === null || known.userId === meant);
  if (!known || !isMeant || known.user.disabled) throw refused();
  const { id, publicKey, counter, transports } = known;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    credential: {
      id,
      publicKey: new Uint8Array(publicKey),
      counter,
      transports: transportsOf(transports),
    },
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!verified) throw refused();
  const data = { counter: authenticationInfo.newCounter, lastUsedAt: new Date() };
  await db.$transaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({ where: { id }, data });
    // It was removed meanwhile.
    if (count === 0) throw refused();
    await note(tx, known.user);
  });
  return known.user;
}

/**
 * Removes a passkey of a user; with the last one go the recovery codes. Throws `passkey-not-found`, and
 * `last-passkey` if the user must have one.
 */
export async function removePasskey(
  db: Db,
  userId: number,
  actor: Actor,
  { id, required }: { id: string; required: boolean },
): Promise<void> {
  await db.$transaction(async (tx) => {
    // Locks the user's row: of the last two passkeys, removed at once, one is the last.
    await markUser(tx, userId, true);
    const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
    if (count === 0) refuseMissing('passkey');
    await audit(tx, actor, { kind: 'passkey-removed' });
    if ((await tx.passkey.count({ where: { userId } })) > 0) return;
    if (required) throw new Problem('last-passkey', 'This account must have a passkey.');
    await removeSecondFactor(tx, userId);
  });
}

/** Removes all passkeys and recovery codes of a user, and their open challenges. */
export async function removeSecondFactor(tx: Tx, userId: number): Promise<void> {
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
  await markUser(tx, userId, false);
}

/** Removes the second factor of a user who has lost it, and ends the sessions. */
export async function removeFactorAndSessions(tx: Tx, actor: Actor, userId: number): Promise<void> {
  await removeSecondFactor(tx, userId);
  await endSessionsOf(tx, userId, { reason: 'signed-out' });
  await audit(tx, actor, { kind: 'second-factor-removed', subject: userSubject(userId) });
}

async function markUser(tx: Tx, id: number, hasPasskey: boolean): Promise<void> {
  await tx.user.update({ where: { id }, data: { hasPasskey }, select: { id: true } });
}

/** Ten new recovery codes for a user with a passkey. Throws `passkey-not-found`. */
export async function renewRecoveryCodes(db: Db, userId: number, actor: Actor): Promise<string[]> {
  return db.$transaction(async (tx) => {
    if ((await tx.passkey.count({ where: { userId } })) === 0) refuseMissing('passkey');
    return makeRecoveryCodes(tx, actor, userId);
  });
}

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  return rows.map(toPasskey);
}

function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyModel): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** How a browser may reach an authenticator. It tells this unsigned, so other words are left out. */
const TRANSPORTS: readonly AuthenticatorTransportFuture[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
];

function knownIn(told: unknown): string {
  return Array.isArray(told) ? TRANSPORTS.filter((each) => told.includes(each)).join(',') : '';
}

function transportsOf(stored: string): AuthenticatorTransportFuture[] {
  return TRANSPORTS.filter((each) => stored.split(',').includes(each));
}

/** One answer for every reason: a caller learns nothing about accounts. */
function refused(cause?: unknown): Problem {
  return new Problem('passkey-refused', 'This passkey was not accepted.', { cause });
}
