import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { sqlitePath } from '#prisma/url.ts';
import { backUpBeforeMigration } from '#server/backups/back-up-if-due.ts';
import { Client } from '#server/test/client.ts';
import { onSqlite } from '#server/test/database.ts';
import { commandOf, originOf, SETTINGS, startProgram } from '#server/test/program.ts';
import { makeCertificate } from '#server/test/proxy.ts';
import { checkClock, checkDisk, checkLeftovers, checkNode, checkRights } from './check-machine.ts';

onSqlite('the check of an installation', ({ url }) => {
  test('names what a site lacks before it is public, once, and ends with 1', async () => {
    const [code, lines] = await check({ DATABASE_URL: await url(), BACKUP_FOLER: '/tmp' });
    expect(code).toBe(1);
    const found = lines.filter((line) => !line.startsWith('ok '));
    const begins = (text: string) => found.filter((line) => line.startsWith(text));
    for (const text of [
      'better  Settings: BACKUP_FOLER is no setting',
      'TO DO   Site and certificate: http://localhost:3000 opens on this machine only',
      'TO DO   Site and certificate: http://localhost:3000/api/ready does not answer (',
      'better  Mail: no mail is sent',
      'TO DO   Backups: there is none yet',
      'TO DO   Restore: There is no backup in ',
    ]) {
      expect(begins(text), text).toHaveLength(1);
    }
  });

  test('all that can be tried out is tried out: mail, certificate, redirect, restore', async () => {
    const DATABASE_URL = await url();
    const folder = newFolder();
    const site = await serveTls(folder);
    const settings = { DATABASE_URL, BACKUP_FOLDER: join(folder, 'backups') };
    expect(await startProgram(settings, commandOf('backup')).ended).toBe(0);
    const [, lines] = await check({
      ...settings,
      SITE_URL: site,
      NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem'),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'office@agency.example',
    });
    expect(lines).toEqual(expect.arrayContaining(['ok      Backups', 'ok      Restore']));
    expect(lines.filter((line) => /Site|Mail/.test(line)).map((line) => line.slice(8))).toEqual([
      expect.stringContaining('opens on this machine only'),
      'Site and certificate: The certificate of localhost ends in 1 days: see why it is not renewed.',
      expect.stringContaining('Site and certificate: TRUST_PROXY is 0'),
      'Mail: the mail server refuses (unreachable): correct SMTP_URL.',
    ]);
  });

  test('a backup that was not copied, and a copy on the same disk, are named', async () => {
    const DATABASE_URL = await url();
    const folder = newFolder();
    const settings = {
      DATABASE_URL,
      BACKUP_FOLDER: join(folder, 'backups'),
      BACKUP_COPY_TO: join(folder, 'copies'),
    };
    const backUp = async () => {
      const program = startProgram(settings, commandOf('backup'));
      return [await program.ended, program.text()];
    };
    const look = async () => {
      const [, lines] = await check(settings);
      return lines.filter((line) => /Backups|Restore/.test(line)).map((line) => line.slice(8));
    };
    expect(await backUp()).toEqual([1, expect.stringMatching(/copies is no folder: is its disk/)]);
    expect(await look()).toEqual([
      `Backups: ${settings.BACKUP_COPY_TO} is no folder: make or mount it.`,
      `Backups: the last one was not copied to ${settings.BACKUP_COPY_TO} (no-folder): see the log.`,
      'Restore',
    ]);
    mkdirSync(settings.BACKUP_COPY_TO);
    expect(await backUp()).toEqual([0, expect.stringContaining('is a backup of now')]);
    rmSync(settings.BACKUP_FOLDER, { recursive: true });
    const same =
      'Backups: BACKUP_COPY_TO is on the same disk as the backups: mount another one there.';
    expect(await look()).toEqual([same, 'Restore']);
  });

  test('the backup from before an upgrade counts until the server has made the next one', async () => {
    const DATABASE_URL = await url();
    const BACKUP_FOLDER = join(newFolder(), 'backups');
    const look = async () => {
      const [, lines] = await check({ DATABASE_URL, BACKUP_FOLDER });
      return lines.filter((line) => line.includes('Backups'));
    };
    const made = await backUpBeforeMigration({
      databaseUrl: DATABASE_URL,
      folder: BACKUP_FOLDER,
    });
    expect(await look()).toEqual(['ok      Backups']);

    const database = new Database(sqlitePath(DATABASE_URL));
    onTestFinished(() => void database.close());
    database.prepare('UPDATE BackupState SET madeAt = ?').run(new Date(0).toISOString());
    renameSync(made, made.replace(/\d{4}-/, '2025-'));
    expect(await look()).toEqual([expect.stringMatching(/the newest one is of 1970/)]);
  });

  test('a part of the database that cannot be read is named with its mend, by the log, too', async () => {
    const DATABASE_URL = await url();
    damage(sqlitePath(DATABASE_URL), 'Session');
    const [code, lines] = await check({ DATABASE_URL });
    expect(code).toBe(1);
    const mend =
      'The database is damaged: stop the server and restore a backup (OPERATE.md, Restore).';
    expect(lines).toContain(`TO DO   Database: ${mend}`);

    const server = startProgram({ ...SETTINGS, DATABASE_URL, ADMIN_PASSWORD: 'corner-flag-17' });
    const origin = originOf(await server.until(/port \d+/));
    const body = { username: 'admin', password: 'corner-flag-17' };
    expect((await new Client(origin).call(login, { body })).status).toBe(500);
    expect(await server.until(/"msg":"internal"/)).toContain(`"mend":"${mend}"`);
  });

  test('says once that there is no database', async () => {
    const [code, lines] = await check({ DATABASE_URL: 'file:/no/such.db' });
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes('There is no /no/such.db'))).toHaveLength(1);
    expect(lines).toContain('TO DO   Backups: see above');
  });

  test('says in one line which settings are wrong', async () => {
    const [code, lines] = await check({ DATABASE_URL: 'mysql://agency' });
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^DATABASE_URL must be /)]]);
  });
});

describe('what a check finds on the machine', () => {
  const now = new Date('2026-11-27T12:00:00Z');

  test('a version of Node.js without mends', () => {
    expect(textsOf(checkNode('20.20.2', now))).toEqual([
      'Node.js 20.20.2 gets no mends since 2026-04-30, and a coming release refuses it: make the archive with Node.js 22.',
    ]);
    expect(textsOf(checkNode('24.1.0', now))).toEqual([
      'Node.js 24.1.0 is not supported yet: make the archive with Node.js 22.',
    ]);
    expect(checkNode('22.12.0', now)).toEqual([]);
    expect(textsOf(checkNode('22.12.0', new Date('2027-05-01T00:00:00Z')))).toEqual([
      'Node.js 22.12.0 gets no mends since 2027-04-30: take a release for a newer one.',
    ]);
  });

  test('a clock that nothing sets', () => {
    expect(textsOf(checkClock(() => 'no'))).toEqual([expect.stringContaining('timedatectl')]);
    expect([...checkClock(() => 'yes'), ...checkClock(() => '')]).toEqual([]);
  });

  test('a disk without room for the database and a backup', () => {
    const databaseUrl = `file:${newFolder()}/agency.db`;
    const place = { databaseUrl, folder: '/no/such', copyTo: null };
    const room = (free: number) => checkDisk({ ...place, every: 'hour' }, () => free);
    expect(room(1.1e9)).toEqual([]);
    expect(textsOf(room(0.9e9))).toEqual([
      expect.stringMatching(/ has 900 MB free, of 1000 MB: make room\.$/),
      '/ has 900 MB free, of 1000 MB: make room.',
    ]);
    // A day of hourly backups is still to come.
    writeFileSync(databaseUrl.slice('file:'.length), Buffer.alloc(10e6));
    expect(textsOf(room(1.2e9))[0]).toContain(' has 1200 MB free, of 1250 MB: make room.');
    expect(checkDisk({ ...place, every: 'day' }, () => 1.2e9)).toEqual([]);
  });

  test('data that others may read', () => {
    const folder = newFolder();
    const rights = () => textsOf(checkRights({ databaseUrl: `file:${folder}/agency.db` }));
    expect(rights()).toEqual([]);
    chmodSync(folder, 0o750);
    expect(rights()).toEqual([`Others may read ${folder}: chmod 700 ${folder}`]);
  });

  test('a first password, replaced databases and heaps of backups by hand, with the command that removes them', () => {
    const folder = newFolder();
    const leftovers = () =>
      textsOf(
        checkLeftovers({
          databaseUrl: `file:${folder}/agency.db`,
          backupFolder: null,
          backupEvery: 'hour',
          backupDaily: 7,
          backupWeekly: 4,
          backupMonthly: 6,
          backupCopyTo: null,
        }),
      );
    const old = Date.now() / 1000 - 8 * 24 * 60 * 60;
    const files = ['first-password', 'agency.db.replaced-20261101000000'].map((name) =>
      join(folder, name),
    );
    for (const file of files) writeFileSync(file, '');
    expect(leftovers()).toEqual([]);
    for (const file of files) utimesSync(file, old, old);
    expect(leftovers()).toEqual(files.map((file) => `${file} is no longer needed: rm ${file}`));

    for (const file of files) rmSync(file);
    mkdirSync(join(folder, 'backups'));
    for (let n = 10; n <= 30; n += 1) {
      writeFileSync(join(folder, 'backups', `agency-2026-11-22T0315${n}Z-by-hand.db`), '');
    }
    expect(leftovers()).toEqual([
      expect.stringMatching(/^21 backups by hand lie in .+: agency backup --keep=20$/),
    ]);
  });
});

async function check(environment: Record<string, string>): Promise<[number | null, string[]]> {
  const program = startProgram({ PORT: '3000', ...environment }, commandOf('check'));
  return [await program.ended, program.text().trim().split('\n')];
}

/** A site on https that is ready, with a certificate of two days. */
async function serveTls(folder: string): Promise<string> {
  makeCertificate(folder);
  const [cert, key] = ['certificate.pem', 'key.pem'].map((name) =>
    readFileSync(join(folder, name)),
  );
  const server = createServer({ cert, key }, (_, answer) => void answer.end('{"status":"ok"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

function textsOf(findings: readonly { text: string }[]): string[] {
  return findings.map(({ text }) => text);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Overwrites the first page of a table, as a failing disk does. */
function damage(file: string, table: string): void {
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const size = Number(database.pragma('page_size', { simple: true }));
  const page = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_master WHERE name = ?')
    .pluck()
    .get(table);
  database.close();
  const content = readFileSync(file);
  content.fill(0xff, ((page ?? 0) - 1) * size, (page ?? 0) * size);
  writeFileSync(file, content);
}
