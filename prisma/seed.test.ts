import { expect, test } from 'vitest';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { INQUIRY_FIELDS } from '#contract/fields/inquiry-fields.ts';
import { INQUIRY_TYPES, STATUSES } from '#contract/fields/vocabulary.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { convertedId, seed } from './seed.ts';

onBothDatabases('the sample data', ({ open }) => {
  test('has every status and every kind of inquiry', async () => {
    const db = await open();
    await seed(db);
    const applications = await db.application.findMany();
    const contacts = await db.contact.findMany();
    expect(new Set(applications.map(({ status }) => status))).toEqual(new Set(STATUSES));
    expect(new Set(contacts.map(({ inquiryType }) => inquiryType))).toEqual(new Set(INQUIRY_TYPES));
  });

  test('has a value of every field of an application and of an inquiry', async () => {
    const db = await open();
    await seed(db);
    const applications = await db.application.findMany();
    const contacts = await db.contact.findMany();
    for (const name of namesOf(APPLICATION_FIELDS)) {
      expect(
        applications.some((row) => row[name] !== null),
        name,
      ).toBe(true);
    }
    for (const name of namesOf(INQUIRY_FIELDS)) {
      expect(
        contacts.some((row) => row[name] !== null),
        name,
      ).toBe(true);
    }
  });

  test('has histories that lead from pending to the status of today', async () => {
    const db = await open();
    await seed(db);
    const applications = await db.application.findMany({
      include: { history: { orderBy: { version: 'asc' } } },
    });
    for (const { status, updatedAt, history } of applications) {
      let at = 'pending';
      for (const { previousStatus, newStatus, createdAt } of history) {
        expect(previousStatus).toBe(at);
        expect(createdAt.getTime()).toBeLessThan(Date.now());
        at = newStatus;
      }
      expect(status).toBe(at);
      expect(history.at(-1)?.createdAt ?? updatedAt).toEqual(updatedAt);
    }
  });

  test('has a version for each row, below the revision of the database', async () => {
    const db = await open();
    await seed(db);
    const select = { version: true };
    const versions = [
      ...(await db.campaign.findMany({ select })),
      ...(await db.contact.findMany({ select })),
      ...(await db.application.findMany({ select })),
    ].map(({ version }) => version);
    const { revision } = await db.replicationState.findUniqueOrThrow({ where: { id: 1 } });
    expect(new Set(versions).size).toBe(versions.length);
    expect(Math.max(...versions)).toBe(revision);
  });

  test('counts as visits what it has as visits', async () => {
    const db = await open();
    await seed(db);
    for (const { visits, _count } of await db.campaign.findMany({
      include: { _count: { select: { loads: true } } },
    })) {
      expect(visits).toBe(_count.loads);
    }
  });

  test('goes into an empty database only', async () => {
    const db = await open();
    await seed(db);
    const before = await db.application.count();
    await expect(seed(db)).rejects.toThrow('The database is not empty');
    expect(await db.application.count()).toBe(before);
  });
});

test('E-06 a converted inquiry has the id that every phone works out', () => {
  expect(convertedId(7)).toBe(applicationIdOf(7));
});
