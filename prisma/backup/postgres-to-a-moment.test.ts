import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import {
  findPostgres,
  startThrowawayPostgres,
  unprivilegedUser,
} from '#prisma/throwaway-postgres.ts';
import { createDatabase, urlOfDatabase } from '#server/test/databases.ts';
import { aPlayer } from '#server/test/samples.ts';
import { giveNewEpoch } from './restore.ts';

const PLACE = '/mnt/postgres-backups';
const DEPLOY = join(import.meta.dirname, '../../server/deploy');
const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;

test('a lost PostgreSQL comes back as it was at a moment, from base backup and log, under a new epoch', async () => {
  const bin = String(findPostgres());
  const folder = newFolder();
  const lost = startThrowawayPostgres(bin);
  let isLost = false;
  onTestFinished(() => void (isLost || lost.stop()));
  const env = { PATH: `${bin}:${process.env.PATH}`, PGHOST: hostOf(lost.url), PGUSER: 'postgres' };
  const options = { ...user, cwd: folder, env };
  /** The commands of a unit, for this folder and server. */
  const commandsOf = (unit: string, line: string) => {
    const text = readFileSync(join(DEPLOY, unit), 'utf8');
    return [...text.matchAll(new RegExp(`^${line}=(.+)$`, 'gm'))].map(([, command = '']) =>
      command
        .replaceAll(PLACE, folder)
        .replaceAll('/usr/bin/pg_', 'pg_')
        .replaceAll('%%', '%')
        .replaceAll('$$', '$')
        .replace('base-* ', "'base-*' "),
    );
  };
  const run = (command: string) => execFileSync('sh', ['-c', command], options);

  await createDatabase(lost.url, 'agency');
  const at = urlOfDatabase(lost.url, 'agency');
  await migrate(at);
  const db = await openDatabase(at);
  onTestFinished(() => closeDatabase(db));
  await db.application.create({ data: { ...aPlayer(0), playerName: 'In the base backup' } });

  for (const command of commandsOf('football-agency-wal.service', 'ExecStartPre')) run(command);
  const [receive = ''] = commandsOf('football-agency-wal.service', 'ExecStart');
  const receiving = spawn('sh', ['-c', `exec ${receive}`], { ...options, stdio: 'ignore' });
  onTestFinished(() => end(receiving));
  for (const line of ['ExecStart', 'ExecStartPost']) {
    for (const command of commandsOf('football-agency-basebackup.service', line)) run(command);
  }
  await db.application.create({ data: { ...aPlayer(1), playerName: 'Before the moment' } });
  const [{ moment = '' } = {}] = await db.$queryRawUnsafe<{ moment: string }[]>(
    'SELECT clock_timestamp()::text AS moment',
  );
  await db.application.create({ data: { ...aPlayer(2), playerName: 'After the moment' } });
  const { epoch } = await db.replicationState.findUniqueOrThrow({ where: { id: 1 } });
  await vi.waitFor(async () => expect(await isReceived(db)).toBe(true), 10_000);
  await closeDatabase(db);
  isLost = true;
  lost.stop();
  await end(receiving);

  const base = readdirSync(folder).find((name) => name.startsWith('base-'));
  const back = startThrowawayPostgres(bin, tmpdir(), (data) => {
    execFileSync(
      'sh',
      [join(DEPLOY, 'postgres-to-a-moment.sh'), join(folder, String(base)), data, moment],
      options,
    );
  });
  onTestFinished(() => back.stop());
  const restored = urlOfDatabase(back.url, 'agency');
  await vi.waitFor(async () => expect(await isRecovering(restored)).toBe(false), 20_000);
  await giveNewEpoch(restored);
  const again = await openDatabase(restored);
  onTestFinished(() => closeDatabase(again));
  const players = await again.application.findMany({ orderBy: { playerName: 'asc' } });
  expect(players.map(({ playerName }) => playerName)).toEqual([
    'Before the moment',
    'In the base backup',
  ]);
  const state = await again.replicationState.findUniqueOrThrow({ where: { id: 1 } });
  expect(state.epoch).not.toBe(epoch);
});

/** Whether the receiver has written all that the server has logged. */
async function isReceived(db: Db): Promise<boolean> {
  const [state] = await db.$queryRawUnsafe<{ received: boolean }[]>(
    'SELECT flush_lsn >= pg_current_wal_insert_lsn() AS received FROM pg_stat_replication',
  );
  return state?.received === true;
}

async function isRecovering(url: string): Promise<boolean> {
  const db = await openDatabase(url);
  try {
    const [state] = await db.$queryRawUnsafe<{ is: boolean }[]>('SELECT pg_is_in_recovery() AS is');
    return state?.is === true;
  } finally {
    await closeDatabase(db);
  }
}

function hostOf(url: string): string {
  return String(new URL(url).searchParams.get('host'));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** One that PostgreSQL's user may write. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'moment-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}
