import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { many } from '#server/test/samples.ts';
import { overwriteAnswers } from './stored-answers.ts';

onBothDatabases('stored answers with a text', ({ open }) => {
  test('are overwritten wherever they stand among thousands, and no others', async () => {
    const db = await open();
    const wanted = [0, 999, 1_000, 1_999, 2_000, 2_499];
    await db.idempotencyKey.createMany({
      data: many(2_500, (n) => ({
        scope: String(n % 3),
        key: String(n).padStart(4, '0'),
        request: '',
        status: 200,
        answer: wanted.includes(n)
          ? '{"email":"Ana_B@example.org"}'
          : '{"email":"anaXb@example.org"}',
      })),
    });
    const refusal = new Problem('person-not-found', 'Erased.');
    await db.$transaction((tx) => overwriteAnswers(tx, ['"ana_b@example.org"'], refusal));
    const rows = await db.idempotencyKey.findMany({ where: { status: 404 } });
    expect(rows.map(({ key }) => Number(key)).sort((a, b) => a - b)).toEqual(wanted);
  });
});
