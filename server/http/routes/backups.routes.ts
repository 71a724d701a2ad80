import * as calls from '#contract/backups.ts';
import { reportBackups } from '#server/domain/people/backup-state.ts';
import type { Api } from '#server/http/api/serve.ts';

export function backupRoutes(api: Api, { backups }: { backups: 'daily' | 'off' }): void {
  api.serve(calls.readBackups, ({ db }) => reportBackups(db, backups === 'daily'));
}
