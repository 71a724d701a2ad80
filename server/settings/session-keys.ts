import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { sqlitePath } from '#prisma/url.ts';
import type { Config } from './config.ts';
import { sessionKeys } from './setting-values.ts';
import { storedSecret } from './stored-secret.ts';

/**
 * The keys that sign what the server gives out: from the configuration, else from the file `session-keys` beside the
 * embedded database. The first start makes that file; only its owner can read it.
 */
export function sessionKeysOf(config: Config): readonly [string, ...string[]] {
  if (config.sessionKeys) return config.sessionKeys;
  const file = join(dirname(sqlitePath(config.databaseUrl)), 'session-keys');
  return storedSecret(file, sessionKeys, () => randomBytes(32).toString('base64url'));
}
