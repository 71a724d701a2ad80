/**
 * Why a backup was not made or not copied. `no-program`: pg_dump or pg_restore is not installed; `no-folder`: that of
 * the copies is not there; `other-database`: it has backups, none of which this database has made.
 */
export type BackupFailure =
  | 'no-program'
  | 'no-space'
  | 'not-writable'
  | 'no-folder'
  | 'other-database'
  | 'damaged'
  | 'other';

/** A backup was not made, or is not whole. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
  readonly failure: BackupFailure;

  constructor(failure: BackupFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Classifies an error of the file system, the driver or a program of PostgreSQL. */
export function backupFailed(cause: unknown): BackupFailed {
  if (cause instanceof BackupFailed) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const [failure = 'other'] =
    Object.entries(SIGNS).find(([, sign]) => sign.test(`${code} ${message}`)) ?? [];
  return new BackupFailed(failure as BackupFailure, message, { cause });
}

const SIGNS: Partial<Record<BackupFailure, RegExp>> = {
  'no-space': /ENOSPC|EDQUOT|SQLITE_FULL|disk is full|No space left/,
  'not-writable':
    /EACCES|EPERM|EROFS|ENOTDIR|EEXIST|SQLITE_READONLY|SQLITE_CANTOPEN|Permission denied/,
  damaged: /SQLITE_CORRUPT|SQLITE_NOTADB|malformed/,
};
