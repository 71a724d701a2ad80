import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#server/settings/config.ts';
import { dataFolder } from '#server/settings/data-folder.ts';
import { pushKey } from '#server/settings/setting-values.ts';
import { storedSecret } from '#server/settings/stored-secret.ts';

/** The private key of VAPID: from the configuration, else from the file `push-key` beside the data. */
export function pushKeyOf({ vapidPrivateKey, databaseUrl }: Config): string {
  if (vapidPrivateKey) return vapidPrivateKey;
  const file = join(dataFolder(databaseUrl), 'push-key');
  return storedSecret(file, pushKey, makeKey);
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return String(privateKey.export({ format: 'jwk' }).d);
}
