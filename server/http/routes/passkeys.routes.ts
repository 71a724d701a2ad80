import { mustHaveSecondFactor } from '#contract/access.ts';
import * as calls from '#contract/accounts/passkeys.ts';
import { Problem } from '#contract/problems.ts';
import { readPasswordGiven } from '#server/domain/accounts/passkey-challenges.ts';
import * as passkeys from '#server/domain/accounts/passkeys.ts';
import { proveByPassword } from '#server/domain/accounts/password-change.ts';
import { inPasswordLine } from '#server/domain/accounts/password-queue.ts';
import {
  countRecoveryCodes,
  signInByRecoveryCode,
} from '#server/domain/accounts/recovery-codes.ts';
import { toCurrentUser, type User } from '#server/domain/accounts/users.ts';
import { type Deed, userSubject } from '#server/domain/common/audit.ts';
import type { GatheredAudit } from '#server/domain/common/gathered-audit.ts';
import type { AccessRules } from '#server/http/api/access.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { Actors } from '#server/http/session/actors.ts';
import type { KnownDevices } from '#server/http/session/known-devices.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';
import { signInTo, withNewCookie } from '#server/http/session/session.ts';
import { BrowserCookie } from '#server/http/transport/browser-cookie.ts';
import type { Context } from '#server/http/transport/context.ts';
import { sessionIdOf } from './auth.routes.ts';

interface PasskeyParts {
  devices: KnownDevices;
  actors: Actors;
  /** Takes refused passkeys and recovery codes into the audit log. */
  failures: GatheredAudit;
}

export function passkeyRoutes(
  api: Api,
  limits: RateLimits,
  { devices, actors, failures }: PasskeyParts,
  settings: AccessRules & { siteUrl: string },
): void {
  const rp = passkeys.relyingParty(settings.siteUrl);
  const challenges = new BrowserCookie('challenge', settings);
  const passwordGiven = new BrowserCookie('password-given', settings);
  const isRequired = (user: User) => mustHaveSecondFactor(user, settings.secondFactor);

  api.serve(calls.readSecondFactor, async ({ db, user }) => ({
    passkeys: await passkeys.listPasskeys(db, user.id),
    recoveryCodes: await countRecoveryCodes(db, user.id),
    required: isRequired(user),
  }));

  api.serve(calls.offerPasskey, async ({ ctx, db, user }) => ({
    ...(await passkeys.offerPasskey(db, user, sessionIdOf(ctx), rp)),
  }));

  api.serve(calls.addPasskey, ({ ctx, db, user, actor, body }) =>
    withNewCookie(ctx, (session) => passkeys.addPasskey(db, user, actor, { ...body, session, rp })),
  );

  api.serve(calls.removePasskey, ({ db, user, actor, params }) =>
    passkeys.removePasskey(db, user.id, actor, { ...params, required: isRequired(user) }),
  );

  api.serve(calls.makeRecoveryCodes, async ({ db, user, actor }) => ({
    recoveryCodes: await passkeys.renewRecoveryCodes(db, user.id, actor),
  }));

  api.serve(calls.proveByPassword, async ({ ctx, db, user, actor, body }) => {
    if (user.hasPasskey && isRequired(user)) {
      throw new Problem('second-factor-needed', 'Please use your passkey.');
    }
    await inPasswordLine('known', async () => {
      await limits.changingPassword(user.id);
      await withNewCookie(ctx, (session) =>
        proveByPassword(db, user, actor, session, body.password),
      );
    }).catch(async (error: unknown) => {
      if (error instanceof Problem && (error.fields || error.code === 'too-many-requests')) {
        await failures.note(actor, { kind: 'password-refused', detail: error.code });
      }
      throw error;
    });
    await limits.passwordChanged(user.id);
  });

  api.serve(calls.offerProof, async ({ ctx, db, user }) => ({
    ...(await passkeys.offerProof(db, user, sessionIdOf(ctx), rp)),
  }));

  api.serve(calls.proveByPasskey, ({ ctx, db, user, actor, body }) =>
    withNewCookie(ctx, (session) =>
      passkeys.proveByPasskey(db, user, actor, { ...body, session, rp }),
    ).catch(noting(ctx, { kind: 'passkey-refused', subject: userSubject(user.id) })),
  );

  api.serve(calls.offerSignIn, async ({ ctx, db }) => {
    await limits.openingLink(ctx.ip);
    return { ...(await passkeys.offerSignIn(db, challenges.make(ctx), rp)) };
  });

  api.serve(calls.loginByPasskey, async ({ ctx, db, body }) => {
    const answer = { ...body, binding: challenges.read(ctx), rp };
    const actorOf = (userId: number) => actors.of(ctx, userId);
    const user = await passkeys
      .signInByPasskey(db, actorOf, answer)
      .catch(noting(ctx, { kind: 'passkey-refused' }));
    return enter(ctx, user);
  });

  api.serve(calls.loginByRecoveryCode, async ({ ctx, db, body }) => {
    await limits.openingLink(ctx.ip);
    const binding = passwordGiven.read(ctx);
    const userId = await readPasswordGiven(db, binding);
    const deed: Deed = { kind: 'recovery-code-refused', subject: userSubject(userId) };
    const given = { ...body, userId, binding };
    const user = await signInByRecoveryCode(db, actors.of(ctx, userId), given).catch(
      noting(ctx, deed),
    );
    return enter(ctx, user);
  });

  async function enter(ctx: Context, user: User) {
    devices.remember(ctx, user.username);
    await signInTo(ctx, { userId: user.id, hasFactor: true });
    return toCurrentUser(user, settings);
  }

  /** Takes a refusal into the audit log, and throws it on. */
  function noting(ctx: Context, deed: Deed): (error: unknown) => Promise<never> {
    return async (error) => {
      const isGuess = error instanceof Problem && error.code === deed.kind;
      if (isGuess) await failures.note(actors.of(ctx, null), deed);
      throw error;
    };
  }
}
