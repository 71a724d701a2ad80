import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A private PostgreSQL server for tests and tools. */
export interface ThrowawayPostgres {
  /** The URL of its maintenance database; another path is another database. */
  url: string;
  stop(): void;
}

/**
 * Starts a private PostgreSQL server on a socket in a folder of its own, apart from any other server of
 * the machine. It never waits for the disk, so it is fast and keeps nothing. Started by root, it runs as
 * the user postgres or nobody, because PostgreSQL refuses to run as root. It ends with this process, also
 * if the process is killed.
 *
 * @param bin the folder of PostgreSQL's programs, from findPostgres()
 * @param within where its folder is made
 * @param restore makes the files of the server; without it they are new
 */
export function startThrowawayPostgres(
  bin: string,
  within = tmpdir(),
  restore?: (data: string) => void,
): ThrowawayPostgres {
  const folder = mkdtempSync(join(within, 'throwaway-postgres-'));
  const data = join(folder, 'data');
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const run = (program: string, ...args: string[]) => {
    execFileSync(join(bin, program), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 60_000,
    });
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });

  try {
    chmodSync(folder, 0o755);
    if (user) chownSync(folder, user.uid, user.gid);
    if (restore) restore(data);
    else run('initdb', '-D', data, '-U', 'postgres', ...INITDB_OPTIONS);
    const options = [...SERVER_OPTIONS, `unix_socket_directories=${folder}`];
    const settings = options.map((option) => `-c ${option}`).join(' ');
    run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  } catch (error) {
    remove();
    throw error;
  }
  const guard = stopWhenKilled(bin, folder, user);
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop: () => {
      try {
        run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      } finally {
        remove();
        guard.end();
      }
    },
  };
}

/** A shell that waits for a pipe to close, which happens when this process ends. */
function stopWhenKilled(bin: string, folder: string, user: object | undefined): { end(): void } {
  const script = 'read -r _; "$1/pg_ctl" -D "$2/data" -m immediate stop; rm -rf "$2"';
  const guard = spawn('sh', ['-c', script, 'sh', bin, folder], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return guard.stdin;
}

/**
 * The folder with PostgreSQL's initdb, pg_ctl and postgres: PG_BIN, else the newest that Debian has
 * installed, else the one in PATH; undefined if there is none.
 */
export function findPostgres(): string | undefined {
  // biome-ignore lint/style/noProcessEnv: a tool for tests, which has no config.ts
  const { PG_BIN, PATH = '' } = process.env;
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  return [...(PG_BIN ? [PG_BIN] : []), ...debian, ...PATH.split(delimiter)].find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
}

const INITDB_OPTIONS = [
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--locale=C',
  '--no-sync',
  '--no-instructions',
];

const SERVER_OPTIONS = [
  "listen_addresses=''",
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'max_connections=200',
];

/** The user for PostgreSQL's programs when they are started by root. */
export function unprivilegedUser(): { uid: number; gid: number } {
  const id = (flag: string, name: string) =>
    Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  try {
    return { uid: id('-u', 'postgres'), gid: id('-g', 'postgres') };
  } catch {
    return { uid: id('-u', 'nobody'), gid: id('-g', 'nobody') };
  }
}
