import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolder } from './data-folder.ts';

/**
 * Writes the generated password of the first admin beside the data, where only this user may read it: a
 * terminal's output often ends up in a log.
 *
 * @returns the path of the file
 */
export function keepFirstPassword(databaseUrl: string, password: string): string {
  const folder = dataFolder(databaseUrl);
  const file = resolve(join(folder, 'first-password'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  // The mode above counts for a new file only.
  chmodSync(file, 0o600);
  return file;
}
