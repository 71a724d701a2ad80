import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { sqlitePath } from '#prisma/url.ts';
import { type Config, ConfigError } from './config.ts';
import { sessionKeys } from './setting-values.ts';

/**
 * The keys that sign cookies: from the configuration, else from the file `session-keys` beside the
 * embedded database. The first start makes that file; only its owner can read it.
 */
export function sessionKeysOf(config: Config): readonly [string, ...string[]] {
  if (config.sessionKeys) return config.sessionKeys;
  const folder = dirname(sqlitePath(config.databaseUrl));
  const file = join(folder, 'session-keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // `wx`: of two processes that start at once, one makes the file and both read it.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const kept = v.safeParse(sessionKeys, readFileSync(file, 'utf8').trim());
  if (kept.success) return kept.output;
  throw new ConfigError([
    `${file} must hold ${kept.issues[0].message}. Delete it to start afresh.`,
  ]);
}
