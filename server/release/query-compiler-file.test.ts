import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { queryCompilerFile } from './query-compiler-file.ts';

const CLIENT = fileURLToPath(import.meta.resolve('#prisma/generated/sqlite/internal/class.ts'));
const COMPILER = fileURLToPath(
  import.meta.resolve('@prisma/client/runtime/query_compiler_fast_bg.sqlite.wasm-base64.mjs'),
);

interface File {
  fileName: string;
  source: Buffer;
}

test("Prisma's query compiler becomes a file of the build, and its client takes it compiled", () => {
  const files: File[] = [];
  const transform = transformOf((file) => files.push(file));
  const script = transform(readFileSync(COMPILER, 'utf8'), COMPILER)?.code ?? '';
  const [file] = files;
  expect(script).toContain(file?.fileName);
  expect(script.length).toBeLessThan(1_000);
  expect(file?.source.subarray(0, 4).toString('latin1')).toBe('\0asm');

  const client = transform(readFileSync(CLIENT, 'utf8'), CLIENT)?.code;
  expect(client).toContain('return wasm');
});

test('the build ends if Prisma generates another client, instead of passing a module as base64', () => {
  const transform = transformOf(() => undefined);
  expect(() => transform('export class Client {}', CLIENT)).toThrow('any more');
  expect(() => transform('export const wasm = load();', COMPILER)).toThrow('no base64');
  expect(transform('export class Other {}', '/prisma/client.ts')).toBeNull();
});

function transformOf(emitFile: (file: File) => void) {
  const { transform } = queryCompilerFile();
  // A hook of this plugin is a plain function that uses `this` for emitFile only.
  const hook = transform as unknown as (code: string, id: string) => { code: string } | null;
  return hook.bind({ emitFile });
}
