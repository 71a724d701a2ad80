import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { originOf, SETTINGS, startProgram } from '#server/test/program.ts';
import { findDeployment } from '#server/test/programs.ts';

const UNIT = 'football-agency.service';
const UNITS = readdirSync(import.meta.dirname).filter((name) => /\.(service|timer)$/.test(name));

describe.each(['systemd'].filter(() => findDeployment().has('systemd')))('the unit of %s', () => {
  test.each(UNITS)('V13.2.4 %s is one that systemd understands', (name) => {
    const folder = temporaryFolder();
    // A timer is verified with its service beside it.
    for (const each of UNITS) unit(each, folder);
    const verify = spawnSync('systemd-analyze', ['verify', join(folder, name)], {
      encoding: 'utf8',
    });
    expect([verify.status, verify.stdout + verify.stderr]).toEqual([0, '']);
  });

  test('V13.2.1 leaves the process little to misuse', () => {
    // From 0 to 10; a unit without any such line has 9.6.
    const { stdout, status } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=15', '--no-pager', unit()],
      { encoding: 'utf8' },
    );
    expect(status, stdout).toBe(0);
  });
});

describe('the container file', () => {
  test('names what is in the release, and its version of Node.js', () => {
    const release = inject('release');
    const text = readFileSync(join(release, 'deploy', 'Dockerfile'), 'utf8');
    expect(text).toContain(`FROM node:${process.versions.node.split('.')[0]}-`);
    expect(commandOf(text, /^CMD (.+)$/m)).toEqual(['agency', 'serve']);
    const copied = [...text.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    const kept = readdirSync(release).filter((path) => path !== 'deploy');
    // All that serves, and nothing beside it: the settings are in a file of the folder "deploy".
    expect(copied.sort()).toEqual(kept.sort());
    const compose = readFileSync(join(release, 'deploy', 'compose.yaml'), 'utf8');
    expect(existsSync(join(release, String(/dockerfile: (.+)/.exec(compose)?.[1])))).toBe(true);
  });

  test('calls a server healthy while it is ready, and only then', async () => {
    const folder = temporaryFolder();
    const program = startProgram(
      {
        ...SETTINGS,
        ADMIN_PASSWORD: 'corner-flag-17',
        DATABASE_URL: `file:${join(folder, 'agency.db')}`,
      },
      [process.execPath, join(inject('release'), 'main.js')],
    );
    const { port } = new URL(originOf(await program.until(/The site is at/)));
    const text = readFileSync(join(inject('release'), 'deploy', 'Dockerfile'), 'utf8');
    const [, ...args] = commandOf(text.replace(':3000/', `:${port}/`), /^ {2}CMD (.+)$/m);
    const check = () => spawnSync(process.execPath, args).status;
    expect(check()).toBe(0);
    program.child.kill('SIGTERM');
    await program.ended;
    expect(check()).toBe(1);
  });
});

/** A unit with the path of this release. */
function unit(name = UNIT, folder = temporaryFolder()): string {
  const file = join(folder, name);
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  writeFileSync(file, text.replace('/opt/football-agency', inject('release')));
  return file;
}

function commandOf(dockerfile: string, line: RegExp): string[] {
  return JSON.parse(String(line.exec(dockerfile)?.[1]));
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
