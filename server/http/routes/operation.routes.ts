import * as audit from '#contract/audit.ts';
import * as backups from '#contract/backups/backups.ts';
import * as clock from '#contract/clock.ts';
import { apiReference } from '#contract/docs.ts';
import * as exported from '#contract/exports.ts';
import * as mails from '#contract/mails.ts';
import { dropPageCache } from '#contract/page-cache.ts';
import * as people from '#contract/people.ts';
import { readAudit } from '#server/domain/common/audit.ts';
import { type BackupPlan, reportBackups } from '#server/domain/people/backup-state.ts';
import { erasePerson } from '#server/domain/people/erase-person.ts';
import { exportPerson } from '#server/domain/people/export-person.ts';
import { noteExport } from '#server/domain/people/note-export.ts';
import { confirmClock, readClock } from '#server/domain/people/trusted-clock.ts';
import { reportMails, retryMail } from '#server/domain/reminders/mail-queue.ts';
import type { Api } from '#server/http/api/serve.ts';

/** The calls about the site and its data: backups, clock, mails, audit log, exports, a person, cache, documents. */
export function operationRoutes(api: Api, settings: BackupPlan & { smtpUrl: string | null }): void {
  api.serve(backups.readBackups, ({ db }) => reportBackups(db, settings));

  api.serve(clock.readClock, ({ db }) => readClock(db));

  api.serve(clock.confirmClock, ({ db, actor }) => confirmClock(db, actor));

  api.serve(mails.readMails, ({ db }) => reportMails(db, settings.smtpUrl !== null));

  api.serve(mails.retryMail, ({ db, actor, params }) => retryMail(db, actor, params.id));

  api.serve(audit.readAudit, ({ db, body }) => readAudit(db, body));

  api.serve(exported.noteExport, ({ db, change, actor, body }) =>
    noteExport(db, change, actor, body),
  );

  api.serve(people.exportPerson, ({ db, actor, body }) => exportPerson(db, actor, body));

  api.serve(people.erasePerson, ({ db, change, actor, user, body }) =>
    erasePerson(db, change, { ...actor, userId: user.id }, body),
  );

  api.serve(dropPageCache, async ({ ctx }) => {
    ctx.set('Clear-Site-Data', '"cache"');
  });

  // `npm run generate` makes the document from the contract (server/openapi).
  api.serve(apiReference, async () => {
    const { default: reference } = await import('./openapi.gen.json');
    // JSON gives `openapi` the type string.
    return reference as typeof reference & { openapi: '3.1.0' };
  });
}
