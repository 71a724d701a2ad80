import { readBackups } from '#contract/backups/backups.ts';
import * as copies from '#contract/backups/copies.ts';
import { deviceOf } from '#server/domain/accounts/device.ts';
import { decideCopies } from '#server/domain/backups/decide-copies.ts';
import { offerCopies } from '#server/domain/backups/offer-copies.ts';
import { reportCopies } from '#server/domain/backups/report-copies.ts';
import { type BackupPlan, reportBackups } from '#server/domain/people/backup-state.ts';
import type { Api } from '#server/http/api/serve.ts';

export function backupRoutes(api: Api, settings: BackupPlan): void {
  api.serve(readBackups, ({ db }) => reportBackups(db, settings));

  api.serve(copies.offerCopies, ({ db, ctx, user, body }) =>
    offerCopies(db, { user, device: deviceOf(ctx.get('User-Agent')) }, body),
  );

  api.serve(copies.readCopies, ({ db }) => reportCopies(db));

  api.serve(
    copies.decideCopies,
    ({ db, actor, user, body }) => decideCopies(db, { ...actor, userId: user.id }, body),
    { notifies: true },
  );
}
