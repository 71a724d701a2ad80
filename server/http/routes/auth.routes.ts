import { mustHaveSecondFactor } from '#contract/access.ts';
import * as linkCalls from '#contract/accounts/password-links.ts';
import { changeProfile } from '#contract/accounts/profile.ts';
import { register } from '#contract/accounts/registration.ts';
import * as sessionCalls from '#contract/accounts/sessions.ts';
import * as calls from '#contract/auth.ts';
import { Problem } from '#contract/problems.ts';
import { keepPasswordGiven } from '#server/domain/accounts/passkey-challenges.ts';
import { changePassword } from '#server/domain/accounts/password-change.ts';
import { usePasswordLink, userOfPasswordLink } from '#server/domain/accounts/password-links.ts';
import { inPasswordLine } from '#server/domain/accounts/password-queue.ts';
import { endSession, listSessionsOf, signOutEverywhere } from '#server/domain/accounts/sessions.ts';
import * as users from '#server/domain/accounts/users.ts';
import type { Actor, Deed } from '#server/domain/common/audit.ts';
import type { GatheredAudit } from '#server/domain/common/gathered-audit.ts';
import { type AccessRules, isHandedOver } from '#server/http/api/access.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { Actors } from '#server/http/session/actors.ts';
import type { DeviceReports } from '#server/http/session/device-reports.ts';
import type { KnownDevices } from '#server/http/session/known-devices.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';
import { signInTo, withNewCookie } from '#server/http/session/session.ts';
import { BrowserCookie } from '#server/http/transport/browser-cookie.ts';
import type { Context } from '#server/http/transport/context.ts';

export function authRoutes(
  api: Api,
  limits: RateLimits,
  { devices, reports, actors, failures }: AuthParts,
  settings: AccessRules & { registration: 'approval' | 'closed'; siteUrl: string },
): void {
  const passwordGiven = new BrowserCookie('password-given', settings);

  api.serve(calls.currentUser, async ({ user }) => users.toCurrentUser(user, settings));

  api.serve(calls.whoAmI, async ({ ctx, user }) => ({
    user: user && !isHandedOver(ctx) ? users.toCurrentUser(user, settings) : null,
  }));

  api.serve(
    changeProfile,
    async ({ db, user, actor, body }) =>
      users.toCurrentUser(await users.changeProfile(db, user, actor, body), settings),
    { repeat: async ({ user }) => users.toCurrentUser(user, settings) },
  );

  api.serve(calls.login, async ({ ctx, db, body }) => {
    const { username } = body;
    const attempt = { address: ctx.ip, username, device: devices.idFor(ctx, username) };
    const line = attempt.device === null ? 'strangers' : 'known';
    const user = await inPasswordLine(line, async () => {
      await limits.signingIn(attempt);
      return users.signIn(db, body, line);
    }).catch(async (error: unknown) => {
      const name = actors.nameOf(username);
      await noteFailure(error, actors.of(ctx, null), { kind: 'sign-in-failed', name });
      throw error;
    });
    await limits.signedIn(attempt);
    if (user.hasPasskey && mustHaveSecondFactor(user, settings.secondFactor)) {
      await keepPasswordGiven(db, actors.of(ctx, null), passwordGiven.make(ctx), user.id);
      throw new Problem('second-factor-needed', 'Please use your passkey or a recovery code.');
    }
    devices.remember(ctx, username);
    await signInTo(ctx, { userId: user.id, hasFactor: false });
    return users.toCurrentUser(user, settings);
  });

  api.serve(
    register,
    async ({ ctx, db, actor, body }) => {
      if (settings.registration === 'closed') {
        throw new Problem('registration-closed', 'Registration is closed.');
      }
      await inPasswordLine('strangers', async () => {
        await limits.registering(ctx.ip);
        await users.register(db, actor, body);
      });
    },
    { notifies: true },
  );

  api.serve(calls.changePassword, async ({ ctx, db, user, actor, body }) => {
    await inPasswordLine('known', async () => {
      await limits.changingPassword(user.id);
      await withNewCookie(ctx, (session) => changePassword(db, user, actor, session, body));
    }).catch(async (error: unknown) => {
      await noteFailure(error, actor, { kind: 'password-refused' });
      throw error;
    });
    await limits.passwordChanged(user.id);
  });

  api.serve(linkCalls.readPasswordLink, async ({ ctx, db, body }) => {
    await limits.openingLink(ctx.ip);
    const { username } = await userOfPasswordLink(db, body.token);
    return { username };
  });

  api.serve(linkCalls.usePasswordLink, async ({ ctx, db, actor, body }) => {
    const { username } = await inPasswordLine('strangers', async () => {
      await limits.openingLink(ctx.ip);
      return usePasswordLink(db, actor, body);
    });
    // Wrong passwords of strangers must not keep the user from signing in with the new one.
    devices.remember(ctx, username);
  });

  api.serve(sessionCalls.listSessions, async ({ ctx, db, user }) => {
    await reports.write();
    return listSessionsOf(db, user.id, sessionIdOf(ctx));
  });

  api.serve(sessionCalls.endOtherSessions, ({ ctx, db, user, actor }) =>
    signOutEverywhere(db, actor, user.id, sessionIdOf(ctx)),
  );

  api.serve(sessionCalls.endSession, ({ db, user, actor, params }) =>
    endSession(db, user, actor, { ...params, reason: 'signed-out' }),
  );

  api.serve(sessionCalls.reportLost, ({ db, user, actor, params }) =>
    endSession(db, user, actor, { ...params, reason: 'lost' }),
  );

  /** A wrong password, or one too many. Anything else is no guess. */
  async function noteFailure(error: unknown, actor: Actor, deed: Deed): Promise<void> {
    if (!(error instanceof Problem)) return;
    const isGuess = error.code === 'too-many-requests' || isWrongPassword(error);
    if (isGuess) await failures.note(actor, { ...deed, detail: error.code });
  }
}

interface AuthParts {
  devices: KnownDevices;
  reports: DeviceReports;
  actors: Actors;
  /** Takes wrong passwords into the audit log. */
  failures: GatheredAudit;
}

function isWrongPassword({ code, fields }: Problem): boolean {
  return code === 'wrong-credentials' || fields?.currentPassword !== undefined;
}

/** The session of a call that only signed-in users may make. */
export function sessionIdOf({ state }: Context): string {
  if (!state.session) throw new Error('Nobody is signed in.');
  return state.session.id;
}
