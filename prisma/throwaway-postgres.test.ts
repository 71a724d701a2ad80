import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const code = `import { findPostgres, startThrowawayPostgres } from './prisma/throwaway-postgres.ts';
  const server = startThrowawayPostgres(findPostgres());
  console.log(new URL(server.url).searchParams.get('host'));`;

test('a private server leaves nothing behind when the process that started it is killed', async () => {
  const child = run(`${code} setInterval(() => {}, 1_000);`);
  const folder = await firstLineOf(child);
  expect(existsSync(folder)).toBe(true);

  child.kill('SIGKILL');
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 10_000);
});

test('a private server does not keep the process alive that forgot to stop it', async () => {
  const child = run(code);
  const folder = await firstLineOf(child);
  await vi.waitFor(() => expect(child.exitCode).toBe(0), 10_000);
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 10_000);
});

function run(script: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function firstLineOf(child: ChildProcess): Promise<string> {
  const chunk = await new Promise((resolve) => child.stdout?.once('data', resolve));
  return String(chunk).trim();
}
