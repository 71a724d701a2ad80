import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/fields/fields.ts';

/**
 * Why a backup was not made or not copied. `no-program`: pg_dump is not installed where the server runs; `no-folder`:
 * the folder of the copies is not there; `other-database`: the folder has backups, none of which this database has made;
 * `damaged`: the copy is not whole.
 */
export const BACKUP_FAILURES = [
  'no-program',
  'no-space',
  'not-writable',
  'no-folder',
  'other-database',
  'damaged',
  'other',
] as const;

/** The state of the backups that the server makes by itself. */
export const BackupReport = v.object({
  /** False if the operator has switched them off. */
  enabled: v.boolean(),
  /** The newest one; null before the first. */
  madeAt: v.nullable(instant),
  /** Its size in bytes. */
  size: v.nullable(v.number()),
  /** How many are kept. */
  kept: v.number(),
  /** True if the newest is older than two periods of BACKUP_EVERY, though they are enabled. */
  overdue: v.boolean(),
  /** The last attempt, if it failed; null after a success. */
  failedAt: v.nullable(instant),
  failure: v.nullable(v.picklist(BACKUP_FAILURES)),
  /** The copies in a second folder; null if the operator has named none. */
  copies: v.nullable(
    v.object({
      /** When the newest backup that was copied was made; null before the first. */
      copiedAt: v.nullable(instant),
      /** Why a later one was not copied; null if it was. */
      failure: v.nullable(v.picklist(BACKUP_FAILURES)),
    }),
  ),
});
export type BackupReport = v.InferOutput<typeof BackupReport>;

/** The state of the backups, for admins. */
export const readBackups = endpoint('GET', '/api/backups', {
  access: 'admin',
  reply: BackupReport,
});
