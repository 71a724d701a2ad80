import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { INSTALLATION } from '#server/settings/installation.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { originOf, SETTINGS, startProgram } from '#server/test/program.ts';

const ROOT = join(import.meta.dirname, '../..');
const ADMIN = { username: 'marta', password: 'corner-flag-17' };
/** The user "nobody" of every system. */
const NOBODY = 65_534;

onBothDatabases('the unpacked release', ({ provider, blankUrl }) => {
  test('serves as another user who cannot write its code, and keeps what was written over a stop', async () => {
    const release = inject('release');
    const data = folderOfNobody();
    const environment = {
      ...SETTINGS,
      // Relative to the working directory.
      DATABASE_URL: provider === 'sqlite' ? 'file:data/agency.db' : await blankUrl(),
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    };
    const command = [...asNobody(data), join(release, 'main.js')] as const;
    expect(canWrite(release, data)).toBe(false);

    const first = startProgram(environment, command, data);
    const client = new Client(originOf(await first.until(/The site is at/)));
    const { version } = readJson(join(release, 'package.json')) as Manifest;
    expect(first.text()).toContain(
      `Football Agent ${version}, Node.js ${process.versions.node}.\n`,
    );
    const page = await client.send('GET', '/', { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain('</html>');
    expect((await client.call(login, { body: ADMIN })).status).toBe(200);
    const created = await client.send('POST', '/api/applications', { body: aDraft });
    const { id } = (await created.json()) as { id: string };
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = startProgram(environment, command, data);
    const again = new Client(originOf(await second.until(/The site is at/)));
    await again.call(login, { body: ADMIN });
    const kept = await again.send('GET', `/api/applications/${id}`);
    expect(await kept.json()).toMatchObject({ id, ...aDraft });
    if (provider === 'sqlite') {
      const { uid, mode } = statSync(join(data, 'data', 'agency.db'));
      expect([uid, mode & 0o077]).toEqual([statSync(data).uid, 0]);
    }
  });
});

describe('the files of the release', () => {
  test('another version of Node.js is told which one it needs, in one line', async () => {
    const release = inject('release');
    const folder = temporaryFolder();
    const text = readFileSync(join(release, 'main.js'), 'utf8');
    writeFileSync(join(folder, 'main.mjs'), text.replaceAll(/Node\.js \d+ on/g, 'Node.js 18 on'));
    const program = startProgram({}, [process.execPath, 'main.mjs'], folder);
    expect(await program.ended).toBe(1);
    expect(program.text()).toMatch(/^This release is for Node\.js 18 on .+\n$/);
  });

  test('V15.1.2 the list of its parts (SBOM) names every package in it, each with licence and source', () => {
    const release = inject('release');
    const { components, metadata } = readJson(join(release, 'sbom.cdx.json')) as Sbom;
    const listed = new Map(components.map((each) => [`${each.name}@${each.version}`, each]));
    const installed = filesIn(join(release, 'node_modules'))
      .filter((path) => basename(path) === 'package.json')
      .map((path) => readJson(path) as { name?: string; version?: string })
      .filter(({ name, version }) => name && version)
      .map(({ name, version }) => `${name}@${version}`);
    expect(installed.filter((id) => !listed.has(id))).toEqual([]);
    expect(installed.length).toBeGreaterThan(5);

    const names = new Set(components.map(({ name }) => name));
    for (const name of ['koa', 'react', 'dexie', 'better-sqlite3', '@fontsource/fraunces']) {
      expect(names).toContain(name);
    }
    for (const name of ['vitest', 'vite', 'typescript', 'prebuild-install']) {
      expect(names).not.toContain(name);
    }
    const licences = readFileSync(join(release, 'LICENSES.txt'), 'utf8');
    const unlicensed = [...listed.keys()].filter((id) => !licences.includes(`${id}\n`));
    // SQLite is in the public domain.
    expect(unlicensed.map((id) => id.split('@')[0])).toEqual(['sqlite']);

    const incomplete = components.filter(
      ({ name, licenses, purl, hashes }) => !licenses || (name !== 'sqlite' && !(purl && hashes)),
    );
    expect(incomplete).toEqual([]);
    expect(components.find(({ name }) => name === 'sqlite')?.cpe).toContain(':sqlite:3.');
    expect(metadata.component.version).toBe(
      (readJson(join(ROOT, 'package.json')) as { version: string }).version,
    );
  });

  test('V13.4.1 it holds what serves and nothing else', () => {
    const release = inject('release');
    expect(readdirSync(release).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSES.txt',
      'OPERATE.md',
      'SECURITY.md',
      'SETTINGS.md',
      'agency',
      'deploy',
      'dist',
      'main.js',
      'node_modules',
      'package.json',
      'prisma',
      'sbom.cdx.json',
    ]);
    expect(filesIn(join(release, 'dist')).filter((path) => /\.(ts|map)$/.test(path))).toEqual([]);
    const { scripts, version } = readJson(join(release, 'package.json')) as Manifest;
    expect(basename(release)).toBe(`football-agency-${version}`);
    expect(version).toMatch(/^\d+\.\d+\.\d+(\+\d{8}\.[0-9a-f]{7,})?$/);
    const program = (...args: string[]) =>
      spawnSync(process.execPath, [join(release, 'main.js'), ...args], { encoding: 'utf8' });
    expect(program('--version').stdout).toBe(`${version}\n`);
    expect(program('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--version'),
    });
    expect(program('--verison')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: program('--help').stdout,
    });
    expect(scripts).toEqual({
      start: 'exec node main.js',
      agency: 'exec node dist/server/main.js',
      backup: 'exec node dist/server/main.js backup',
      restore: 'exec node dist/server/main.js restore',
      admin: 'exec node dist/server/main.js admin',
    });
  });

  test('its one command is told as it is called, and knows what to do without being asked', () => {
    const release = inject('release');
    const folder = temporaryFolder();
    const link = join(folder, 'agency');
    symlinkSync(join(release, 'agency'), link);
    const run = (command: string, args: string[], PATH = String(process.env.PATH)) =>
      spawnSync(command, args, { encoding: 'utf8', cwd: folder, env: { PATH } });
    const found = `${folder}:${process.env.PATH}`;
    expect(run('agency', ['--help'], found).stdout).toMatch(/^agency serve +serves the site/);
    expect(run('agency', [], found)).toMatchObject({
      status: 0,
      stdout: run('agency', ['--help'], found).stdout,
    });
    expect(run(link, ['restore', '--help']).stdout).toMatch(new RegExp(`^${link} restore FILE`));
    const { status, stdout } = run('agency', ['check'], found);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^TO DO {3}Database: There is no data\/agency\.db/m);
    expect(stdout).toMatch(/^TO DO {3}Site and certificate: .+: set SITE_URL/m);
  });

  test.runIf(process.getuid?.() === 0)(
    'root has its commands done with the settings, in the folder and as the user of the installation',
    () => {
      const root = temporaryFolder();
      const home = join(root, 'var/lib/football-agency');
      cpSync('/etc', join(root, 'etc'), { recursive: true, verbatimSymlinks: true });
      mkdirSync(home, { recursive: true, mode: 0o700 });
      chownSync(home, NOBODY, NOBODY);
      const settings = 'SITE_URL=https://agency.example\nDATABASE_URL="file:records/a#b.db"\n';
      writeFileSync(join(root, INSTALLATION.settings), settings, { mode: 0o600 });
      const bind = ['/etc', '/var/lib'].map((path) => `mount --bind ${root}${path} ${path}`);
      const script = `${bind.join(' && ')} && cd / && exec "$0" admin list`;
      const listing = () =>
        spawnSync('unshare', ['--mount', 'sh', '-c', script, join(inject('release'), 'agency')], {
          encoding: 'utf8',
          env: { PATH: process.env.PATH },
        });
      const { status, stderr } = listing();
      expect(stderr.split('\n')).toEqual([
        `With the settings of ${INSTALLATION.settings}, in ${INSTALLATION.folder}, as nobody.`,
        expect.stringMatching(/^There is no records\/a#b\.db, or the user .+65534/),
        '',
      ]);
      expect(status).toBe(1);
      rmSync(home, { recursive: true });
      expect(listing().stderr).toMatch(
        /^There is no \/var\/lib\/football-agency: start the server once .+ or make it: install .+\n$/,
      );
      const unit = readFileSync(join(ROOT, 'server/deploy/football-agency.service'), 'utf8');
      expect(unit).toContain(`EnvironmentFile=${INSTALLATION.settings}\n`);
      expect(unit).toContain(`WorkingDirectory=${INSTALLATION.folder}\n`);
    },
  );
});

test('npm start builds nothing that is built, and leaves no server behind when npm is told to stop', async () => {
  const data = temporaryFolder();
  const settings = {
    ...SETTINGS,
    ADMIN_PASSWORD: ADMIN.password,
    DATABASE_URL: `file:${join(data, 'agency.db')}`,
    PATH: String(process.env.PATH),
    HOME: data,
  };
  const npm = startProgram(settings, ['npm', 'start']);
  const text = await npm.until(/The site is at/);
  expect(text).not.toMatch(/vite build/);
  const origin = originOf(text);
  expect((await fetch(`${origin}/api/health`)).status).toBe(200);

  npm.child.kill('SIGTERM');
  // Its output ends only when the last process that writes to it has ended.
  await npm.ended;
  await expect(fetch(`${origin}/api/health`)).rejects.toThrow();
});

interface Manifest {
  scripts: object;
  version: string;
}

interface Sbom {
  metadata: { component: { version: string } };
  components: {
    name: string;
    version: string;
    purl?: string;
    cpe?: string;
    licenses?: unknown[];
    hashes?: unknown[];
  }[];
}

/** Of a user without rights, if this one may give it away. */
function folderOfNobody(): string {
  const folder = temporaryFolder();
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

/** The begin of a command that runs Node as that user; the program itself may be in root's folder. */
function asNobody(folder: string): [string, ...string[]] {
  if (process.getuid?.() !== 0) return [process.execPath];
  const node = join(folder, 'node');
  cpSync(process.execPath, node);
  return ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', node];
}

function canWrite(release: string, folder: string): boolean {
  const [command, ...args] = asNobody(folder);
  const script = `process.exit(${JSON.stringify([release, join(release, 'main.js')])}.some((path) => {
    try { fs.accessSync(path, fs.constants.W_OK); return true; } catch { return false; }
  }) ? 0 : 1)`;
  try {
    execFileSync(command, [...args, '-e', script], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
