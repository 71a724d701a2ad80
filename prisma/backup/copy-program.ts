/** Copies an SQLite database in a process of its own, for sqlite-copy.ts. */
import Database from 'better-sqlite3';
import { countRows } from '#prisma/sqlite-counts.ts';
import type { CopyOutcome } from './sqlite-copy.ts';

/** The pages of a step; a step is not interrupted. */
const STEP = 1_000;

const [from = '', to = ''] = process.argv.slice(2);
// The caller has stopped waiting for the copy.
process.once('disconnect', () => process.exit(1));
const outcome = await copy(from, to).catch((error: unknown): CopyOutcome => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { ok: false, damaged: false, code, message: String(error) };
});
process.send?.(outcome, () => process.exit(0));

async function copy(from: string, to: string): Promise<CopyOutcome> {
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    // The copy is read from one snapshot. Without it, each commit of the server would start it again.
    source.exec('BEGIN');
    const expected = countRows(source);
    await source.backup(to, { progress: () => STEP });
    return check(to, expected);
  } finally {
    source.close();
  }
}

function check(file: string, expected: ReadonlyMap<string, number>): CopyOutcome {
  const database = new Database(file, { fileMustExist: true });
  try {
    // The copy is one file, without a log beside it.
    database.pragma('journal_mode = DELETE');
    const said = String(database.pragma('integrity_check(1)', { simple: true }));
    if (said !== 'ok') return damaged(`The copy is damaged: ${said}`);
    const found = countRows(database);
    const wrong = [...expected].find(([table, count]) => found.get(table) !== count);
    if (!wrong) return { ok: true };
    const [table, count] = wrong;
    return damaged(
      `The copy has ${found.get(table) ?? 'no'} rows of ${table} instead of ${count}.`,
    );
  } finally {
    database.close();
  }
}

function damaged(message: string): CopyOutcome {
  return { ok: false, damaged: true, code: '', message };
}
