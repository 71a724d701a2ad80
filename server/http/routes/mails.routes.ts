import * as calls from '#contract/mails.ts';
import { reportMails, retryMail } from '#server/domain/reminders/mail-queue.ts';
import type { Api } from '#server/http/api/serve.ts';

export function mailRoutes(api: Api, { smtpUrl }: { smtpUrl: string | null }): void {
  api.serve(calls.readMails, ({ db }) => reportMails(db, smtpUrl !== null));

  api.serve(calls.retryMail, ({ db, actor, params }) => retryMail(db, actor, params.id));
}
