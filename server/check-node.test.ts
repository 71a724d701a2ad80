import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each([
  ['16.20.2', 1],
  ['20.18.3', 1],
  ['20.19.0', 0],
  ['21.7.0', 1],
  ['22.11.0', 1],
  ['22.12.0', 0],
  ['24.0.0', 0],
])('Node.js %s ends a start with %i: one line names cause and mend', (version, code) => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  const check = `${pretend} require('./server/check-node.cjs')`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', check], { encoding: 'utf8' });
  expect(status).toBe(code);
  const line = /^This needs Node\.js .+, and here is [\d.]+: install a newer one\.\n$/;
  expect(stderr).toMatch(code === 0 ? /^$/ : line);
});

test('npm start and npm run serve begin with this look', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of ['prestart', 'preserve']) {
    expect(scripts[name]).toMatch(/^node server\/check-node\.cjs/);
  }
});

test('npm start and npm run serve bound the memory of the compression threads', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of ['start', 'serve']) {
    // `exec`, also of env: a signal to npm's shell must reach the server.
    expect(scripts[name]).toBe('exec env MALLOC_ARENA_MAX=2 node dist/server/main.js');
  }
});
