import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { providerOf, sqlitePath } from '#prisma/url.ts';
import { type BackupSettings, backupSettingsOf } from '#server/backups/backup-settings.ts';
import { backupsIn, isFolder, type Kept } from '#server/backups/outdated-backups.ts';
import { BACKUP_PERIODS } from '#server/domain/people/backup-state.ts';
import type { Config } from '#server/settings/config.ts';
import { dataFolder } from '#server/settings/data-folder.ts';
import { type Finding, must, should } from './finding.ts';

const DAY = 24 * 60 * 60_000;
/** After so many days, what a person should have deleted is named. */
const LYING_DAYS = 7;
/** More backups by hand than this are named. */
const MANY_BY_HAND = 20;
/** The least room for the database, in bytes. */
const LEAST_ROOM = 1e9;

/** The major version of Node.js in image and archive; newer ones end in the driver of SQLite (better-sqlite3 12). */
const SUPPORTED_NODE = 22;

/** The last day on which a major version of Node.js gets mends of weaknesses. */
const NODE_ENDS: Readonly<Record<number, string>> = { 20: '2026-04-30', 22: '2027-04-30' };

export function checkNode(version: string, now: Date): Finding[] {
  const major = Number.parseInt(version, 10);
  const ends = NODE_ENDS[major];
  const isOutdated = ends !== undefined && now > new Date(`${ends}T23:59:59Z`);
  if (major <= SUPPORTED_NODE && !isOutdated) return [];
  const why = isOutdated ? `gets no mends since ${ends}` : 'is not supported yet';
  const end = major < SUPPORTED_NODE ? ', and a coming release refuses it' : '';
  const cure =
    major === SUPPORTED_NODE
      ? 'take a release for a newer one'
      : `make the archive with Node.js ${SUPPORTED_NODE}`;
  return [should(`Node.js ${version} ${why}${end}: ${cure}.`)];
}

/** Room for the database and the backups that are still to come until a day has all of its own. */
export function checkDisk(
  { databaseUrl, folder, copyTo, every }: Omit<BackupSettings, keyof Kept>,
  freeIn = readFree,
): Finding[] {
  const isFile = providerOf(databaseUrl) === 'sqlite' && existsSync(sqlitePath(databaseUrl));
  const ofToday = backupsIn(folder).filter(({ madeAt }) => Date.now() - madeAt.getTime() < DAY);
  const toCome = Math.max(1, DAY / BACKUP_PERIODS[every] - ofToday.length);
  const needed = LEAST_ROOM + (isFile ? (1 + toCome) * statSync(sqlitePath(databaseUrl)).size : 0);
  const folders = [dataFolder(databaseUrl), folder, copyTo].filter((each) => each !== null);
  const there = new Set(folders.map((each) => nearest(resolve(each))));
  return [...there].flatMap((each) => {
    const free = freeIn(each);
    if (free >= needed) return [];
    return [must(`${each} has ${inMegabytes(free)} free, of ${inMegabytes(needed)}: make room.`)];
  });
}

/** A copy on the same disk is lost with it. */
export function checkOtherDisk(folder: string, copyTo: string): Finding[] {
  if (!isFolder(copyTo)) return [must(`${copyTo} is no folder: make or mount it.`)];
  const [one, other] = [nearest(resolve(folder)), copyTo].map((each) => statSync(each).dev);
  if (one !== other) return [];
  return [should(`BACKUP_COPY_TO is on the same disk as the backups: mount another one there.`)];
}

function readFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A folder may not be there yet. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

/** Whether the system sets the clock by others. Nothing is found where the system does not say. */
export function checkClock(read = readSynchronized): Finding[] {
  return read() === 'no'
    ? [must('Nothing sets the clock of this machine: timedatectl set-ntp true')]
    : [];
}

function readSynchronized(): string {
  const args = ['show', '--property=NTPSynchronized', '--value'];
  return spawnSync('timedatectl', args, { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Secrets and copies of records that lie about, with the command that removes them; also for the start. */
export function checkLeftovers(
  config: Parameters<typeof backupSettingsOf>[0],
  now = new Date(),
): Finding[] {
  const { databaseUrl } = config;
  const data = resolve(dataFolder(databaseUrl));
  const lying = [join(data, 'first-password'), ...replacedDatabases(databaseUrl)].filter(
    (file) => existsSync(file) && now.getTime() - statSync(file).mtimeMs > LYING_DAYS * DAY,
  );
  return [
    ...lying.map((file) => should(`${file} is no longer needed: rm ${file}`)),
    ...checkByHand(backupSettingsOf(config)),
  ];
}

/** What a restore has put aside, with their logs. */
function replacedDatabases(databaseUrl: string): string[] {
  if (providerOf(databaseUrl) !== 'sqlite') return [];
  const path = resolve(sqlitePath(databaseUrl));
  const start = `${basename(path)}.replaced-`;
  const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
  return names.filter((name) => name.startsWith(start)).map((name) => join(dirname(path), name));
}

function checkByHand({ folder }: BackupSettings): Finding[] {
  const byHand = backupsIn(folder).filter(({ kind }) => kind === 'by-hand');
  if (byHand.length <= MANY_BY_HAND) return [];
  const text = `${byHand.length} backups by hand lie in ${folder}, with erased persons in them: agency backup --keep=${MANY_BY_HAND}`;
  return [should(text)];
}

/** The server's user alone may read the data. */
export function checkRights({ databaseUrl }: Pick<Config, 'databaseUrl'>): Finding[] {
  const folder = resolve(dataFolder(databaseUrl));
  const isOpen = existsSync(folder) && (statSync(folder).mode & 0o077) !== 0;
  return isOpen ? [must(`Others may read ${folder}: chmod 700 ${folder}`)] : [];
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}
