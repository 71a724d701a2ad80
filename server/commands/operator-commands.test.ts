import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { migrate, refuseUnmigrated } from '#prisma/migrate.ts';
import type { Provider } from '#prisma/url.ts';
import { backUpBeforeMigration } from '#server/backups/back-up-if-due.ts';
import { onBothDatabases, onSqliteFirst } from '#server/test/database.ts';
import { commandOf, type OperatorCommand, SETTINGS, startProgram } from '#server/test/program.ts';
import { reasonOf } from '#server/test/reason-of.ts';
import { aPlayer } from '#server/test/samples.ts';

/** Runs a command with only these settings; answers its exit code and all that it says. */
async function run(
  environment: Record<string, string>,
  ...command: [OperatorCommand, ...string[]]
): Promise<[number | null, string]> {
  const PATH = process.env.PATH ?? '';
  const program = startProgram({ PATH, ...environment }, commandOf(...command));
  return [await program.ended, program.text()];
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

onBothDatabases('the commands for backups', ({ provider, url, blankUrl }) => {
  test('make one at once while the server runs, try it out, and bring it back', async () => {
    const DATABASE_URL = await url();
    const BACKUP_FOLDER = newFolder();
    const db = await openDatabase(DATABASE_URL);
    await db.application.create({ data: aPlayer() });

    const [made, said] = await run({ DATABASE_URL, BACKUP_FOLDER }, 'backup');
    const [file = ''] = readdirSync(BACKUP_FOLDER);
    const backup = join(BACKUP_FOLDER, file);
    expect(said).toMatch(
      /^\/\S+ \(\d+ bytes\) is a backup of now, which stays until you delete it; 1 are kept\.\n$/,
    );
    expect([made, said.split(' ')[0]]).toEqual([0, backup]);
    expect(await db.backupState.findFirst()).toMatchObject({ file, claimedUntil: null });
    await closeDatabase(db);

    const [tried, counts] = await run({ DATABASE_URL, BACKUP_FOLDER }, 'restore', '--drill');
    expect(counts).toMatch(/^Application +1 {2}1$/m);
    expect(tried).toBe(0);
    const empty = await blankUrl();
    expect(await run({ DATABASE_URL: empty }, 'restore', backup)).toEqual([
      0,
      'The backup is back: start the server.\n',
    ]);
    const again = { DATABASE_URL: empty, BACKUP_FOLDER: newFolder() };
    expect(await run(again, 'backup')).toEqual([0, expect.stringContaining('is a backup of now')]);
    expect(await run({ DATABASE_URL: empty }, 'restore', '--new-epoch')).toEqual([
      0,
      'The database has a new epoch: start the server.\n',
    ]);
  });

  test('wait for a database that is busy longer than a call of the server would', async () => {
    const DATABASE_URL = await url();
    const other = await openDatabase(DATABASE_URL, 10);
    let busy: Promise<void> | undefined;
    await new Promise<void>((locked) => {
      busy = other.$transaction(async (tx) => {
        if (provider === 'postgresql') await tx.$executeRaw`LOCK TABLE "BackupState"`;
        locked();
        await pause(7_000);
      });
    });
    const environment = { DATABASE_URL, BACKUP_FOLDER: newFolder() };
    expect(await run(environment, 'backup')).toEqual([
      0,
      expect.stringContaining('is a backup of now'),
    ]);
    await busy;
    await closeDatabase(other);
  });

  test('bring the newest one back, from the folder of the copies if the first one is gone', async () => {
    const [DATABASE_URL, BACKUP_FOLDER, BACKUP_COPY_TO] = [await url(), newFolder(), newFolder()];
    const places = { BACKUP_FOLDER, BACKUP_COPY_TO };
    expect(await run({ DATABASE_URL, ...places }, 'backup')).toContain(0);
    const [name = ''] = readdirSync(BACKUP_COPY_TO);
    for (const folder of [BACKUP_FOLDER, BACKUP_COPY_TO]) {
      const drilled = await run({ DATABASE_URL, ...places }, 'restore', '--drill');
      expect(drilled[1]).toContain(`${join(folder, name)} was restored into a temporary place.`);
      const environment = { DATABASE_URL: await blankUrl(), ...places };
      expect(await run(environment, 'restore', '--newest')).toEqual([
        0,
        `${join(folder, name)} is the newest backup.\nThe backup is back: start the server.\n`,
      ]);
      rmSync(folder, { recursive: true });
    }
    const nothing = `There is no backup in ${BACKUP_FOLDER} or ${BACKUP_COPY_TO}.\n`;
    expect(await run({ DATABASE_URL, ...places }, 'restore', '--newest')).toEqual([1, nothing]);
  });

  test('say in one line what is wrong with the database, and how to mend it', async () => {
    const at = await url();
    const wrong = provider === 'sqlite' ? wrongFiles() : wrongServers(at);
    for (const [DATABASE_URL, mistake] of wrong) {
      for (const [command, ...args] of COMMANDS) {
        const [code, text] = await run({ DATABASE_URL }, command, ...args);
        expect([code, text]).toEqual([1, expect.stringMatching(mistake)]);
        expect(text).toMatch(/^[^\n]+\n$/);
      }
    }
  });
});

const COMMANDS: [OperatorCommand, ...string[]][] = [
  ['admin', 'list'],
  ['backup'],
  ['restore', '--new-epoch'],
];

/** Addresses of embedded databases that cannot be used. */
function wrongFiles(): [string, RegExp][] {
  const folder = newFolder();
  const damaged = join(folder, 'damaged.db');
  writeFileSync(damaged, 'No database. '.repeat(900));
  mkdirSync(join(folder, 'folder.db'));
  return [
    ['postgress://localhost/agency', /^DATABASE_URL must be /],
    [`file:${join(folder, 'missing.db')}`, /^There is no \S+missing\.db/],
    [`file:${damaged}`, /damaged\.db is damaged or no SQLite database: put it aside/],
    [`file:${join(damaged, 'agency.db')}`, /^There is no \S+agency\.db/],
    [`file:${join(folder, 'folder.db')}`, /may not write \S+folder\.db|Cannot open the database/],
  ];
}

onSqliteFirst('the commands for backups', ({ url }) => {
  test('tell how they are used, and restore nothing without a file', async () => {
    const environment = { DATABASE_URL: await url() };
    for (const args of [[], ['--drills'], ['a', 'b'], ['--new-epoch', 'a']]) {
      expect(await run(environment, 'restore', ...args)).toEqual([
        2,
        expect.stringMatching(/^npm run agency -- restore FILE/),
      ]);
    }
    const bogus = startProgram(environment, [...commandOf(), 'bogus']);
    expect([await bogus.ended, bogus.text()]).toEqual([
      2,
      '"bogus" is no command. There are: serve, backup, restore, admin, check. npm run agency -- --help explains them.\n',
    ]);
    for (const command of ['admin', 'backup', 'check', 'restore'] as const) {
      const [code, text] = await run(environment, command, '--help');
      expect([code, text]).toEqual([0, expect.stringMatching(`^npm run agency -- ${command}`)]);
    }
  });

  test('end quietly when nobody reads on, as behind a pipe to head', async () => {
    const [databaseUrl, folder] = [await url(), newFolder()];
    await backUpBeforeMigration({ databaseUrl, folder });
    const environment = { DATABASE_URL: databaseUrl, BACKUP_FOLDER: folder };
    const cut = async (...args: string[]) => {
      const { child, ended, text } = startProgram(environment, [...commandOf(), ...args]);
      child.stdout?.destroy();
      return [await ended, text()];
    };
    for (const args of [['restore', '--drill'], ['--help']]) {
      expect(await cut(...args)).toEqual([0, '']);
    }
  });
});

test('a file where a folder should be is named, with the way out', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, 'A file.');
  const backup = join(newFolder(), 'agency.db');
  await migrate(`file:${backup}`);
  for (const folder of [file, join(file, 'data')]) {
    const DATABASE_URL = `file:${folder}/agency.db`;
    const told = `A file stands in the way of the folder ${folder}: move it away, or name another folder in the settings.`;
    expect(await run({ DATABASE_URL }, 'restore', backup)).toEqual([1, `${told}\n`]);
    for (const settings of [SETTINGS, { ...SETTINGS, SESSION_KEYS: '' }]) {
      const PATH = process.env.PATH ?? '';
      const program = startProgram({ ...settings, PATH, DATABASE_URL });
      expect([await program.ended, program.text()]).toEqual([1, `${told}\n`]);
    }
    const settings = { DATABASE_URL: `file:${backup}`, BACKUP_FOLDER: folder };
    expect(await run(settings, 'backup')).toEqual([1, `No backup was made: ${told}\n`]);
  }
});

/** Addresses of PostgreSQL databases that cannot be used. */
function wrongServers(at: string): [string, RegExp][] {
  const other = (change: (url: URL) => void) => {
    const url = new URL(at);
    change(url);
    return url.href;
  };
  const role = other((url) => {
    url.username = 'nobody_of_that_name';
  });
  const database = other((url) => {
    url.pathname = '/no_database_of_that_name';
  });
  return [
    [role, /role "nobody_of_that_name" does not exist\. Create the role/],
    [database, /database "no_database_of_that_name" does not exist\. Create it \(createdb\)/],
    ['postgres://agency@127.0.0.1:1/agency', /ECONNREFUSED.+\. Start PostgreSQL/],
  ];
}

onBothDatabases('an upgrade', ({ provider, blankUrl }) => {
  test('backs the database up before it changes it, and changes nothing if it cannot', async () => {
    const DATABASE_URL = await blankUrl();
    const { root, newest } = migrationsButTheNewest(provider);
    await migrate(DATABASE_URL, { root });
    const folder = newFolder();
    const { BACKUPS: off, ...settings } = SETTINGS;
    const environment = { ...settings, DATABASE_URL, PATH: process.env.PATH ?? '' };

    const file = join(folder, 'file');
    writeFileSync(file, 'A file where the folder should be.');
    const refused = startProgram({ ...environment, BACKUP_FOLDER: file });
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toMatch(
      /^The database was not migrated, because no backup of it could be made\. [^\n]+BACKUPS=off[^\n]+\n$/,
    );
    expect(String(await reasonOf(refuseUnmigrated(DATABASE_URL)))).toContain(newest);

    const BACKUP_FOLDER = join(folder, 'backups');
    const upgraded = startProgram({ ...environment, BACKUP_FOLDER });
    expect(await upgraded.until(/The site is at/)).toMatch(
      new RegExp(
        `^${BACKUP_FOLDER}/agency-\\S+ is a backup from before the migrations ${newest}\\.$`,
        'm',
      ),
    );
    // It outlives the daily backup, which follows the start.
    await upgraded.until(/"msg":"backup"/);
    upgraded.child.kill('SIGKILL');
    await upgraded.ended;
    await refuseUnmigrated(DATABASE_URL);

    // The way back: the older program runs on what is restored.
    const restored = await blankUrl();
    const before = readdirSync(BACKUP_FOLDER).find((name) => name.includes('-before-upgrade'));
    const backup = join(BACKUP_FOLDER, String(before));
    expect(await run({ DATABASE_URL: restored }, 'restore', backup)).toContain(0);
    expect(await migrate(restored, { root })).toEqual([]);

    const unguarded = await blankUrl();
    await migrate(unguarded, { root });
    const without = startProgram({ ...environment, BACKUPS: off, DATABASE_URL: unguarded });
    expect(await without.until(/The site is at/)).not.toContain('is a backup');
  });
});

/** A folder of migrations like that of the program before. */
function migrationsButTheNewest(provider: Provider): { root: string; newest: string } {
  const root = newFolder();
  cpSync(join('prisma', 'migrations'), root, { recursive: true });
  const newest =
    readdirSync(join(root, provider))
      .filter((name) => /^\d/.test(name))
      .sort()
      .at(-1) ?? '';
  rmSync(join(root, provider, newest), { recursive: true });
  return { root, newest };
}
