import type { AgentAccess } from '#contract/access.ts';
import * as calls from '#contract/auth.ts';
import { Problem } from '#contract/problems.ts';
import { changePassword } from '#server/domain/password-change.ts';
import { endSessionsOf, listSessionsOf } from '#server/domain/sessions.ts';
import * as users from '#server/domain/users.ts';
import type { Context } from './context.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Api } from './serve.ts';
import { signInTo } from './session.ts';

export function authRoutes(
  api: Api,
  limits: RateLimits,
  settings: { agentAccess: AgentAccess; registration: 'approval' | 'closed' },
): void {
  api.serve(calls.currentUser, async ({ user }) => users.toCurrentUser(user, settings.agentAccess));

  api.serve(calls.login, async ({ ctx, db, body }) => {
    await limits.signingIn(ctx.ip, body.username);
    const user = await users.signIn(db, body);
    await limits.signedIn(body.username);
    await signInTo(ctx, user.id);
    return users.toCurrentUser(user, settings.agentAccess);
  });

  api.serve(
    calls.register,
    async ({ db, body }) => {
      if (settings.registration === 'closed') {
        throw new Problem('registration-closed', 'Registration is closed.');
      }
      await users.register(db, body);
    },
    { limit: (ctx) => limits.registering(ctx.ip), notifies: true },
  );

  api.serve(calls.changePassword, async ({ ctx, db, user, body }) => {
    await limits.changingPassword(user.id);
    await changePassword(db, user, sessionIdOf(ctx), body);
    await limits.passwordChanged(user.id);
  });

  api.serve(calls.listSessions, ({ ctx, db, user }) =>
    listSessionsOf(db, user.id, sessionIdOf(ctx)),
  );

  api.serve(calls.endOtherSessions, ({ ctx, db, user }) =>
    endSessionsOf(db, user.id, { except: sessionIdOf(ctx) }),
  );
}

/** The session of a call that only signed-in users may make. */
function sessionIdOf({ state }: Context): string {
  if (!state.session) throw new Error('Nobody is signed in.');
  return state.session.id;
}
