/** SQL that makes the sequence of a table on SQLite, which has none before the table's first insert. */
export function makeSequence(table: string): string {
  return `INSERT INTO sqlite_sequence (name, seq) SELECT '${table}', 0
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '${table}')`;
}
