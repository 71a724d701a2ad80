import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from './config.ts';

/**
 * The secret in a file that only its owner can read. The first start makes it. Throws a ConfigError if the file holds
 * something else.
 */
export function keptSecret<const S extends v.GenericSchema<string, unknown>>(
  file: string,
  schema: S,
  makeUp: () => string,
): v.InferOutput<S> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    // `wx`: of two processes that start at once, one makes the file and both read it.
    writeFileSync(file, `${makeUp()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const kept = v.safeParse(schema, readFileSync(file, 'utf8').trim());
  if (kept.success) return kept.output;
  throw new ConfigError([
    `${file} must hold ${kept.issues[0].message}. Delete it to start afresh.`,
  ]);
}
