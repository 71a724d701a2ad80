import * as v from 'valibot';
import { CurrentUser } from '#contract/auth.ts';
import { endpoint } from '#contract/endpoint.ts';
import { instant, TOO_LONG, text } from '#contract/fields/fields.ts';

/** A passkey of the own account. */
export const Passkey = v.object({
  /** The credential's id, base64url. */
  id: v.string(),
  name: v.string(),
  createdAt: instant,
  /** Null if it has never signed in. */
  lastUsedAt: v.nullable(instant),
});
export type Passkey = v.InferOutput<typeof Passkey>;

export const SecondFactor = v.object({
  passkeys: v.array(Passkey),
  /** The number of recovery codes that were not used. */
  recoveryCodes: v.number(),
  /** Whether the account must have a passkey (SECOND_FACTOR): its last one cannot be removed. */
  required: v.boolean(),
});
export type SecondFactor = v.InferOutput<typeof SecondFactor>;

/** What the browser's WebAuthn functions take and give, as JSON (WebAuthn level 3). The server checks it. */
const webAuthnJson = v.looseObject({});
const credentialId = v.pipe(v.string(), v.regex(/^[\w-]{1,1400}$/));
const credential = v.looseObject({ id: credentialId });

/** Shown once. */
const recoveryCodes = v.array(v.string());

export const NewPasskey = v.object({
  name: v.pipe(
    text,
    v.trim(),
    v.minLength(1, 'This field is required.'),
    v.maxLength(60, TOO_LONG),
  ),
  credential,
});
/** @public The API reference names it. */
export const PasskeyAnswer = v.object({ credential });

/** @public The API reference names it. */
export const RecoveryCode = v.object({ code: v.pipe(text, v.maxLength(100, TOO_LONG)) });

export const readSecondFactor = endpoint('GET', '/api/auth/second-factor', {
  access: 'signed-in',
  whileSettingUp: 'second-factor',
  reply: SecondFactor,
});

/**
 * Starts the set-up of a passkey: options for `navigator.credentials.create`, good for 5 minutes. Throws
 * `too-many-passkeys`.
 */
export const offerPasskey = endpoint('POST', '/api/auth/passkey-options', {
  access: 'signed-in',
  fresh: true,
  whileSettingUp: 'second-factor',
  refusals: ['too-many-passkeys'],
  reply: webAuthnJson,
});

/**
 * Adds the passkey that was made by the options. With the first one come ten recovery codes. Throws
 * `passkey-refused`, `challenge-expired` after 5 minutes or a second try, and `too-many-passkeys` beyond 20.
 */
export const addPasskey = endpoint('POST', '/api/passkeys', {
  access: 'signed-in',
  whileSettingUp: 'second-factor',
  body: NewPasskey,
  refusals: ['passkey-refused', 'challenge-expired', 'too-many-passkeys'],
  status: 201,
  reply: v.object({ passkey: Passkey, recoveryCodes }),
});

/**
 * Removes a passkey; with the last one go the recovery codes. Throws `last-passkey` if the account must have
 * one. No session ends.
 */
export const removePasskey = endpoint('DELETE', '/api/passkeys/:id', {
  access: 'signed-in',
  fresh: true,
  params: v.object({ id: credentialId }),
  refusals: ['last-passkey'],
});

/** Makes ten new recovery codes; the old ones end. Throws `passkey-not-found` without a passkey. */
export const makeRecoveryCodes = endpoint('POST', '/api/auth/recovery-codes', {
  access: 'signed-in',
  fresh: true,
  refusals: ['passkey-not-found'],
  status: 201,
  reply: v.object({ recoveryCodes }),
});

/**
 * Proves anew that the user is there, by the own password. Throws `invalid-input` with the field for a wrong
 * one, and `second-factor-needed` where a passkey is demanded.
 */
export const proveByPassword = endpoint('POST', '/api/auth/proof', {
  access: 'signed-in',
  whileHandedOver: true,
  whileSettingUp: 'second-factor',
  body: v.object({ password: v.pipe(text, v.maxLength(200, TOO_LONG)) }),
  refusals: ['second-factor-needed', 'too-many-requests', 'busy'],
});

/** Starts a proof by one of the own passkeys: options for `navigator.credentials.get`, good for 5 minutes. */
export const offerProof = endpoint('POST', '/api/auth/proof/passkey-options', {
  access: 'signed-in',
  whileHandedOver: true,
  reply: webAuthnJson,
});

/** Proves anew that the user is there, by a passkey. Throws like `addPasskey`. */
export const proveByPasskey = endpoint('POST', '/api/auth/proof/passkey', {
  access: 'signed-in',
  whileHandedOver: true,
  body: PasskeyAnswer,
  refusals: ['passkey-refused', 'challenge-expired'],
});

/** Starts a sign-in by passkey: options for `navigator.credentials.get`, good for 5 minutes. */
export const offerSignIn = endpoint('POST', '/api/login/passkey-options', {
  access: 'public',
  reply: webAuthnJson,
});

/** Signs in by a passkey, without a password. Throws like `addPasskey`. */
export const loginByPasskey = endpoint('POST', '/api/login/passkey', {
  access: 'public',
  body: PasskeyAnswer,
  refusals: ['passkey-refused', 'challenge-expired'],
  reply: CurrentUser,
});

/**
 * Signs in by a recovery code within 5 minutes after `login` was refused with `second-factor-needed`. A code
 * works once. Throws `challenge-expired` without that, and `recovery-code-refused`.
 */
export const loginByRecoveryCode = endpoint('POST', '/api/login/recovery-code', {
  access: 'public',
  body: RecoveryCode,
  refusals: ['recovery-code-refused', 'challenge-expired'],
  reply: CurrentUser,
});
