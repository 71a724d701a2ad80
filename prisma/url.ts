import { fileURLToPath } from 'node:url';

/** The supported databases. */
export type Provider = 'sqlite' | 'postgresql';

/**
 * The kind of database of a DATABASE_URL: `file:data/app.db` is an embedded SQLite database,
 * `postgres://…` or `postgresql://…` a PostgreSQL server. Throws an Error for any other.
 */
export function providerOf(url: string): Provider {
  if (/^file:./.test(url)) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  throw new Error('DATABASE_URL must be file:<path> or postgres://<user>@<host>/<database>.');
}

/** The path of an embedded database; a relative one counts from the working directory. */
export function sqlitePath(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
