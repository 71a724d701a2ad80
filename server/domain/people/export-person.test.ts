import { expect, test } from 'vitest';
import { providerOfDb, type Tx } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/sqlite/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { applicationsUnder, contactsUnder } from './export-person.ts';

onBothDatabases('the records under an address', ({ open }) => {
  test('are found by an index, not by looking at every row', async () => {
    const db = await open();
    const address = 'ana@example.org';
    const reads = [
      { sql: contactsUnder(address), index: /Contact_address_idx/ },
      { sql: contactsUnder(address), index: /Application_address_idx/ },
      { sql: applicationsUnder(address), index: /Application_address_idx/ },
    ];
    for (const { sql, index } of reads) {
      const plan = await db.$transaction((tx) => planOf(tx, sql));
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/SCAN (Contact|Application|a|c)\b|Seq Scan/);
    }
  });
});

/** As the database would run it on a large table. */
async function planOf(tx: Tx, sql: Prisma.Sql): Promise<string> {
  const sqlite = providerOfDb(tx) === 'sqlite';
  if (!sqlite) await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off');
  const explain = sqlite ? Prisma.sql`EXPLAIN QUERY PLAN ${sql}` : Prisma.sql`EXPLAIN ${sql}`;
  return (await tx.$queryRaw<object[]>(explain)).flatMap((line) => Object.values(line)).join('\n');
}
