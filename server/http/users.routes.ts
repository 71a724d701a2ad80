import type { AgentAccess } from '#contract/access.ts';
import * as calls from '#contract/users.ts';
import * as accounts from '#server/domain/accounts.ts';
import type { Serve } from './serve.ts';

export function userRoutes(serve: Serve, { agentAccess }: { agentAccess: AgentAccess }): void {
  serve(calls.listUsers, async ({ db }) => ({
    accounts: await accounts.listAccounts(db),
    agentAccess,
  }));

  serve(calls.changeUser, ({ db, user, params, body }) =>
    accounts.changeAccount(db, user, { ...body, ...params }),
  );

  serve(calls.endUserSessions, ({ db, user, params }) =>
    accounts.endSessionsOfAccount(db, user, params.id),
  );

  serve(calls.deleteUser, ({ db, user, params }) => accounts.deleteAccount(db, user, params.id));
}
