import { fileURLToPath } from 'node:url';

/** The two databases on which the product runs. */
export type Provider = 'sqlite' | 'postgresql';

/**
 * Which database a DATABASE_URL means: `file:data/app.db` is an embedded SQLite database,
 * `postgres://…` or `postgresql://…` a PostgreSQL server. Throws an Error with one clear line.
 */
export function providerOf(url: string): Provider {
  if (/^file:./.test(url)) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  throw new Error('DATABASE_URL must be file:<path> or postgres://<user>@<host>/<database>.');
}

/** The path of an embedded database, relative to the working directory unless it is absolute. */
export function sqlitePath(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
