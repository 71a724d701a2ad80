import type Database from 'better-sqlite3';

/** The number of rows of each table. */
export function countRows(database: Database.Database): Map<string, number> {
  const tables = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  return new Map(
    tables.map((name) => [
      name,
      database.prepare<[], number>(`SELECT COUNT(*) FROM "${name}"`).pluck().get() ?? 0,
    ]),
  );
}
