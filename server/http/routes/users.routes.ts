import type { AgentAccess } from '#contract/access.ts';
import * as calls from '#contract/accounts/users.ts';
import { passwordLinkUrl } from '#contract/paths/app-paths.ts';
import * as accounts from '#server/domain/accounts/accounts.ts';
import { eraseAccount } from '#server/domain/accounts/erase-account.ts';
import type { Keys } from '#server/domain/reminders/mail-links.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { DeviceReports } from '#server/http/session/device-reports.ts';
import { sessionIdOf } from './auth.routes.ts';

export function userRoutes(
  api: Api,
  reports: DeviceReports,
  settings: {
    agentAccess: AgentAccess;
    siteUrl: string;
    smtpUrl: string | null;
    sessionKeys: Keys;
  },
): void {
  const { agentAccess, siteUrl, smtpUrl, sessionKeys: keys } = settings;

  api.serve(calls.listUsers, async ({ db }) => ({
    accounts: await accounts.listAccounts(db),
    agentAccess,
  }));

  api.serve(
    calls.changeUser,
    ({ db, user, actor, params, body }) =>
      accounts.changeAccount(db, user, actor, { ...body, ...params }),
    { repeat: ({ db, params }) => accounts.getAccount(db, params.id) },
  );

  api.serve(calls.listUserSessions, async ({ ctx, db, params }) => {
    await reports.write();
    return accounts.listSessionsOfAccount(db, params.id, sessionIdOf(ctx));
  });

  api.serve(calls.endUserSessions, ({ db, user, actor, params }) =>
    accounts.endSessionsOfAccount(db, user, actor, params.id),
  );

  api.serve(calls.removeUserFactor, ({ db, user, actor, params }) =>
    accounts.removeFactorOfAccount(db, user, actor, params.id),
  );

  api.serve(calls.makePasswordLink, async ({ db, user, actor, params }) => {
    const { token, expiresAt } = await db.$transaction((tx) =>
      accounts.makePasswordLinkFor(tx, user, actor, params.id),
    );
    return { url: passwordLinkUrl(siteUrl, token), expiresAt: expiresAt.toISOString() };
  });

  api.serve(calls.mailPasswordLink, ({ db, user, actor, params, body }) =>
    accounts.mailPasswordLinkTo(db, user, actor, { ...body, ...params, keys, smtpUrl }),
  );

  api.serve(calls.deleteUser, ({ db, user, actor, params }) =>
    accounts.deleteAccount(db, user, actor, params.id),
  );

  api.serve(calls.eraseUser, ({ db, user, actor, params, body }) =>
    eraseAccount(db, user, actor, { ...body, ...params }),
  );
}
