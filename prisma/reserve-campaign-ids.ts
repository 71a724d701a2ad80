import { providerOfDb, type Tx } from './client.ts';
import { makeSequence } from './make-sequence.ts';

/** Takes ids out of the sequence of campaigns: no other campaign will get them. */
export async function reserveCampaignIds(tx: Tx, count: number): Promise<number[]> {
  if (providerOfDb(tx) === 'postgresql') {
    const rows = await tx.$queryRaw<{ id: number }[]>`
      SELECT nextval(pg_get_serial_sequence('"Campaign"', 'id'))::int AS id
      FROM generate_series(1, ${count})`;
    return rows.map(({ id }) => id);
  }
  await tx.$executeRawUnsafe(makeSequence('Campaign'));
  const [sequence] = await tx.$queryRaw<{ seq: number | bigint }[]>`
    UPDATE sqlite_sequence SET seq = seq + ${count} WHERE name = 'Campaign' RETURNING seq`;
  const last = Number(sequence?.seq);
  return Array.from({ length: count }, (_, n) => last - count + 1 + n);
}
