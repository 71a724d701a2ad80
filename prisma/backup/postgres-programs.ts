import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BackupFailed, backupFailed } from './backup-failed.ts';

/**
 * Writes the database at `url` into a file by pg_dump, in its custom format, and reads the file's
 * contents back. Throws BackupFailed.
 */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  await runProgram(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', '--file', file],
    url,
  );
  const list = await runProgram('pg_restore', ['--list', file]);
  if (!/ TABLE DATA \S+ ReplicationState /.test(list)) {
    throw new BackupFailed('damaged', 'The dump lacks the table ReplicationState.');
  }
}

/** Writes a dump into an empty database. Throws BackupFailed; then the database is empty still. */
export async function restoreDump(file: string, url: string): Promise<void> {
  const args = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];
  const { PGDATABASE } = connectionOf(url);
  await runProgram('pg_restore', [...args, `--dbname=${PGDATABASE}`, file], url);
}

/**
 * Runs a program of PostgreSQL and returns its output.
 *
 * @param url its connection, given in the environment: arguments are seen by all users of the machine
 * @throws BackupFailed with the first line that it complains about
 */
async function runProgram(name: string, args: readonly string[], url?: string): Promise<string> {
  const path = findProgram(name);
  if (path === undefined) throw new BackupFailed('no-program', `${name} is not installed.`);
  // biome-ignore lint/style/noProcessEnv: the program needs the environment, such as PATH and HOME
  const env = { ...process.env, ...(url !== undefined && connectionOf(url)), LC_ALL: 'C' };
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 2_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return output;
  throw backupFailed(new Error(complaint.split('\n')[0] || `${name} ended with ${code}.`));
}

/** The path of a program: in PATH, else the newest that Debian has installed; undefined if there is none. */
function findProgram(name: string): string | undefined {
  // biome-ignore lint/style/noProcessEnv: where programs are is no setting of ours
  const folders = (process.env.PATH ?? '').split(delimiter);
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(versions, version, 'bin'))
    : [];
  return [...folders, ...debian]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** A connection as PostgreSQL's programs read it from their environment. */
function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const settings = {
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: searchParams.get('port') ?? port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
    PGSSLCERT: searchParams.get('sslcert') ?? '',
    PGSSLKEY: searchParams.get('sslkey') ?? '',
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
}
