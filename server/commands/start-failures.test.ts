import { expect, test } from 'vitest';
import { onSqliteFirst } from '#server/test/database.ts';
import { fillDisk } from '#server/test/full-disk.ts';
import { explainFailure } from './start-failures.ts';

onSqliteFirst('a start', ({ open, provider }) => {
  test('that meets a full disk is one line that says what to do', async () => {
    const db = await open();
    await fillDisk(db, provider);
    const texts = { username: 'marta', usernameKey: 'marta', email: '', firstName: '' };
    const data = { ...texts, lastName: '', passwordHash: 'x'.repeat(100_000) };
    const failure = await db.user.create({ data }).catch((error: unknown) => error);

    expect(explainFailure(failure)).toEqual([
      'The disk of the database is full: make room, then try again.',
    ]);
  });
});
