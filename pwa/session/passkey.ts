import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import {
  addPasskey,
  loginByPasskey,
  offerPasskey,
  offerProof,
  offerSignIn,
  proveByPasskey,
} from '#contract/accounts/passkeys.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { lazyPart } from '#pwa/lib/lazy-part.ts';

const loadWebAuthn = lazyPart(() => import('@simplewebauthn/browser'));

/** Signs in by a passkey of this device. Rejects with a NotAllowedError if the person closes its sheet. */
export async function enterByPasskey(): Promise<CurrentUser> {
  return call(loginByPasskey, { body: { credential: await answerOf(offerSignIn) } });
}

/** Proves by an own passkey that the user is there. Rejects as `enterByPasskey`. */
export async function proveByOwnPasskey(): Promise<void> {
  await call(proveByPasskey, { body: { credential: await answerOf(offerProof) } });
}

/** What a passkey of this device answers to a challenge of the server. */
async function answerOf(offer: typeof offerSignIn | typeof offerProof) {
  const { startAuthentication } = await webAuthn();
  const options = await call(offer, {});
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}

/**
 * Makes a passkey on this device for the own account. Resolves with the recovery codes that come with the
 * first one, else with none. Rejects with a NotAllowedError if the person closes the browser's sheet, and
 * with an InvalidStateError if the device has a passkey of this account already.
 */
export async function makePasskey(name: string): Promise<readonly string[]> {
  const { startRegistration } = await webAuthn();
  const options = await call(offerPasskey, {});
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = { ...(await startRegistration({ optionsJSON })) };
  return (await call(addPasskey, { body: { name, credential } })).recoveryCodes;
}

async function webAuthn() {
  return loadWebAuthn().catch((cause: unknown) => {
    throw new Unreachable('A part of the app could not be loaded.', { cause });
  });
}
