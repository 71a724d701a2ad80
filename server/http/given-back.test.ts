import { expect, onTestFinished, test, vi } from 'vitest';
import {
  changeStatus,
  editApplication,
  getApplication,
  getHistory,
  setFollowUp,
} from '#contract/applications.ts';
import { decideCopies, offerCopies, readCopies } from '#contract/backups/copies.ts';
import { deleteCampaign, listCampaigns, trackVisit } from '#contract/campaigns.ts';
import {
  changeContactState,
  convertContact,
  getContact,
  listContacts,
} from '#contract/contacts.ts';
import { type Endpoint, SENT_AGAIN } from '#contract/endpoint.ts';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { withdrawInquiry } from '#contract/inquiry-link.ts';
import { erasePerson, exportPerson } from '#contract/people.ts';
import { REMOVAL_NOTES, removeApplication } from '#contract/removal.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { forgetOldCopies } from '#server/domain/backups/forget-copies.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { backUp, Phone, restoreRows, takeAll, waitingOf } from '#server/test/restored.ts';

/** What a device sends again after a restore. */
const AGAIN = { headers: { [SENT_AGAIN]: '1' } };
const DAY = 24 * 60 * 60_000;
const RETENTION = { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 365 };
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1';

/** A key of a second ago: `newId` is ahead after a test that has set the clock forward. */
function keyOfBefore(later = 0): string {
  const time = (Date.now() - 1_000 + later).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

onBothDatabases('what devices have seen and a restored backup lacks', ({ url }) => {
  async function office() {
    const at = await url();
    const db = await openDatabase(at);
    onTestFinished(() => closeDatabase(db));
    const agency = await openOffice(db);
    const restore = (backup: Awaited<ReturnType<typeof backUp>>) => restoreRows(db, at, backup);
    const status = (id: string, body: object, key = newId(), by = agency.admin) =>
      by.call(changeStatus, { params: { id }, body: { notes: null, ...body }, key });
    const phone = async (by = agency.admin, device?: string) => {
      const made = new Phone(by, device);
      await made.pull();
      return made;
    };
    const historyOf = async (id: string) =>
      (await agency.admin.call(getHistory, { params: { id } })).reply;
    return { db, at, ...agency, restore, status, phone, historyOf };
  }

  test('an inquiry comes back with its message, once it was taken', async () => {
    const { db, admin, contact, phone, restore, errors } = await office();
    await contact();
    const backup = await backUp(db);
    const lost = await contact({
      name: 'Bo Berg',
      email: 'bo@example.org',
      message: 'Only phones know.',
    });
    const seen = await phone();
    await restore(backup);

    const left = await seen.left();
    expect(left).toBe(backup.state.revision);
    expect((await seen.offer(left)).reply).toMatchObject({ kept: 1 });
    expect((await admin.call(listContacts)).reply).toHaveLength(1);
    const report = (await admin.call(readCopies)).reply;
    expect(report).toMatchObject({
      restoredAt: expect.any(String),
      taken: [],
      left: 0,
      waiting: [
        {
          kind: 'new',
          list: 'contacts',
          recordId: lost.id,
          name: 'Bo Berg',
          text: lost.message,
          differences: [],
          devices: [{ username: 'marta', device: 'Chrome · Android' }],
        },
      ],
    });
    expect(await takeAll(admin)).toBe(1);
    const back = (await admin.call(getContact, { params: { id: lost.id } })).reply;
    expect(back).toEqual({ ...lost, version: expect.any(Number) });
    expect(back.version).toBeGreaterThan(backup.state.revision);
    expect((await admin.call(readCopies)).reply).toMatchObject({
      waiting: [],
      taken: [{ contacts: 1, applications: 0, erasures: 0 }],
    });
    expect(await db.heldCopy.findMany()).toMatchObject([{ state: 'taken', content: null }]);
    expect((await seen.offer(left)).reply).toMatchObject({ kept: 0 });
    const told = await db.auditEntry.findFirst({ where: { kind: 'copies-given-back' } });
    expect(told).toMatchObject({
      subject: `contact:${lost.id}`,
      detail: expect.stringMatching(/^user:\d+ Chrome · Android$/),
      count: 1,
    });
    expect(errors()).toEqual([]);
  });

  test('a status comes back once with its history, from two devices and by two admins of two processes', async () => {
    const { db, at, origin, admin, application, phone, restore, status, historyOf, errors } =
      await office();
    const { id } = await application();
    const backup = await backUp(db);
    const key = newId();
    await status(id, { status: 'signed', notes: 'At the ground.' }, key);
    const edit = { ...aDraft, city: 'Elche' };
    await admin.call(editApplication, { params: { id }, body: edit, key: newId() });
    const other = await signedIn(db, origin, { username: 'otto' });
    const [one, two] = [await phone(), await phone(other, IPHONE)];
    const before = (await admin.call(getApplication, { params: { id } })).reply;
    await restore(backup);

    await Promise.all([one.offer(), two.offer(), one.offer()]);
    const waiting = await waitingOf(admin);
    expect(waiting).toMatchObject([
      {
        kind: 'newer',
        entries: 2,
        by: 'marta',
        differences: [
          { field: 'city', here: 'Seville', there: 'Elche' },
          { field: 'status', here: 'pending', there: 'signed' },
        ],
        devices: [
          { username: 'marta', device: 'Chrome · Android' },
          { username: 'otto', device: 'Safari · iPhone' },
        ],
      },
    ]);
    const second = await openDatabase(at);
    onTestFinished(() => closeDatabase(second));
    const elsewhere = new Client((await serveApp(second)).origin);
    const body = { ids: waiting.map((copy) => copy.id), decision: 'take' };
    const headers = { Cookie: admin.cookie };
    const done = await Promise.all([
      takeAll(admin, body.ids),
      takeAll(other, body.ids),
      elsewhere.call(decideCopies, { body, headers }).then(({ reply }) => reply.done),
    ]);
    expect(done.sort()).toEqual([0, 0, 1]);
    const { version: _, ...rest } = before;
    expect((await admin.call(getApplication, { params: { id } })).reply).toMatchObject(rest);
    const history = await historyOf(id);
    expect(history).toMatchObject([
      {
        edits: [{ field: 'givenBack', after: 'marta · Chrome · Android, otto · Safari · iPhone' }],
      },
      { edits: [{ field: 'city', after: 'Elche' }], by: 'marta' },
      { newStatus: 'signed', notes: 'At the ground.', by: 'marta', id: key },
    ]);

    // The device that made the change repeats it under its old key.
    const repeated = await status(id, { status: 'signed', notes: 'At the ground.' }, key);
    expect(repeated.status).toBe(200);
    expect(await historyOf(id)).toEqual(history);
    await Promise.all([one.offer(), two.offer()]);
    expect(await waitingOf(admin)).toEqual([]);
    expect(errors()).toEqual([]);
  });

  test('a person who was erased stays erased, whichever device comes first', async () => {
    const { db, admin, application, contact, phone, restore, errors } = await office();
    const email = 'ana@example.org';
    for (const how of ['delete', 'anonymise'] as const) {
      for (const isFirst of [true, false]) {
        const { id } = await application({ email });
        const inquiry = await contact({ email });
        const backup = await backUp(db);
        await admin.call(editApplication, {
          params: { id },
          body: { ...aDraft, email, city: 'X' },
        });
        const outdated = await phone();
        const { state } = await backUp(db);
        await admin.call(erasePerson, { body: { email, how } });
        const knowing = new Phone(admin, IPHONE);
        await knowing.pull();
        const gone = { applications: [id], contacts: [inquiry.id] };
        const version = (await backUp(db)).state.revision;
        const stones = Object.entries(gone).flatMap(([list, ids]) =>
          ids.map((one) => ({ list, id: one, version })),
        );
        await restore(backup);
        const offers = [
          () => outdated.offer(backup.state.revision),
          () => knowing.offer(state.revision, how === 'delete' ? { gone: stones } : {}),
        ];
        for (const offer of isFirst ? offers : offers.reverse()) {
          expect((await offer()).status).toBe(200);
        }
        const waiting = await waitingOf(admin);
        expect(waiting.map(({ kind, name }) => [kind, name])).toEqual([
          ['erases', 'Ana Ruiz'],
          ['erases', 'Ana Ruiz'],
        ]);
        await takeAll(admin);
        for (const again of offers) await again();
        expect(await waitingOf(admin)).toEqual([]);
        const left = JSON.stringify([
          await db.application.findMany(),
          await db.contact.findMany(),
          await db.historyEntry.findMany(),
          await db.heldCopy.findMany(),
        ]);
        expect(left).not.toMatch(/Ana Ruiz|ana@/);
        expect(await db.application.count({ where: { id } })).toBe(how === 'delete' ? 0 : 1);
      }
    }
    expect(errors()).toEqual([]);
  });

  test('a person who wrote and was erased after the backup comes back with no device', async () => {
    const { db, admin, contact, phone, restore } = await office();
    const backup = await backUp(db);
    const { id } = await contact({ email: 'ana@example.org' });
    const outdated = await phone();
    await admin.call(erasePerson, { body: { email: 'ana@example.org', how: 'delete' } });
    const knowing = await phone();
    const { version } = (await backUp(db)).tombstone[0] ?? { version: 0 };
    await restore(backup);
    await knowing.offer(0, { gone: [{ list: 'contacts', id, version }] });
    await outdated.offer();
    expect(await waitingOf(admin)).toEqual([]);
    expect((await admin.call(readCopies)).reply.left).toBe(0);
  });

  test('an application is anonymised again with the inquiry of which it was made', async () => {
    const { db, admin, contact, phone, restore } = await office();
    const { id } = await contact({ email: 'ana@example.org' });
    await admin.call(convertContact, { params: { id }, body: { status: 'pending' } });
    const backup = await backUp(db);
    await admin.call(erasePerson, { body: { email: 'ana@example.org', how: 'anonymise' } });
    const knowing = await phone();
    await restore(backup);
    await knowing.offer();
    await takeAll(admin);
    expect(await waitingOf(admin)).toEqual([]);
    expect(await db.application.findMany()).toMatchObject([{ email: ANONYMISED.email }]);
  });

  test('a conversion that is sent again does not bring back whom another device has seen erased', async () => {
    const { db, admin, contact, phone, restore } = await office();
    const email = 'ana@example.org';
    const { id } = await contact({ email });
    const backup = await backUp(db);
    const call = { params: { id }, body: { status: 'pending' }, key: newId() } as const;
    const { reply } = await admin.call(convertContact, call);
    await admin.call(erasePerson, { body: { email, how: 'delete' } });
    const { state } = await backUp(db);
    const knowing = await phone();
    await restore(backup);
    const gone = [
      { list: 'contacts', id, version: state.revision },
      { list: 'applications', id: reply.id, version: state.revision },
    ];
    await knowing.offer(state.revision, { gone });
    await admin.call(convertContact, call);
    expect((await waitingOf(admin)).map(({ kind, list }) => `${kind} ${list}`)).toEqual([
      'erases contacts',
      'erases applications',
    ]);
    expect(await takeAll(admin)).toBe(2);
    expect([await db.contact.count(), await db.application.count()]).toEqual([0, 0]);
    expect(await waitingOf(admin)).toEqual([]);
  });

  test('a conversion that is sent again does not bring back an application that was removed after it', async () => {
    const { db, admin, contact, phone, restore, errors } = await office();
    const { id: contactId } = await contact();
    const backup = await backUp(db);
    const conversion = {
      params: { id: contactId },
      body: { status: 'pending' },
      key: keyOfBefore(),
    } as const;
    const { id } = (await admin.call(convertContact, conversion)).reply;
    const removal = { params: { id }, body: { removed: true }, key: keyOfBefore() };
    const { removedAt } = (await admin.call(removeApplication, removal)).reply;
    const knowing = await phone();
    const before = (await admin.call(getContact, { params: { id: contactId } })).reply;
    await restore(backup);

    expect((await admin.call(removeApplication, { ...removal, ...AGAIN })).status).toBe(404);
    await knowing.offer(backup.state.revision);
    expect(await takeAll(admin)).toBeGreaterThan(0);
    const again = await admin.call(convertContact, { ...conversion, ...AGAIN });
    expect(again.reply).toMatchObject({ id, removedAt, already: true });
    const after = (await admin.call(getContact, { params: { id: contactId } })).reply;
    expect(after).toEqual({ ...before, version: expect.any(Number) });
    await knowing.offer(backup.state.revision);
    expect(await waitingOf(admin)).toEqual([]);

    const anew = await admin.call(convertContact, { ...conversion, key: newId() });
    expect(anew.reply).toMatchObject({ id, removedAt: null });
    expect(errors()).toEqual([]);
  });

  test('no change that was made before a removal brings the application back when it is sent again', async () => {
    const { db, admin, contact, phone, restore, errors } = await office();
    const { id: contactId } = await contact();
    const body = { status: 'pending' };
    const { id } = (await admin.call(convertContact, { params: { id: contactId }, body })).reply;
    const params = { id };
    const backup = await backUp(db);
    const changes = [
      { endpoint: changeStatus, body: { status: 'signed', notes: null } },
      { endpoint: editApplication, body: { ...aDraft, city: 'Elche' } },
      { endpoint: setFollowUp, body: { followUpOn: '2030-01-01' } },
    ].map(({ endpoint, body: made }) => {
      const key = keyOfBefore();
      return (more: object = {}) => admin.call(endpoint, { params, body: made, key, ...more });
    });
    for (const change of changes) expect((await change()).status).toBe(200);
    await admin.call(removeApplication, { params, body: { removed: true }, key: keyOfBefore() });
    const knowing = await phone();
    const { rows, history } = (await knowing.pull()).applications;
    await restore(backup);

    // The device that removed it had not seen these changes.
    const removals = history.filter(({ notes }) => notes === REMOVAL_NOTES.removed);
    const seen = rows.map((row) => ({ ...row, status: 'pending', city: null, followUpOn: null }));
    await knowing.offer(backup.state.revision, { applications: seen, history: removals });
    await takeAll(admin);
    for (const change of changes) expect((await change(AGAIN)).status).toBe(200);
    expect((await admin.call(getApplication, { params })).reply).toMatchObject({
      ...{ status: 'signed', city: 'Elche', followUpOn: '2030-01-01' },
      removedAt: expect.any(String),
    });
    expect((await admin.call(getContact, { params: { id: contactId } })).reply).toMatchObject({
      convertedToApplication: false,
    });
    expect(errors()).toEqual([]);
  });

  test('a removal that is sent again after a later change does not remove the application', async () => {
    const { db, admin, application, restore, errors } = await office();
    const { id } = await application();
    const params = { id };
    const backup = await backUp(db);
    const seen = (await admin.call(getApplication, { params })).reply;
    const removal = { params, body: { removed: true, seen }, key: keyOfBefore() };
    await admin.call(removeApplication, removal);
    const note = { params, body: { status: 'pending', notes: 'Called.' }, key: keyOfBefore() };
    await admin.call(changeStatus, note);
    await restore(backup);

    await admin.call(changeStatus, { ...note, ...AGAIN });
    const again = await admin.call(removeApplication, { ...removal, ...AGAIN });
    expect(again.reply).toMatchObject({ removedAt: null, already: true });
    expect((await admin.call(getApplication, { params })).reply.removedAt).toBeNull();
    const anew = { params, body: { removed: true }, key: newId() };
    expect((await admin.call(removeApplication, anew)).reply.removedAt).not.toBeNull();
    expect(errors()).toEqual([]);
  });

  test.each([
    ['status', changeStatus, ['signed', 'pending', 'in_review', 'pending'], 2],
    ['status', changeStatus, ['signed', 'pending'], 1],
    ['city', editApplication, ['Elche', 'Seville', 'Madrid', 'Seville'], 2],
  ] as const)(
    'changes of the %s that come back in another order than they were made leave what the last of them has set',
    async (field, endpoint, values, count) => {
      const { db, admin, application, phone, restore, historyOf, errors } = await office();
      const { id } = await application();
      const params = { id };
      const read = async () => (await admin.call(getApplication, { params })).reply;
      const start = (await read())[field];
      const backup = await backUp(db);
      const changes = values.map((value, n) => {
        const [key, seen] = [keyOfBefore(n), { [field]: values[n - 1] ?? start }];
        const others = field === 'city' ? aDraft : { notes: `Note ${n}` };
        const body = { ...others, [field]: value, seen };
        return (more: object = {}) =>
          admin.call(endpoint as Endpoint, { params, body, key, ...more } as never);
      });
      for (const change of changes) expect((await change()).status).toBe(200);
      const knowing = await phone();
      const told = async () =>
        (await historyOf(id)).flatMap(({ notes, edits }) =>
          edits?.some((edit) => edit.field === 'givenBack') ? [] : notes || JSON.stringify(edits),
        );
      const before = await told();
      await restore(backup);

      // The device with the last ones comes first, and gives back what it has; then those of the others come.
      for (const change of changes.slice(-count)) {
        expect((await change(AGAIN)).status).toBe(200);
      }
      await knowing.offer(backup.state.revision, { history: [] });
      await knowing.offer(backup.state.revision, { applications: [] });
      for (const change of changes.slice(0, -count).toReversed()) {
        expect((await change(AGAIN)).status).toBe(200);
      }
      await takeAll(admin);
      expect((await read())[field]).toBe(values.at(-1));
      expect((await told()).sort()).toEqual(before.sort());
      expect(errors()).toEqual([]);
    },
  );

  test('a row of another device fills in nothing older than what its record has got since', async () => {
    const { db, admin, application, status, phone, restore, errors } = await office();
    const { id } = await application();
    const backup = await backUp(db);
    const key = newId();
    await status(id, { status: 'pending', notes: 'Called.' }, key);
    const older = await phone(admin, IPHONE);
    const edit = { params: { id }, body: { ...aDraft, city: 'Elche' }, key: keyOfBefore() };
    await admin.call(editApplication, edit);
    const newer = await phone();
    await restore(backup);

    await admin.call(editApplication, { ...edit, ...AGAIN });
    await newer.offer(backup.state.revision, { history: [] });
    await newer.offer(backup.state.revision, { applications: [] });
    await older.offer(backup.state.revision);
    expect((await waitingOf(admin)).map(({ differences }) => differences)).toEqual([[]]);
    // The device that had called sends it again by itself.
    await status(id, { status: 'pending', notes: 'Called.' }, key);
    await forgetOldCopies(db, new Date());
    await older.offer(backup.state.revision);
    expect(await waitingOf(admin)).toEqual([]);
    expect(errors()).toEqual([]);
  });

  test('a removal that came back with a later return is not made once more', async () => {
    const { db, admin, application, phone, restore, historyOf, errors } = await office();
    const { id } = await application();
    const backup = await backUp(db);
    const removal = { params: { id }, body: { removed: true }, key: keyOfBefore() };
    await admin.call(removeApplication, removal);
    await admin.call(removeApplication, {
      ...removal,
      body: { removed: false },
      key: keyOfBefore(),
    });
    const knowing = await phone();
    await restore(backup);
    await knowing.offer(backup.state.revision);
    await takeAll(admin);
    const history = await historyOf(id);
    const { status, reply } = await admin.call(removeApplication, { ...removal, ...AGAIN });
    expect([status, reply.removedAt]).toEqual([200, null]);
    expect(await historyOf(id)).toEqual(history);
    expect(errors()).toEqual([]);
  });

  test('a person who came after the backup and was erased stays erased, whichever device comes first', async () => {
    const { db, admin, contact, phone, restore } = await office();
    const email = 'bo@example.org';
    for (const isFirst of [true, false]) {
      const backup = await backUp(db);
      const { id } = await contact({ email });
      const outdated = await phone();
      await admin.call(erasePerson, { body: { email, how: 'delete' } });
      const { state } = await backUp(db);
      const gone = [{ list: 'contacts', id, version: state.revision }];
      const knowing = new Phone(admin, IPHONE);
      await knowing.pull();
      await restore(backup);
      const offers = [
        () => outdated.offer(backup.state.revision),
        () => knowing.offer(state.revision, { gone }),
      ];
      for (const offer of isFirst ? offers : offers.toReversed()) await offer();
      await outdated.offer(backup.state.revision);
      expect(await waitingOf(admin)).toEqual([]);
    }
  });

  test('a person who is erased after the restore is in no copy that waits, and comes back with none', async () => {
    const { db, admin, visitor, application, contact, phone, restore } = await office();
    const email = 'ana@example.org';
    const linkToken = newLinkToken();
    const { id } = await application({ email });
    const other = await application({
      email: 'bo@example.org',
      playerName: 'Bo Berg',
      phone: null,
    });
    const inquiry = await contact({ email: 'eva@example.org', linkToken });
    const backup = await backUp(db);
    await contact({ email, phone: null });
    await admin.call(editApplication, {
      params: { id },
      body: { ...aDraft, email, city: 'Elche' },
    });
    const people = 'Ana Ruiz; other; ; ana@example.org';
    const beside = {
      ...aDraft,
      email: 'bo@example.org',
      playerName: 'Bo Berg',
      people,
      phone: null,
    };
    await admin.call(editApplication, {
      params: { id: other.id },
      body: { ...beside, city: 'Elche' },
    });
    await admin.call(changeContactState, {
      params: { id: inquiry.id },
      body: { state: 'answered' },
    });
    const seen = await phone();
    await restore(backup);
    expect((await seen.offer()).reply).toMatchObject({ kept: 4 });

    await admin.call(erasePerson, { body: { email, how: 'delete' } });
    await visitor.call(withdrawInquiry, { body: { token: linkToken } });
    expect(JSON.stringify(await db.heldCopy.findMany())).not.toMatch(
      /ana@|Ana Ruiz|eva@example.org"/,
    );
    expect(await waitingOf(admin)).toMatchObject([
      { name: 'Bo Berg', differences: [{ field: 'city' }] },
    ]);
    await seen.offer();
    expect((await waitingOf(admin)).map(({ name }) => name)).toEqual(['Bo Berg']);
  });

  test('copies of a person whose erasure was taken are forgotten, also those of another database', async () => {
    const { db, admin, contact, phone, restore } = await office();
    const email = 'ana@example.org';
    const { id } = await contact({ email });
    const backup = await backUp(db);
    const answered = { params: { id }, body: { state: 'answered' } } as const;
    await admin.call(changeContactState, answered);
    const outdated = await phone();
    await restore(backup);
    await admin.call(erasePerson, { body: { email, how: 'anonymise' } });
    const knowing = await phone();
    await restore(backup);
    await outdated.offer();
    await knowing.offer();
    const [erasure, ...others] = await waitingOf(admin);
    expect([erasure?.kind, others.map(({ kind }) => kind)]).toEqual(['erases', ['newer']]);
    expect(await takeAll(admin, [String(erasure?.id)])).toBe(1);
    expect(JSON.stringify(await db.heldCopy.findMany())).not.toContain(email);
    expect(await waitingOf(admin)).toEqual([]);
  });

  test('a device hears of whom it has copies that were erased meanwhile, and of nobody else', async () => {
    const { db, admin, contact, application, phone, restore } = await office();
    const email = 'ana@example.org';
    const known = await contact({ email });
    const backup = await backUp(db);
    const [player, lost] = [await application({ email }), await contact({ email })];
    await contact({ email: 'bo@example.org' });
    await admin.call(changeContactState, { params: { id: known.id }, body: { state: 'answered' } });
    const later = await backUp(db);
    const [seen, late] = [await phone(), await phone(admin, IPHONE)];
    const erase = () => admin.call(erasePerson, { body: { email, how: 'delete' } });
    const heard = async (by: Phone) => {
      const { erased } = (await by.offer()).reply;
      return erased.map(({ list, id }) => `${list} ${id}`).sort();
    };
    const all = [`applications ${player.id}`, `contacts ${known.id}`, `contacts ${lost.id}`];
    await restore(backup);
    expect(await heard(seen)).toEqual([]);
    await erase();
    expect([await heard(late), await heard(seen)]).toEqual([all, all]);
    // A backup that has them, and one that knows of the erasure.
    await restore(later);
    expect(await heard(seen)).toEqual([]);
    await erase();
    expect(await heard(seen)).toEqual(all);
    await restore(await backUp(db));
    expect(await heard(seen)).toEqual(all);
  });

  test('what waits of a record whose time is over is forgotten with it', async () => {
    const { db, admin, contact, phone, restore } = await office();
    const { id } = await contact();
    await admin.call(changeContactState, { params: { id }, body: { state: 'spam' } });
    await db.contact.updateMany({ data: { setAsideAt: new Date(Date.now() - 40 * DAY) } });
    const backup = await backUp(db);
    await admin.call(changeContactState, { params: { id }, body: { state: 'new' } });
    const seen = await phone();
    await restore(backup);
    expect((await seen.offer()).reply).toMatchObject({ kept: 1 });
    await keepHouse(db, { ...RETENTION, inquiries: 30 });
    expect(await db.contact.count()).toBe(0);
    expect(await db.heldCopy.count()).toBe(0);
  });

  test('a person who is erased after the restore does not come back with records that only a device has', async () => {
    const { db, admin, contact, phone, restore } = await office();
    await contact({ email: 'ana@example.org' });
    const backup = await backUp(db);
    await contact({ email: 'Ana@Example.org' });
    await contact({ email: 'bo@example.org', name: 'Bo Berg' });
    const seen = await phone();
    await restore(backup);
    await admin.call(erasePerson, { body: { email: 'ana@example.org', how: 'anonymise' } });
    await seen.offer();
    expect((await waitingOf(admin)).map(({ name }) => name)).toEqual(['Bo Berg']);
    await db.erasedAddress.updateMany({ data: { at: new Date(Date.now() - 61 * DAY) } });
    await keepHouse(db, RETENTION);
    expect(await db.erasedAddress.count()).toBe(0);
  });

  test('what waits of a person is exported, and erased like a record, also of somebody who is nowhere else', async () => {
    const { db, admin, application, contact, phone, restore, errors } = await office();
    const email = 'ana@example.org';
    await contact({ email });
    const beside = { email: 'bo@example.org', phone: null };
    const other = await application({ ...beside, playerName: 'Bo Berg' });
    const backup = await backUp(db);
    const lost = await contact({ email: 'Ana@Example.org', message: 'Only phones know.' });
    const only = await application({ email: 'eva@example.org', phone: '+34 600 111 222' });
    const anonymous = await application({ email: '', playerName: 'Ida' });
    const edit = {
      ...aDraft,
      ...beside,
      playerName: 'Bo Berg',
      agentNotes: 'Knows +34 600 111 222',
    };
    await admin.call(editApplication, { params: { id: other.id }, body: edit });
    const seen = await phone();
    await restore(backup);
    expect((await seen.offer()).reply).toEqual({ kept: 4, erased: [] });

    const exported = async (whose: object) =>
      (await admin.call(exportPerson, { body: whose })).reply;
    const both = await exported({ email });
    expect(both.contacts).toHaveLength(1);
    expect(both.copies).toMatchObject([
      { list: 'contacts', row: { id: lost.id, message: lost.message } },
    ]);
    const whoses = [{ email: only.email }, { applicationId: anonymous.id }, { email }];
    expect((await exported(whoses[0] ?? {})).copies).toMatchObject([{ row: { id: only.id } }]);
    expect((await exported(whoses[1] ?? {})).copies).toMatchObject([{ row: { id: anonymous.id } }]);

    const counts = [];
    for (const whose of whoses) {
      const erased = await admin.call(erasePerson, { body: { ...whose, how: 'delete' } });
      counts.push(erased.reply);
      expect((await admin.call(exportPerson, { body: whose })).status).toBe(404);
    }
    expect(counts).toEqual([
      { contacts: 0, applications: 1 },
      { contacts: 0, applications: 1 },
      { contacts: 2, applications: 0 },
    ]);
    expect(JSON.stringify(await db.heldCopy.findMany())).not.toMatch(/ana@|eva@|Ida|600 111/i);
    expect(await db.erasedAddress.count()).toBe(2);
    await seen.offer();
    expect((await waitingOf(admin)).map(({ name }) => name)).toEqual(['Bo Berg']);
    expect(errors()).toEqual([]);
  });

  test('an older device never undoes a newer copy, of two restores in either order', async () => {
    const { db, admin, application, contact, phone, restore, status, historyOf } = await office();
    const { id } = await application();
    const old = await backUp(db);
    await status(id, { status: 'in_review' });
    const newer = await backUp(db);
    await status(id, { status: 'contract_offered' });
    const first = await phone();
    await status(id, { status: 'signed' });
    const late = await contact({ email: 'late@example.org' });
    const last = await phone(admin, IPHONE);

    await restore(old);
    expect(await first.left()).toBe(old.state.revision);
    await status(id, { status: 'rejected', notes: 'Between the two restores.' });
    const between = await phone();
    await restore(newer);
    expect([await first.left(), await last.left(), await between.left()]).toEqual([
      newer.state.revision,
      newer.state.revision,
      0,
    ]);
    await last.offer(newer.state.revision);
    await first.offer(newer.state.revision);
    expect(await waitingOf(admin)).toMatchObject([
      { kind: 'new', recordId: late.id },
      { kind: 'newer', entries: 2, differences: [{ field: 'status', there: 'signed' }] },
    ]);
    await takeAll(admin);
    await first.offer(newer.state.revision);
    expect(await waitingOf(admin)).toEqual([]);
    // What was changed in the database between the two contradicts, and is not lost.
    await between.offer();
    expect(await waitingOf(admin)).toMatchObject([
      {
        kind: 'differs',
        entries: 1,
        differences: [{ field: 'status', here: 'signed', there: 'rejected' }],
      },
    ]);
    await takeAll(admin);
    expect(
      (await historyOf(id)).flatMap(({ edits, newStatus }) => (edits ? [] : newStatus)),
    ).toEqual(['rejected', 'signed', 'contract_offered', 'in_review']);

    await restore(newer);
    await restore(old);
    expect(await last.left()).toBe(old.state.revision);
    await first.offer(old.state.revision);
    await last.offer(old.state.revision);
    await first.offer(old.state.revision);
    await takeAll(admin);
    expect((await admin.call(getApplication, { params: { id } })).reply.status).toBe('signed');
    expect((await historyOf(id)).filter(({ edits }) => edits === null)).toHaveLength(3);
  });

  test('inquiries of two databases that one backup has become have ids of their own, and all come back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { db, admin, contact, phone, restore } = await office();
    await restore(await backUp(db));
    await contact();
    const backup = await backUp(db);
    const phones: Phone[] = [];
    for (const name of ['Bo', 'Cy', 'Di']) {
      vi.setSystemTime(Date.now() + 60_000);
      await restore(backup);
      await contact({ name, email: `${name}@example.org` });
      phones.push(await phone());
    }
    vi.setSystemTime(Date.now() + 60_000);
    await restore(backup);
    await contact({ name: 'Eli', email: 'eli@example.org' });
    for (const each of phones) await each.offer(backup.state.revision);
    expect(await takeAll(admin)).toBe(3);
    const names = (await admin.call(listContacts)).reply.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Bo', 'Cy', 'Di', 'Eli']));
  });

  test('an older device never undoes what another one has sent again by itself', async () => {
    const { db, admin, application, phone, restore, status } = await office();
    const { id } = await application();
    const backup = await backUp(db);
    const changes = [
      { body: { status: 'in_review' }, key: newId() },
      { body: { status: 'signed' }, key: newId() },
    ] as const;
    const [first, second] = changes;
    await status(id, first.body, first.key);
    const older = await phone();
    await status(id, second.body, second.key);
    const newer = await phone(admin, IPHONE);
    await restore(backup);
    for (const { body, key } of changes) await status(id, body, key);
    expect((await newer.offer(backup.state.revision)).reply).toMatchObject({ kept: 0 });
    expect((await older.offer(backup.state.revision)).reply).toMatchObject({ kept: 0 });
    expect(await waitingOf(admin)).toEqual([]);
  });

  test('what was changed after the restore contradicts, and is replaced only if it is taken', async () => {
    const { db, admin, application, contact, phone, restore, status, historyOf } = await office();
    const { id } = await application();
    const inquiry = await contact();
    const backup = await backUp(db);
    await status(id, { status: 'signed' });
    await admin.call(changeContactState, { params: { id: inquiry.id }, body: { state: 'spam' } });
    const seen = await phone();
    await restore(backup);
    await status(id, { status: 'rejected' });
    await seen.offer(backup.state.revision);
    const [newer, differs] = await waitingOf(admin);
    expect(differs).toMatchObject({
      kind: 'differs',
      differences: [{ field: 'status', here: 'rejected', there: 'signed' }],
    });
    const body = { ids: [differs?.id], decision: 'leave' };
    expect((await admin.call(decideCopies, { body })).reply).toEqual({ done: 1 });
    expect((await admin.call(decideCopies, { body })).reply).toEqual({ done: 0 });
    expect((await admin.call(getApplication, { params: { id } })).reply.status).toBe('rejected');
    await seen.offer(backup.state.revision);
    const report = (await admin.call(readCopies)).reply;
    expect(report).toMatchObject({ left: 1, waiting: [{ id: newer?.id }] });
    expect(await db.auditEntry.count({ where: { kind: 'copies-left' } })).toBe(1);
    await takeAll(admin);
    const { setAsideAt } = await db.contact.findUniqueOrThrow({ where: { id: inquiry.id } });
    expect(setAsideAt).not.toBeNull();

    await restore(backup);
    await status(id, { status: 'rejected' });
    await seen.offer(backup.state.revision);
    await takeAll(admin);
    expect((await historyOf(id))[0]?.edits).toEqual([
      { field: 'givenBack', before: null, after: 'marta · Chrome · Android' },
      { field: 'status', before: 'rejected', after: 'signed' },
    ]);
  });

  test('who may not enter gives nothing, an agent no campaign, and an account that is gone has given what it gave', async () => {
    const { db, origin, admin, visitor, application, campaign, phone, restore, status } =
      await office();
    const { id } = await application();
    const backup = await backUp(db);
    await status(id, { status: 'signed' });
    const lost = await campaign();
    const [{ applications, campaigns }, seen] = [await new Phone(admin).pull(), await phone()];
    await restore(backup);
    await db.campaignLease.upsert({
      where: { id: lost.id },
      create: { id: lost.id, userId: 0, createdAt: new Date() },
      update: {},
    });
    await visitor.call(trackVisit, { params: { id: lost.id }, key: newId() });
    const body = {
      epoch: seen.epoch,
      applications: applications.rows,
      history: applications.history,
      campaigns: campaigns.rows,
    };
    const out = await signedIn(db, origin, { username: 'out', role: 'agent' });
    expect((await out.call(offerCopies, { body })).status).toBe(403);
    expect((await out.call(readCopies)).status).toBe(403);
    const agent = { username: 'nico', role: 'agent', entersDashboard: true };
    const nico = await signedIn(db, origin, agent);
    expect((await nico.call(offerCopies, { body })).reply).toMatchObject({ kept: 1 });
    expect((await nico.call(readCopies)).status).toBe(403);
    await db.user.delete({ where: { usernameKey: 'nico' } });
    expect(await waitingOf(admin)).toMatchObject([
      { list: 'applications', devices: [{ username: expect.stringMatching(/^#\d+$/) }] },
    ]);
    expect((await seen.offer(backup.state.revision)).reply).toMatchObject({ kept: 2 });
    expect(await takeAll(admin)).toBe(2);
    expect((await admin.call(listCampaigns)).reply).toMatchObject([
      { id: lost.id, name: lost.name, createdAt: lost.createdAt, visits: 1 },
    ]);
    expect(await db.campaignLease.count({ where: { id: lost.id } })).toBe(0);
  });

  test('a campaign that was deleted is deleted again, and its inquiries stay', async () => {
    const { db, admin, campaign, contact, phone, restore } = await office();
    const { id } = await campaign();
    const inquiry = await contact({ campaignId: id });
    const backup = await backUp(db);
    await admin.call(deleteCampaign, { params: { id } });
    const seen = await phone();
    const { version } = (await admin.call(getContact, { params: { id: inquiry.id } })).reply;
    await restore(backup);
    const gone = [{ list: 'campaigns', id, version }];
    await seen.offer(backup.state.revision, { gone });
    expect(await waitingOf(admin)).toMatchObject([
      { kind: 'erases', list: 'campaigns' },
      { kind: 'newer', list: 'contacts' },
    ]);
    expect(await takeAll(admin)).toBeGreaterThan(0);
    expect(await db.campaign.count()).toBe(0);
    expect(await db.contact.findMany()).toMatchObject([{ id: inquiry.id, campaignId: null }]);
    expect(await waitingOf(admin)).toEqual([]);
  });

  test('a row is checked as input: a forged one is left out', async () => {
    const { db, admin, application, contact, phone, restore } = await office();
    const backup = await backUp(db);
    const player = await application();
    const inquiry = await contact();
    const seen = await phone();
    await restore(backup);
    const { contactId } = await db.restore.findFirstOrThrow();
    const wrong = {
      applications: [
        { ...player, email: 'no address' },
        { ...player, playerName: 'x'.repeat(301) },
        { ...player, status: 'champion' },
        { ...player, createdAt: '2026-02-31T99:00:00.000Z' },
        { ...player, followUpOn: 'tomorrow' },
        { ...player, city: 'NUL\0inside' },
        { ...player, version: 2 ** 40 },
      ],
      contacts: [
        { ...inquiry, id: contactId + 200_000 },
        { ...inquiry, message: 'short' },
        { ...inquiry, reference: 'x'.repeat(301) },
      ],
      campaigns: [],
      history: [],
    };
    for (const list of ['applications', 'contacts'] as const) {
      for (const row of wrong[list]) {
        const one = { ...wrong, applications: [], contacts: [], [list]: [row] };
        const answer = await seen.offer(0, one);
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 200) expect(answer.reply).toMatchObject({ kept: 0 });
      }
    }
    expect(await db.heldCopy.count()).toBe(0);
    const entry = {
      id: newId(),
      applicationId: newId(),
      previousStatus: 'pending',
      newStatus: 'signed',
      notes: 'Of nobody.',
      edits: null,
      createdAt: player.createdAt,
      arrivedAt: player.createdAt,
      by: 'marta',
      version: 99,
    };
    const more = { offers: '[{"id":1}]', role: 'admin', createdAt: '2999-01-01T00:00:00.000Z' };
    const rows = { applications: [{ ...player, ...more }], contacts: [], history: [entry] };
    expect((await seen.offer(0, rows)).reply).toMatchObject({ kept: 1 });
    await takeAll(admin);
    const [taken] = await db.application.findMany();
    expect(taken).toMatchObject({ id: player.id, offers: null });
    expect(taken?.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await db.historyEntry.count({ where: { id: entry.id } })).toBe(0);
  });

  test('what the database has is not kept, and what it gets meanwhile waits no longer', async () => {
    const { db, admin, application, phone, restore, status } = await office();
    const { id } = await application();
    const backup = await backUp(db);
    const key = newId();
    await status(id, { status: 'signed' }, key);
    const seen = await phone();
    expect((await seen.offer()).reply).toMatchObject({ kept: 0 });
    await restore(backup);
    const same = await phone();
    expect((await same.offer()).reply).toMatchObject({ kept: 0 });
    expect((await seen.offer()).reply).toMatchObject({ kept: 1 });
    await status(id, { status: 'signed' }, key);
    expect(await waitingOf(admin)).toEqual([]);
    expect(
      await takeAll(
        admin,
        (await db.heldCopy.findMany()).map((copy) => copy.id),
      ),
    ).toBe(0);
    expect(await db.heldCopy.findMany()).toMatchObject([{ state: 'known' }]);
  });

  test('an older device brings nothing up again that the database has got before an admin decided', async () => {
    const { db, admin, application, phone, restore, status } = await office();
    const { id } = await application();
    const backup = await backUp(db);
    const changes = [
      { body: { status: 'in_review' }, key: newId() },
      { body: { status: 'signed' }, key: newId() },
    ] as const;
    const [first, second] = changes;
    await status(id, first.body, first.key);
    const older = await phone();
    await status(id, second.body, second.key);
    const newer = await phone(admin, IPHONE);
    await restore(backup);
    expect((await newer.offer(backup.state.revision)).reply).toMatchObject({ kept: 1 });
    const ids = (await waitingOf(admin)).map((copy) => copy.id);
    for (const { body, key } of changes) await status(id, body, key);
    expect(await takeAll(admin, ids)).toBe(0);
    expect((await older.offer(backup.state.revision)).reply).toMatchObject({ kept: 0 });
    expect(await waitingOf(admin)).toEqual([]);
  });

  test('a database that lost its last commits gets them back, too', async () => {
    const { db, admin, application, contact, phone, status } = await office();
    const { id } = await application();
    const { state, ...rows } = await backUp(db);
    await status(id, { status: 'signed' });
    const lost = await contact();
    const seen = await phone();
    await db.$transaction(async (tx) => {
      await tx.historyEntry.deleteMany();
      await tx.contact.deleteMany();
      const [before] = rows.application;
      if (before) await tx.application.update({ where: { id }, data: before });
      await tx.replicationState.update({ where: { id: 1 }, data: state });
    });
    expect(await seen.left()).toBe(state.revision);
    expect((await seen.offer(state.revision)).reply).toMatchObject({ kept: 2 });
    expect(await takeAll(admin)).toBe(2);
    expect((await admin.call(getContact, { params: { id: lost.id } })).reply.name).toBe(lost.name);
    expect((await contact({ email: 'next@example.org' })).id).toBeGreaterThan(lost.id);
    expect((await seen.offer(state.revision)).reply).toMatchObject({ kept: 0 });
  });

  test('a device that comes a week later still counts, and what nobody decides about goes after 60 days', async () => {
    const { db, admin, contact, phone, restore } = await office();
    const backup = await backUp(db);
    await contact();
    const seen = await phone();
    await restore(backup);
    await db.restore.updateMany({ data: { at: new Date(Date.now() - 7 * DAY) } });
    for (let n = 0; n < 3; n += 1) await contact({ email: `later${n}@example.org` });
    expect((await seen.offer(await seen.left())).reply).toMatchObject({ kept: 1 });
    expect(await waitingOf(admin)).toHaveLength(1);
    const keepHouseAfter = async (days: number) => {
      await db.heldCopy.updateMany({ data: { at: new Date(Date.now() - days * DAY) } });
      await keepHouse(db, RETENTION);
    };
    await keepHouseAfter(59);
    expect(await waitingOf(admin)).toHaveLength(1);
    await keepHouseAfter(61);
    expect(await waitingOf(admin)).toEqual([]);
    expect(await db.heldCopy.findMany()).toMatchObject([{ state: 'left', content: null }]);
  });
});
