/** Copies an SQLite database in a process of its own, for sqlite-copy.ts. */
import Database from 'better-sqlite3';
import { countRows } from '#prisma/sqlite-counts.ts';
import { BackupFailed } from './backup-failed.ts';
import { answerCaller } from './own-process.ts';

/** The pages of a step; a step is not interrupted. */
const STEP = 1_000;

const [from = '', to = ''] = process.argv.slice(2);
await answerCaller(() => copy(from, to));

async function copy(from: string, to: string): Promise<void> {
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    // The copy is read from one snapshot. Without it, each commit of the server would start it again.
    source.exec('BEGIN');
    const expected = countRows(source);
    await source.backup(to, { progress: () => STEP });
    check(to, expected);
  } finally {
    source.close();
  }
}

function check(file: string, expected: ReadonlyMap<string, number>): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    // The copy is one file, without a log beside it.
    database.pragma('journal_mode = DELETE');
    const said = String(database.pragma('integrity_check(1)', { simple: true }));
    if (said !== 'ok') throw new BackupFailed('damaged', `The copy is damaged: ${said}`);
    const found = countRows(database);
    const wrong = [...expected].find(([table, count]) => found.get(table) !== count);
    if (!wrong) return;
    const [table, count] = wrong;
    const text = `The copy has ${found.get(table) ?? 'no'} rows of ${table} instead of ${count}.`;
    throw new BackupFailed('damaged', text);
  } finally {
    database.close();
  }
}
