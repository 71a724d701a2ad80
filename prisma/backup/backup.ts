import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { providerOf, sqlitePath } from '#prisma/url.ts';
import { backupFailed } from './backup-failed.ts';
import { dumpPostgres } from './postgres-programs.ts';
import { copySqlite } from './sqlite-copy.ts';

/** How the name of a backup ends. */
export const BACKUP_SUFFIX = { sqlite: '.db', postgresql: '.dump' } as const;
/** How the name of a backup ends while it is written. */
export const PARTIAL_SUFFIX = '.partial';

/**
 * Writes a backup of a running database: an SQLite file, or pg_dump's custom format. It is checked, is on
 * the disk, and only then gets its name; only this user can read it. The work runs outside of this thread.
 *
 * @param file overwritten if it exists; its folder is made
 * @returns its size in bytes
 * @throws BackupFailed, after it removed the partial file
 */
export function writeBackup(url: string, file: string): Promise<number> {
  return writeWhole(file, async (partial) => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // Created empty with its mode, so that no other user can ever read it.
    await (await open(partial, 'w', 0o600)).close();
    await chmod(partial, 0o600);
    if (providerOf(url) === 'sqlite') await copySqlite(sqlitePath(url), partial);
    else await dumpPostgres(url, partial);
  });
}

/**
 * Copies a backup, with its mode, into another folder, which must be there. It gets its name once it is on the disk.
 *
 * @throws BackupFailed, after it removed the partial file
 */
export async function copyBackup(from: string, to: string): Promise<void> {
  await writeWhole(to, (partial) => copyFile(from, partial));
}

/** Returns the size in bytes. */
async function writeWhole(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<number> {
  const partial = `${file}${PARTIAL_SUFFIX}`;
  try {
    await write(partial);
    await sync(partial);
    const { size } = await stat(partial);
    await rename(partial, file);
    await sync(dirname(file));
    return size;
  } catch (error) {
    for (const suffix of ['', '-journal', '-wal', '-shm']) {
      await rm(`${partial}${suffix}`, { force: true }).catch(() => undefined);
    }
    throw backupFailed(error);
  }
}

/** Waits until a file or a folder is on the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
