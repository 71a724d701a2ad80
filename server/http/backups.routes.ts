import * as calls from '#contract/backups.ts';
import { reportBackups } from '#server/domain/backup-state.ts';
import type { Api } from './serve.ts';

export function backupRoutes(api: Api, { backups }: { backups: 'daily' | 'off' }): void {
  api.serve(calls.readBackups, ({ db }) => reportBackups(db, backups === 'daily'));
}
