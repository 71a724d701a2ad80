import type { Db } from '#prisma/client.ts';

/** Tables whose rows PostgreSQL refuses then; SQLite refuses whatever needs room. */
const TABLES = ['HistoryEntry', 'Contact', 'Session', 'User'];

/** Makes the database report a full disk. Returns a function that makes room again. */
export async function fillDisk(
  db: Db,
  provider: 'sqlite' | 'postgresql',
): Promise<() => Promise<unknown>> {
  if (provider === 'sqlite') {
    // Never below the current size.
    await db.$queryRawUnsafe('PRAGMA max_page_count = 1');
    return () => db.$queryRawUnsafe('PRAGMA max_page_count = 1000000');
  }
  await db.$executeRawUnsafe(`
    CREATE FUNCTION disk_full() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END
    $$ LANGUAGE plpgsql`);
  for (const table of TABLES) {
    await db.$executeRawUnsafe(
      `CREATE TRIGGER full_${table} BEFORE INSERT OR UPDATE ON "${table}" EXECUTE FUNCTION disk_full()`,
    );
  }
  return () => db.$executeRawUnsafe('DROP FUNCTION disk_full() CASCADE');
}
