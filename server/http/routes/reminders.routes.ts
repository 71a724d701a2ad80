import type { AgentAccess } from '#contract/access.ts';
import * as calls from '#contract/reminders/reminders.ts';
import * as reminders from '#server/domain/reminders/reminders.ts';
import { type PushService, sendTest } from '#server/domain/reminders/send-reminders.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';
import { sessionIdOf } from './auth.routes.ts';

export function reminderRoutes(
  api: Api,
  limits: RateLimits,
  push: PushService,
  { agentAccess }: { agentAccess: AgentAccess },
): void {
  api.serve(calls.readReminders, async ({ ctx, db }) => ({
    publicKey: push.publicKey,
    reminders: await reminders.remindersOf(db, sessionIdOf(ctx)),
  }));

  api.serve(calls.keepReminders, ({ ctx, db, user, actor, body }) =>
    reminders.keepReminders(
      db,
      actor,
      sessionIdOf(ctx),
      body,
      reminders.kindsOf(user, agentAccess),
    ),
  );

  api.serve(calls.stopReminders, ({ ctx, db, actor }) =>
    reminders.stopReminders(db, actor, sessionIdOf(ctx)),
  );

  api.serve(calls.testReminders, async ({ ctx, db, user }) => {
    await limits.testingReminders(user.id);
    return { outcome: await sendTest(db, push, sessionIdOf(ctx)) };
  });
}
