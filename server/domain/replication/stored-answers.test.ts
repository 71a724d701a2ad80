import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothDatabases } from '#server/test/database.ts';

onBothDatabases('answers that were stored with their rows', ({ open, provider }) => {
  test('keep id, version and conflicts, and name nobody', async () => {
    const db = await open();
    const application = {
      id: 'a-1',
      playerName: 'Ana "conflicts":["x"] Ruiz',
      email: 'ana@example.org',
      version: 41,
    };
    const answers: Record<string, unknown> = {
      edited: { ...application, conflicts: ['playerName', 'email'] },
      agreed: { ...application, conflicts: [] },
      noted: { ...application, change: { id: 'h-1', notes: '\ud800 "id":7', version: 41 } },
      converted: { ...application, contact: { id: 7, email: 'ana@example.org', version: 12 } },
      campaign: { id: 3, name: 'Milan', version: 9 },
      account: { id: 2, username: 'ana', email: 'ana@example.org' },
      leased: { ids: [1, 2] },
      nothing: null,
    };
    const refusal = { code: 'person-not-found', message: 'This person was erased.' };
    const rows = Object.entries(answers).map(([key, answer]) => ({ key, status: 200, answer }));
    await db.idempotencyKey.createMany({
      data: [...rows, { key: 'refused', status: 404, answer: refusal }].map((row) => ({
        ...row,
        scope: '1',
        request: '',
        answer: JSON.stringify(row.answer),
      })),
    });

    await db.$executeRawUnsafe(
      readFileSync(join('prisma', 'migrations', provider, STRIPS), 'utf8'),
    );

    const stored = await db.idempotencyKey.findMany();
    expect(Object.fromEntries(stored.map(({ key, answer }) => [key, JSON.parse(answer)]))).toEqual({
      edited: { id: 'a-1', version: 41, conflicts: ['playerName', 'email'] },
      agreed: { id: 'a-1', version: 41, conflicts: [] },
      noted: { id: 'a-1', version: 41 },
      converted: { id: 'a-1', version: 41 },
      campaign: { id: 3, version: 9 },
      account: { id: 2 },
      leased: { ids: [1, 2] },
      nothing: null,
      refused: refusal,
    });
  });
});

const STRIPS = join('20261126231500_answers_name_nobody', 'migration.sql');
