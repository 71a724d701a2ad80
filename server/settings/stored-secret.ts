import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from './config.ts';

/**
 * The secret in a file that only its owner can read. The first start makes it. Throws a ConfigError if the file holds
 * something else.
 */
export function storedSecret<const S extends v.GenericSchema<string, unknown>>(
  file: string,
  schema: S,
  makeUp: () => string,
): v.InferOutput<S> {
  if (!existsSync(file)) keep(file, `${makeUp()}\n`);
  const stored = v.safeParse(schema, readFileSync(file, 'utf8').trim());
  if (stored.success) return stored.output;
  throw new ConfigError([
    `${file} must hold ${stored.issues[0].message}. Delete it to start afresh.`,
  ]);
}

/** Makes a file that is there whole or not at all. Of two processes that start at once, one makes it. */
function keep(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}`;
  try {
    writeFileSync(partial, text, { mode: 0o600, flush: true });
    linkSync(partial, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(partial, { force: true });
  }
}
