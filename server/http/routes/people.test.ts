import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  changeStatus,
  editApplication,
  getApplication,
  getHistory,
  listApplications,
  pullApplications,
  setFollowUp,
} from '#contract/applications.ts';
import {
  changeContactState,
  convertContact,
  getContact,
  listContacts,
  pullContacts,
  setContactNotes,
  setWanted,
} from '#contract/contacts.ts';
import { ANONYMISED, isAnonymised } from '#contract/fields/anonymised.ts';
import {
  APPLICATION_COLUMNS,
  APPLICATION_FIELDS,
  HISTORY_COLUMNS,
} from '#contract/fields/application-fields.ts';
import { CONTACT_COLUMNS } from '#contract/fields/contact-fields.ts';
import { type Column, type Field, namesOf, type Personal } from '#contract/fields/field-table.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { INQUIRY_FIELDS } from '#contract/fields/inquiry-fields.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { correctInquiry, sendInquiry } from '#contract/inquiry.ts';
import { setOffer } from '#contract/offers/offer.ts';
import { erasePerson, exportPerson } from '#contract/people.ts';
import { sync } from '#contract/sync.ts';
import { type Db, providerOfDb } from '#prisma/client.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft, anInquiry, aPortrait } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

/** Ana wrote twice, in two spellings of her address; the first inquiry was converted and edited. */
async function ana(db: Db) {
  const office = await openOffice(db);
  const { admin, contact, application } = office;
  const other = await contact({ name: 'Bo Berg', email: 'bo@example.org' });
  const first = await contact({ email: 'ana@example.org', message: 'I need =1+1 agents.' });
  const second = await contact({ email: 'Ana@Example.org' });
  const converted = await admin.call(convertContact, {
    params: { id: first.id },
    body: { status: 'pending' },
  });
  const { id } = converted.reply;
  const moved = { ...aDraft, email: 'ana.new@example.org' };
  await admin.call(editApplication, { params: { id }, body: moved, key: newId() });
  const noted = { params: { id }, body: { status: 'signed', notes: 'Ana is ill.' }, key: newId() };
  await admin.call(changeStatus, noted);
  const day = { followUpOn: '2026-12-01' };
  await admin.call(setFollowUp, { params: { id }, body: day, key: newId() });
  const bystander = await application({ email: 'bo@example.org', playerName: 'Bo Berg' });
  return { ...office, other, first, second, id, bystander, noted };
}

/** Stands in every personal value of a person who is erased; the day where only a day fits. */
const MARK = /zq7marker|1911-11-11/i;
const DAY = '1911-11-11';

/** A marked value for each personal field of a form. */
function marked(fields: Record<string, Field & Personal>, address = 'zq7marker@example.org') {
  const values = namesOf(fields).flatMap((name): [string, unknown][] => {
    const { personal, type, choices, bounds } = fields[name] ?? { personal: false };
    if (!personal || name === 'under18') return [];
    // A number and a choice cannot have a marker.
    if (type === 'number') return [[name, bounds?.[1]]];
    if (type === 'choice') return [[name, choices?.[0]]];
    if (type === 'email') return [[name, address]];
    if (type === 'links') return [[name, 'Video https://zq7marker.example']];
    return [[name, type === 'date' ? DAY : `zq7marker of ${name}`]];
  });
  return Object.fromEntries(values);
}

/** A person with a marker in every personal column, and stored responses of every call about them. */
async function markedPerson(db: Db) {
  const { admin, visitor } = await openOffice(db);
  const key = newId;
  const inquiry = { ...anInquiry, ...marked(INQUIRY_FIELDS), linkToken: newLinkToken() };
  await visitor.call(sendInquiry, { body: inquiry, key: key() });
  const { linkToken: token, privacyPolicy: _, ...corrected } = inquiry;
  await visitor.call(correctInquiry, {
    body: { ...corrected, phone: '+1 555', token },
    key: key(),
  });
  await visitor.call(correctInquiry, { body: { ...corrected, token }, key: key() });
  // A digest and an id cannot have a marker.
  await db.contact.updateMany({ data: { linkDigest: 'zq7marker', addedTo: 'zq7marker' } });
  const contact = await db.contact.findFirstOrThrow();
  const state = { params: { id: contact.id }, body: { state: 'answered' }, key: key() };
  await admin.call(changeContactState, state);
  const notes = { notes: 'zq7marker of notes', seen: { notes: null } };
  await admin.call(setContactNotes, { params: { id: contact.id }, body: notes, key: key() });
  const wanted = { ...marked(WANTED_FIELDS), seen: {} };
  await admin.call(setWanted, { params: { id: contact.id }, body: marked(WANTED_FIELDS) });
  await admin.call(setWanted, { params: { id: contact.id }, body: wanted, key: key() });
  const body = { status: 'pending' };
  const converted = await admin.call(convertContact, {
    params: { id: contact.id },
    body,
    key: key(),
  });
  const params = { id: converted.reply.id };
  const edited = { ...aDraft, ...marked(APPLICATION_FIELDS, 'zq7marker.new@example.org') };
  await admin.call(editApplication, {
    params,
    body: { ...edited, seen: converted.reply },
    key: key(),
  });
  await admin.call(editApplication, {
    params,
    body: { ...edited, seen: converted.reply },
    key: key(),
  });
  const noted = { status: 'signed', notes: 'zq7marker of notes' };
  await admin.call(changeStatus, { params, body: noted, key: key() });
  // A word of a list cannot have a marker.
  await db.historyEntry.updateMany({ where: { edits: null }, data: { reason: 'zq7marker' } });
  await admin.call(setFollowUp, { params, body: { followUpOn: DAY }, key: key() });
  const draft = { club: 'zq7marker', language: 'en', shows: [], words: 'zq7marker' };
  const offer = { until: '2099-01-01T00:00:00.000Z', draft, digest: 'a'.repeat(64) };
  await admin.call(setOffer, {
    params: { ...params, offerId: key() },
    body: { ...offer, picture: aPortrait.jpeg },
    key: key(),
  });
  const content = JSON.stringify({ row: { id: 99, ...marked(INQUIRY_FIELDS) }, history: [] });
  const copy = { list: 'contacts', recordId: '99', epoch: 'before', version: 9, kind: 'row' };
  await db.heldCopy.create({
    data: { id: key(), ...copy, content, devices: '[]', at: new Date() },
  });
  return admin;
}

/** The personal columns of the only row of a table that have no marker. */
function unmarked(columns: Record<string, Column & Personal>, row: object): string[] {
  return (
    Object.entries(row)
      // An answer of yes or no, or a choice, cannot have a marker.
      .filter(([name]) => columns[name]?.personal && name !== 'under18' && !isChoice(columns[name]))
      .filter(([, value]) => typeof value !== 'number' && !MARK.test(String(value)))
      .map(([name]) => name)
  );
}

function isChoice(column: Column | Field): boolean {
  return 'type' in column && column.type === 'choice';
}

/** The personal columns that hold a number or a choice. */
function unmarkable(columns: Record<string, Column & Personal>, rows: object[]): string[] {
  return rows
    .flatMap((row) => Object.entries(row))
    .filter(([name, value]) => columns[name]?.personal && value !== null)
    .filter(([name, value]) => typeof value === 'number' || isChoice(columns[name] ?? {}))
    .map(([name]) => name);
}

/** The tables of a database in which a marker stands. */
async function tablesWithMarker(db: Db): Promise<string[]> {
  const tables = await db.$queryRawUnsafe<{ name: string }[]>(
    providerOfDb(db) === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table'`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if (MARK.test(inspect(await db.$queryRawUnsafe(`SELECT * FROM "${name}"`), EVERYTHING)))
      found.push(name);
  }
  return found.sort();
}
const EVERYTHING = { depth: null, maxArrayLength: null, maxStringLength: null };

onBothDatabases('a person', ({ open }) => {
  test.each(['anonymise', 'delete'] as const)(
    'whom one asked to %s is found in no table any more, whatever was known',
    async (how) => {
      const db = await open();
      const admin = await markedPerson(db);
      expect(unmarked(CONTACT_COLUMNS, await db.contact.findFirstOrThrow())).toEqual([]);
      expect(unmarked(APPLICATION_COLUMNS, await db.application.findFirstOrThrow())).toEqual([]);
      const [edit, noted] = await db.historyEntry.findMany({ orderBy: { version: 'asc' } });
      expect(unmarked(HISTORY_COLUMNS, { ...noted, edits: edit?.edits })).toEqual([]);
      const before = ['Application', 'Contact', 'HeldCopy', 'HistoryEntry'];
      expect(await tablesWithMarker(db)).toEqual(before);

      const body = { email: 'zq7marker@example.org', how };
      const { reply } = await admin.call(erasePerson, { body, key: newId() });
      // One more inquiry is in a copy alone that waits.
      expect(reply).toEqual({ contacts: 2, applications: 1 });
      expect(await tablesWithMarker(db)).toEqual([]);
      expect(await db.offerPage.count()).toBe(0);
      expect(unmarkable(CONTACT_COLUMNS, await db.contact.findMany())).toEqual([]);
      expect(unmarkable(APPLICATION_COLUMNS, await db.application.findMany())).toEqual([]);
      expect(await db.contact.count({ where: { under18: { not: null } } })).toBe(0);
      expect(await db.application.count({ where: { under18: { not: null } } })).toBe(0);
    },
  );

  test('is exported with every inquiry, application and note, whatever the case of the address', async () => {
    const { admin, first, second, id } = await ana(await open());
    const { reply } = await admin.call(exportPerson, { body: { email: 'ANA@example.org' } });
    expect(reply.contacts.map((one) => one.id)).toEqual([first.id, second.id]);
    expect(reply.contacts[0]?.message).toBe('I need =1+1 agents.');
    expect(reply.applications).toMatchObject([
      {
        id,
        email: 'ana.new@example.org',
        history: [
          { edits: expect.arrayContaining([{ field: 'city', before: null, after: 'Seville' }]) },
          { newStatus: 'signed', notes: 'Ana is ill.' },
        ],
      },
    ]);
    const nobody = await admin.call(exportPerson, { body: { email: 'nobody@example.org' } });
    expect(nobody.problem.code).toBe('person-not-found');
  });

  test('is exported and erased beside the players of others, too, with the edits that name the person', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const mother = 'Eva Vega; mother; +34 600 000 000; eva@example.org';
    const father = 'Leo Vega; father; ; joeva@example.org';
    const { id } = await application({ email: 'ana@example.org', people: mother });
    const params = { id };
    const people = `${mother}\n${father}`;
    await admin.call(editApplication, { params, body: { ...aDraft, people } });
    const body = { email: 'EVA@example.org' };
    const { reply } = await admin.call(exportPerson, { body });
    expect(reply).toMatchObject({ contacts: [], applications: [] });
    expect(reply.beside).toMatchObject([
      { applicationId: id, name: 'Eva Vega', relation: 'mother' },
    ]);
    const erased = await admin.call(erasePerson, { body: { ...body, how: 'delete' } });
    expect(erased.reply).toEqual({ contacts: 0, applications: 0 });
    const { reply: now } = await admin.call(getApplication, { params });
    expect(now).toMatchObject({ people: father, playerName: aDraft.playerName });
    const history = (await admin.call(getHistory, { params })).reply;
    expect(JSON.stringify(history)).not.toContain('Eva');
    expect((await admin.call(exportPerson, { body })).status).toBe(404);
    expect(errors()).toEqual([]);
  });

  test('without an e-mail address is exported and erased by the application, and nobody else is', async () => {
    const { admin, application, contact } = await openOffice(await open());
    const [other, player] = [await application({ email: '' }), await application({ email: '' })];
    await contact({ email: aDraft.email });
    const body = { applicationId: player.id };
    const { reply } = await admin.call(exportPerson, { body });
    expect(reply).toMatchObject({ email: '', contacts: [], applications: [{ id: player.id }] });
    const erased = await admin.call(erasePerson, { body: { ...body, how: 'delete' } });
    expect(erased.reply).toEqual({ contacts: 0, applications: 1 });
    expect((await admin.call(listApplications)).reply.map(({ id }) => id)).toEqual([other.id]);
    // An id of nobody, and of a player who has an address by now, is not that of all who have none.
    const known = await application();
    for (const applicationId of [player.id, known.id]) {
      const answer = await admin.call(erasePerson, { body: { applicationId, how: 'delete' } });
      expect(answer.problem).toMatchObject({ code: 'person-not-found' });
    }
    expect((await admin.call(listApplications)).reply).toHaveLength(2);
    for (const wrong of [{}, { email: '' }, { email: aDraft.email, applicationId: other.id }]) {
      expect((await admin.call(exportPerson, { body: wrong })).status).toBe(400);
    }
  });

  test('is deleted everywhere, no stored answer names them, and every phone hears of it', async () => {
    const db = await open();
    const { admin, first, second, other, id, bystander, noted } = await ana(db);
    const { revision: since } = (await admin.call(pullContacts, { query: { since: 0 } })).reply;

    const erased = await admin.call(erasePerson, {
      body: { email: 'ana@example.org', how: 'delete' },
      key: newId(),
    });

    expect(erased.reply).toEqual({ contacts: 2, applications: 1 });
    expect((await admin.call(listContacts)).reply.map((one) => one.id)).toEqual([other.id]);
    const left = (await admin.call(listApplications)).reply;
    expect(left.map((one) => one.id)).toEqual([bystander.id]);
    expect(await db.historyEntry.count()).toBe(0);
    expect((await admin.call(getHistory, { params: { id } })).status).toBe(404);

    const contacts = (await admin.call(pullContacts, { query: { since } })).reply;
    expect([...contacts.gone].sort()).toEqual([first.id, second.id]);
    const applications = (await admin.call(pullApplications, { query: { since } })).reply;
    expect(applications.gone).toEqual([id]);

    const stored = JSON.stringify(await db.idempotencyKey.findMany());
    expect(stored).not.toContain('ana');
    expect(stored).not.toContain('Ana is ill.');
    // A phone that repeats an old change is told that it was applied and the record is gone; nothing is made anew.
    const repeated = await admin.call(changeStatus, noted);
    expect(repeated.status).toBe(404);
    expect(repeated.problem).toMatchObject({ code: 'application-not-found', wasApplied: true });
    const fresh = await admin.call(changeStatus, { ...noted, key: newId() });
    expect(fresh.problem).not.toHaveProperty('wasApplied');
    expect(await db.historyEntry.count()).toBe(0);
  });

  test('V14.2.4 is anonymised: what is counted stays, what tells who it was goes', async () => {
    const db = await open();
    const { admin, first, id, other } = await ana(db);
    const before = (await admin.call(getApplication, { params: { id } })).reply;
    const body = { email: 'ana@example.org', how: 'anonymise' };
    expect((await admin.call(erasePerson, { body })).reply).toEqual({
      contacts: 2,
      applications: 1,
    });

    const application = (await admin.call(getApplication, { params: { id } })).reply;
    expect(application).toMatchObject({
      playerName: ANONYMISED.name,
      status: 'signed',
      position: before.position,
      createdAt: before.createdAt,
      updatedAt: before.updatedAt,
      phone: null,
      links: null,
      agentNotes: null,
      followUpOn: null,
    });
    expect(isAnonymised(application)).toBe(true);
    const history = (await admin.call(getHistory, { params: { id } })).reply;
    expect(history).toMatchObject([
      { previousStatus: 'pending', newStatus: 'signed', notes: null },
      { previousStatus: 'pending', newStatus: 'pending', edits: null },
    ]);
    const contact = (await admin.call(getContact, { params: { id: first.id } })).reply;
    expect(contact).toMatchObject({
      inquiryType: first.inquiryType,
      consentAt: first.consentAt,
      convertedToApplication: true,
      message: '',
    });
    expect(JSON.stringify([application, history, contact])).not.toMatch(/Ana|ana@/);
    expect((await admin.call(getContact, { params: { id: other.id } })).reply).toEqual(other);

    // No record has the address any more, and the anonymised records do not count as one person.
    for (const email of ['ana@example.org', ANONYMISED.email, ANONYMISED.email.toUpperCase()]) {
      const again = await admin.call(erasePerson, { body: { email, how: 'delete' } });
      expect(again.problem.code).toBe('person-not-found');
    }
  });

  test.each([
    [
      'a note',
      (id: string) => ({
        endpoint: changeStatus,
        call: { params: { id }, body: { status: 'signed', notes: 'Ana is well.' } },
      }),
    ],
    [
      'a note with a new status',
      (id: string) => ({
        endpoint: changeStatus,
        call: { params: { id }, body: { status: 'rejected', notes: 'Ana is well.' } },
      }),
    ],
    [
      'a follow-up day',
      (id: string) => ({
        endpoint: setFollowUp,
        call: { params: { id }, body: { followUpOn: '2027-01-01', seen: { followUpOn: null } } },
      }),
    ],
  ])(
    'of whom one asked to anonymise %s that was queued before is refused, alone and in a batch',
    async (_, made) => {
      const { admin, id } = await ana(await open());
      await admin.call(erasePerson, { body: { email: 'ana@example.org', how: 'anonymise' } });
      const read = async () => [
        (await admin.call(getApplication, { params: { id } })).reply,
        (await admin.call(getHistory, { params: { id } })).reply,
      ];
      const before = await read();
      const { endpoint, call } = made(id);
      const refused = await admin.call(endpoint, { ...call, key: newId() });
      expect([refused.status, refused.problem.code]).toEqual([404, 'person-not-found']);

      const { method, path } = endpoint;
      const place = { key: newId(), lane: `application:${id}`, after: null };
      const late = { ...place, method, path: path.replace(':id', id), body: call.body };
      const { reply } = await admin.call(sync, { body: { calls: [late], reads: [] } });
      expect(reply.answers).toMatchObject([{ status: 404, body: { code: 'person-not-found' } }]);
      expect(await read()).toEqual(before);
    },
  );

  test('of whom one asked to anonymise the status still counts', async () => {
    const { admin, id } = await ana(await open());
    await admin.call(erasePerson, { body: { email: 'ana@example.org', how: 'anonymise' } });
    const body = { status: 'rejected', notes: null };
    const { reply } = await admin.call(changeStatus, { params: { id }, body });
    expect(reply).toMatchObject({ status: 'rejected', change: { notes: null } });
  });

  test.each(['anonymise', 'delete'] as const)(
    'who wrote more often than a query takes values can be exported, and asked to %s',
    async (how) => {
      const db = await open();
      const { admin } = await openOffice(db);
      const times = 1_100;
      const consentAt = new Date();
      const inquiry = { name: 'Ana Ruiz', inquiryType: 'other', message: 'Me again.', consentAt };
      const spelt = (n: number) =>
        [...'abcdefghijkl@example.org']
          .map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter))
          .join('');
      await db.contact.createMany({
        data: Array.from({ length: times }, (_, n) => ({ ...inquiry, email: spelt(n) })),
      });

      const body = { email: spelt(0) };
      expect((await admin.call(exportPerson, { body })).reply.contacts).toHaveLength(times);
      const erased = await admin.call(erasePerson, { body: { ...body, how }, key: newId() });
      expect(erased.reply).toEqual({ contacts: times, applications: 0 });
      expect((await admin.call(exportPerson, { body })).status).toBe(404);
    },
  );
});
