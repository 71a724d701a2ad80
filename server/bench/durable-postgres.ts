import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, unprivilegedUser } from '#prisma/throwaway-postgres.ts';

/** A private PostgreSQL server that keeps what it has acknowledged, and whose disk can be filled. */
export interface DurablePostgres {
  url: string;
  /** Stops it at once, as the loss of its machine does. */
  crash(): void;
  startAgain(): void;
  /** Leaves no space for tables. The log of changes is on another disk, as in most large databases. */
  fillDisk(): void;
  freeDisk(): void;
  stop(): void;
}

/** In bytes: an empty server needs half of it. */
const DISK = 96 * 2 ** 20;

/** Needs root, who alone can make a disk that is small enough to be filled. */
export function startDurablePostgres(): DurablePostgres {
  const bin = findPostgres();
  if (!bin || process.getuid?.() !== 0) throw new Error('This needs PostgreSQL and root.');
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'durable-postgres-'));
  const disk = join(folder, 'disk');
  const data = join(disk, 'data');
  const filler = join(disk, 'filler');
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const control = (...args: string[]) => run('pg_ctl', '-D', data, '-w', ...args);
  const start = () =>
    control(
      '-l',
      join(folder, 'log'),
      '-o',
      `-c listen_addresses='' -c unix_socket_directories=${folder}`,
      'start',
    );

  chmodSync(folder, 0o755);
  chownSync(folder, user.uid, user.gid);
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]);
  chownSync(disk, user.uid, user.gid);
  run(
    'initdb',
    '-D',
    data,
    '-X',
    join(folder, 'log-of-changes'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
  );
  start();
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    crash: () => void control('-m', 'immediate', 'stop'),
    startAgain: () => void start(),
    fillDisk() {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    freeDisk: () => rmSync(filler),
    stop() {
      control('-m', 'immediate', 'stop');
      execFileSync('umount', [disk]);
      rmSync(folder, { recursive: true });
    },
  };
}
