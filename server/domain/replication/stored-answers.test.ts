import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { addUser } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { many } from '#server/test/samples.ts';
import { findAnswers, overwriteAnswers } from './stored-answers.ts';

onBothDatabases('stored answers with a text', ({ open }) => {
  test('are overwritten wherever they stand among thousands, and no others', async () => {
    const db = await open();
    const wanted = [0, 999, 1_000, 1_999, 2_000, 2_499];
    await db.idempotencyKey.createMany({
      data: many(2_500, (n) => ({
        scope: String(n % 3),
        key: String(n).padStart(4, '0'),
        ...ANSWER,
        answer: wanted.includes(n)
          ? '{"email":"Ana_B@example.org"}'
          : '{"email":"anaXb@example.org"}',
      })),
    });
    const refusal = new Problem('person-not-found', 'Erased.');
    const texts = ['"ana_b@example.org"'];
    const found = await findAnswers(db, texts);
    await db.$transaction((tx) => overwriteAnswers(tx, texts, refusal, found));
    const rows = await db.idempotencyKey.findMany({ where: { status: 404 } });
    expect(rows.map(({ key }) => Number(key)).sort((a, b) => a - b)).toEqual(wanted);
  });

  test('are overwritten also if they were stored after the search, or have a text that was not searched', async () => {
    const db = await open();
    const { id } = await addUser(db);
    const texts = ['"ana@example.org"'];
    const found = await findAnswers(db, texts);
    const store = (key: string, answer: string) =>
      db.idempotencyKey.create({ data: { ...ANSWER, scope: String(id), key, answer } });
    await store('late', '{"email":"Ana@example.org"}');
    await store('other', '{"email":"ben@example.org"}');
    const overwritten = async () => {
      const rows = await db.idempotencyKey.findMany({ where: { status: 404 } });
      return rows.map(({ key }) => key).sort();
    };
    const refusal = new Problem('person-not-found', 'Erased.');
    await db.$transaction((tx) => overwriteAnswers(tx, texts, refusal, found));
    expect(await overwritten()).toEqual(['late']);

    const createdAt = new Date('2026-01-01');
    await db.idempotencyKey.updateMany({ where: { key: 'other' }, data: { createdAt } });
    const more = [...texts, '"ben@example.org"'];
    await db.$transaction((tx) => overwriteAnswers(tx, more, refusal, found));
    expect(await overwritten()).toEqual(['late', 'other']);
  });
});

const ANSWER = { request: '', status: 200 };
