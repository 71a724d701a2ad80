import type { AgentAccess } from '#contract/access.ts';
import * as calls from '#contract/users.ts';
import * as accounts from '#server/domain/accounts.ts';
import type { Api } from './serve.ts';

export function userRoutes(api: Api, { agentAccess }: { agentAccess: AgentAccess }): void {
  api.serve(calls.listUsers, async ({ db }) => ({
    accounts: await accounts.listAccounts(db),
    agentAccess,
  }));

  api.serve(calls.changeUser, ({ db, user, params, body }) =>
    accounts.changeAccount(db, user, { ...body, ...params }),
  );

  api.serve(calls.endUserSessions, ({ db, user, params }) =>
    accounts.endSessionsOfAccount(db, user, params.id),
  );

  api.serve(calls.deleteUser, ({ db, user, params }) =>
    accounts.deleteAccount(db, user, params.id),
  );
}
