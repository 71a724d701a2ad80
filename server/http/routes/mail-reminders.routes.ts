import type { AgentAccess } from '#contract/access.ts';
import * as calls from '#contract/reminders/mail-reminders.ts';
import {
  askForAddress,
  confirmAddress,
  pendingAddress,
} from '#server/domain/accounts/account-address.ts';
import type { Keys } from '#server/domain/reminders/mail-links.ts';
import { needMailServer } from '#server/domain/reminders/mail-queue.ts';
import * as reminders from '#server/domain/reminders/mail-reminders.ts';
import { kindsOf } from '#server/domain/reminders/reminders.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';

interface MailReminderSettings {
  smtpUrl: string | null;
  sessionKeys: Keys;
  agentAccess: AgentAccess;
}

export function mailReminderRoutes(
  api: Api,
  limits: RateLimits,
  { smtpUrl, sessionKeys: keys, agentAccess }: MailReminderSettings,
): void {
  api.serve(calls.readMailReminders, async ({ db, user }) => ({
    enabled: smtpUrl !== null,
    email: user.email,
    confirmed: user.emailConfirmedAt !== null,
    pending: await pendingAddress(db, user),
    reminders: await reminders.mailRemindersOf(db, user.id),
  }));

  api.serve(calls.keepMailReminders, ({ db, user, actor, body }) =>
    reminders.keepMailReminders(db, actor, user, body, kindsOf(user, agentAccess)),
  );

  api.serve(calls.stopMailReminders, ({ db, user, actor }) =>
    reminders.stopMailReminders(db, actor, user.id),
  );

  api.serve(calls.askForAddress, async ({ db, user, body }) => {
    needMailServer(smtpUrl);
    await limits.askingForAddress(user.id);
    await askForAddress(db, user, body);
  });

  api.serve(calls.confirmAddress, async ({ ctx, db, actor, body }) => {
    await limits.openingLink(ctx.ip);
    await confirmAddress(db, actor, { keys, token: body.token });
  });
}
