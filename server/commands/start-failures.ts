import { Problem } from '#contract/problems.ts';
import { BackupFailed } from '#prisma/backup/backup-failed.ts';
import { BLOCKED, DatabaseRefused, fileInTheWay } from '#prisma/database-refused.ts';
import { failureOf } from '#prisma/failures.ts';
import { describeError, MEND_DAMAGE } from '#server/http/transport/problems.ts';
import { ConfigError } from '#server/settings/config.ts';

/** Why a start or a command failed, for a person: one line per mistake, with its cause and its mend. */
export function explainFailure(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.mistakes;
  if (error instanceof DatabaseRefused || error instanceof Problem) return [error.message];
  if (error instanceof BackupFailed) return [`No backup was made: ${reasonOf(error)}`];
  if (failureOf(error) === 'storage-full') return [STORAGE_FULL];
  if (failureOf(error) === 'damaged') return [MEND_DAMAGE];
  if (failureOf(error) === 'unavailable' && !isSystemError(error))
    return ['The database does not answer.'];
  const known = isSystemError(error) ? explainSystemError(error) : undefined;
  return [known ?? JSON.stringify(describeError(error))];
}

/** Why no backup was made, in a sentence; `error` is a BackupFailed. */
export function reasonOf({ failure, message, cause }: BackupFailed): string {
  const known = isSystemError(cause) ? explainSystemError(cause) : undefined;
  if (known) return known;
  if (failure === 'no-space') return 'The disk of the backups is full: make room, then try again.';
  return `${message.replace(/\.$/, '')}.`;
}

function explainSystemError({
  code = '',
  message,
  path,
}: NodeJS.ErrnoException): string | undefined {
  if (code === 'EADDRINUSE') return 'This PORT is in use: set PORT to another one.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'HOST is unknown here: set it to an address of this machine, like 127.0.0.1 or 0.0.0.0.';
  }
  if (path !== undefined && REFUSED.has(code)) {
    const user = process.getuid?.();
    return `The user who runs this (${user}) may not write ${path}: give that user the folder (chown), or set DATABASE_URL to another one.`;
  }
  if (path !== undefined && BLOCKED.has(code)) return fileInTheWay(path);
  if (FULL.has(code)) {
    return `The disk${path === undefined ? '' : ` with ${path}`} is full: make room, then try again.`;
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return `This HOST and PORT cannot be used: ${message}. Set HOST to an address of this machine, and PORT to 1024 or more.`;
  }
  return undefined;
}

const STORAGE_FULL = 'The disk of the database is full: make room, then try again.';
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const REFUSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
