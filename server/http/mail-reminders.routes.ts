import type { AgentAccess } from '#contract/access.ts';
import * as calls from '#contract/mail-reminders.ts';
import { askForAddress, confirmAddress, pendingAddress } from '#server/domain/account-address.ts';
import type { Keys } from '#server/domain/mail-links.ts';
import { needMailServer } from '#server/domain/mail-queue.ts';
import * as reminders from '#server/domain/mail-reminders.ts';
import { kindsOf } from '#server/domain/reminders.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Api } from './serve.ts';

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

  api.serve(calls.keepMailReminders, ({ db, user, doer, body }) =>
    reminders.keepMailReminders(db, doer, user, body, kindsOf(user, agentAccess)),
  );

  api.serve(calls.stopMailReminders, ({ db, user, doer }) =>
    reminders.stopMailReminders(db, doer, user.id),
  );

  api.serve(calls.askForAddress, async ({ db, user, body }) => {
    needMailServer(smtpUrl);
    await limits.askingForAddress(user.id);
    await askForAddress(db, user, body);
  });

  api.serve(calls.confirmAddress, async ({ ctx, db, doer, body }) => {
    await limits.openingLink(ctx.ip);
    await confirmAddress(db, doer, { keys, token: body.token });
  });
}
