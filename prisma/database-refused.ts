import { dirname } from 'node:path';
import { providerOf, sqlitePath } from './url.ts';

/** The database cannot be used until a person acts. Its message is one line for that person. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

/**
 * An error of the system or the driver in words: the fault of the database at `url`, and the mend where
 * it is known.
 */
export function refusalOf(cause: unknown, url: string): DatabaseRefused {
  if (cause instanceof DatabaseRefused) return cause;
  return new DatabaseRefused(explain(cause, url), { cause });
}

function explain(cause: unknown, url: string): string {
  const code = codeOf(cause);
  if (providerOf(url) === 'sqlite') {
    const path = sqlitePath(url);
    if (isDamaged(cause)) {
      return `${path} is damaged or no SQLite database: put it aside and restore a backup.`;
    }
    if (BLOCKED.has(code)) return fileInTheWay(dirname(path));
    if (FORBIDDEN.test(code)) {
      return `The user who runs this (${process.getuid?.()}) may not write ${path}: give that user the folder and its files (chown), or set DATABASE_URL to another one.`;
    }
    if (FULL.has(code)) return `The disk with ${path} is full: make room, then try again.`;
  }
  const mend = MENDS[code];
  return `Cannot open the database: ${textOf(cause)}${mend ? `. ${mend}` : ''}.`;
}

/** For a file that is missing, or in a folder that this user may not enter: the two cannot be told apart. */
export function missingFile(path: string): DatabaseRefused {
  const user = process.getuid?.();
  return new DatabaseRefused(
    `There is no ${path}, or the user who runs this (${user}) may not see it.`,
  );
}

/** What a person does who has named a file, or a link to nothing, where a folder is needed. */
export function fileInTheWay(folder: string): string {
  return `A file stands in the way of the folder ${folder}: move it away, or name another folder in the settings.`;
}

/** The codes of the system for that. */
export const BLOCKED: ReadonlySet<string> = new Set(['EEXIST', 'ENOTDIR']);

/** Whether an embedded database is not readable at all, or in parts. */
export function isDamaged(error: unknown): boolean {
  return DAMAGED.has(codeOf(error));
}

/** The code of the system, of SQLite or of PostgreSQL; empty if there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The message of an error on one line, without the full stop. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message || codeOf(error) : String(error);
  return text.replace(/\s+/g, ' ').replace(/\.$/, '');
}

const DAMAGED: ReadonlySet<string> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
/** SQLite tells more behind the name, as in `SQLITE_READONLY_DIRECTORY`. */
const FORBIDDEN = /^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)/;
const FULL: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
]);

/** What a person does about an error of PostgreSQL. */
const MENDS: Readonly<Record<string, string>> = {
  '28000': 'Create the role, or name another one in DATABASE_URL',
  '28P01': 'Correct the password in DATABASE_URL',
  '3D000': 'Create it (createdb), or name another one in DATABASE_URL',
  '42501': 'Give the role of DATABASE_URL this right, or name another role',
  ECONNREFUSED: 'Start PostgreSQL, or correct host and port in DATABASE_URL',
  ENOTFOUND: 'Correct the host in DATABASE_URL',
};
