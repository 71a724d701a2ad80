import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Application } from '#contract/applications.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { onBothDatabases } from './database.ts';
import { aContact, aPlayer, fillDatabase, many } from './samples.ts';

onBothDatabases('a filled database', ({ blankUrl, open }) => {
  test('has as many rows as it was asked for, each with a version of its own', async () => {
    const url = await blankUrl();
    await fillDatabase(url, { applications: 1_200, contacts: 3, campaigns: 2 });
    const db = await openDatabase(url);
    const versions = (
      await Promise.all([db.application.findMany(), db.contact.findMany(), db.campaign.findMany()])
    ).flatMap((rows) => rows.map(({ version }) => version));
    const { revision } = await db.replicationState.findUniqueOrThrow({ where: { id: 1 } });
    await closeDatabase(db);

    expect(versions.sort((a, b) => a - b)).toEqual(many(1_205, (n) => n + 1));
    expect(revision).toBe(1_205);
  });

  test('takes single rows, too', async () => {
    const db = await open();
    await db.application.create({ data: aPlayer() });
    await db.contact.createMany({ data: many(3, aContact) });
    expect(await db.contact.count()).toBe(3);
    const { createdAt, updatedAt, ...row } = await db.application.findFirstOrThrow();
    const instants = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    expect(v.parse(Application, { ...row, ...instants })).toMatchObject({ status: 'pending' });
  });
});
