import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import {
  type Application,
  changeStatus,
  createApplication,
  editApplication,
  getApplication,
  getHistory,
  type HistoryEntry,
  listApplications,
  setFollowUp,
} from '#contract/applications.ts';
import { DEVICE_TIME, MADE_AT } from '#contract/endpoint.ts';
import { newId } from '#contract/fields/ids.ts';
import { STATUSES } from '#contract/fields/vocabulary.ts';
import { sync } from '#contract/sync.ts';
import { ENDS_FIRST } from '#contract/values/reachable-draft.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

onBothDatabases('an application', ({ open }) => {
  test('E-01, Q-05 is made with status pending and read as it was written', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    const { reply } = await admin.call(getApplication, { params: { id } });
    expect(reply).toEqual({
      ...aDraft,
      id,
      status: 'pending',
      under18: null,
      followUpOn: null,
      offers: null,
      removedAt: null,
      contactId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 1,
    });
  });

  test('E-06 keeps the id that a device made; the same id again is a 409', async () => {
    const { admin, application } = await openOffice(await open());
    const id = newId();
    expect(await application({ id: id.toUpperCase() })).toMatchObject({ id });
    const body = { ...aDraft, id };
    const again = await admin.call(createApplication, { body, key: newId() });
    expect([again.status, again.problem.code]).toEqual([409, 'application-exists']);

    const other = { ...aDraft, id: newId() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.call(createApplication, { body: other, key: newId() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('Q-05 is edited without its status, and what is left out becomes empty', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    await admin.call(changeStatus, { params: { id }, body: { status: 'signed' } });
    const body = { playerName: 'Ana R.', email: 'ana@example.org', phone: '  ', status: 'pending' };

    const { reply } = await admin.call(editApplication, { params: { id }, body });

    expect(reply).toMatchObject({
      id,
      playerName: 'Ana R.',
      phone: null,
      nationality: null,
      dateOfBirth: null,
      currentClub: null,
      position: null,
      links: null,
      agentNotes: null,
      status: 'signed',
    });
    expect((await admin.call(getHistory, { params: { id } })).reply).toHaveLength(2);
  });

  test('is of a player with a name and one way to reach them, e-mail or phone', async () => {
    const { admin, application } = await openOffice(await open());
    for (const nothing of [null, ' ', undefined]) {
      expect(await application({ email: nothing })).toMatchObject({ email: '' });
      const body = { ...aDraft, email: nothing, phone: nothing };
      const { status, problem } = await admin.call(createApplication, { body });
      expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, ['email']]);
    }
    const params = { id: (await application()).id };
    const edited = { ...aDraft, email: '' };
    expect((await admin.call(editApplication, { params, body: edited })).reply.email).toBe('');
    const body = { ...aDraft, email: '', phone: '' };
    expect((await admin.call(editApplication, { params, body })).status).toBe(400);
  });

  test('P-20 keeps the day of birth as it is, and takes only days that exist', async () => {
    const { admin, application } = await openOffice(await open());
    expect(await application({ dateOfBirth: '2004-02-29' })).toMatchObject({
      dateOfBirth: '2004-02-29',
    });
    for (const dateOfBirth of ['2005-02-29', '2004-2-9', '29.02.2004', '1899-12-31', 'soon']) {
      const { status } = await admin.call(createApplication, { body: { ...aDraft, dateOfBirth } });
      expect(status, dateOfBirth).toBe(400);
    }
  });

  test('Q-29 is listed by its last change, newest first', async () => {
    const { admin, application } = await openOffice(await open());
    const first = await application({ playerName: 'First' });
    await application({ playerName: 'Second' });
    await admin.call(changeStatus, { params: { id: first.id }, body: { status: 'signed' } });
    const { reply } = await admin.call(listApplications);
    expect(reply.map(({ playerName }) => playerName)).toEqual(['First', 'Second']);
  });
});

onBothDatabases('a change of status', ({ open }) => {
  test('P-15, P-17, P-19, E-02 is recorded with what was before, and moves updatedAt', async () => {
    const { admin, application } = await openOffice(await open());
    const before = await application();
    const params = { id: before.id };
    const key = newId();

    const body = { status: 'in_review', notes: '  Call on Monday.  ' };
    const { reply } = await admin.call(changeStatus, { params, body, key });

    const entry = {
      id: key,
      applicationId: before.id,
      previousStatus: 'pending',
      newStatus: 'in_review',
      notes: 'Call on Monday.',
      reason: null,
      edits: null,
      createdAt: expect.any(String),
      arrivedAt: expect.any(String),
      by: 'marta',
      version: reply.version,
    };
    expect(reply).toMatchObject({ id: before.id, status: 'in_review', change: entry });
    expect(reply.version).toBeGreaterThan(before.version);
    expect(reply.updatedAt > before.updatedAt).toBe(true);
    expect((await admin.call(getHistory, { params })).reply).toEqual([entry]);
    const { change: _, ...after } = reply;
    expect((await admin.call(getApplication, { params })).reply).toEqual(after);
  });

  test('E-05 leads from any status to any other', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    for (const from of STATUSES) {
      for (const to of STATUSES) {
        if (from === to) continue;
        const change = (status: string, notes?: string) =>
          admin.call(changeStatus, { params: { id }, body: { status, notes } });
        await change(from, 'There.');
        expect((await change(to)).reply.change).toMatchObject({
          previousStatus: from,
          newStatus: to,
          notes: null,
        });
      }
    }
    const { status } = await admin.call(changeStatus, { params: { id }, body: { status: 'sold' } });
    expect(status).toBe(400);
  });

  test('P-14, Q-12 that is a note alone has an entry with both statuses the same', async () => {
    const { admin, application } = await openOffice(await open());
    const params = { id: (await application()).id };
    const body = { status: 'pending', notes: 'Only a note.' };
    const { reply } = await admin.call(changeStatus, { params, body });
    expect(reply.change).toMatchObject({
      previousStatus: 'pending',
      newStatus: 'pending',
      notes: 'Only a note.',
    });
  });

  test('P-12, P-16 that changes nothing is a 400 and leaves no entry', async () => {
    const { admin, application } = await openOffice(await open());
    const params = { id: (await application()).id };
    for (const notes of [undefined, null, '', '   ']) {
      const body = { status: 'pending', notes };
      const { status, problem } = await admin.call(changeStatus, { params, body });
      expect([status, problem.message]).toEqual([400, 'Nothing to change.']);
    }
    expect((await admin.call(getHistory, { params })).reply).toEqual([]);
  });

  test('P-03, E-07 of an application that is not there is a 404', async () => {
    const { admin } = await openOffice(await open());
    const params = { id: newId() };
    const { status, problem } = await admin.call(changeStatus, {
      params,
      body: { status: 'signed' },
    });
    expect([status, problem.code]).toEqual([404, 'application-not-found']);
    expect((await admin.call(getHistory, { params })).status).toBe(404);
    expect((await admin.call(editApplication, { params, body: aDraft })).status).toBe(404);
  });

  test('P-19, W-11 is one link of a true chain, also when 100 come at the same moment', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const params = { id: (await application()).id };

    const changes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        admin.call(changeStatus, {
          params,
          body: { status: STATUSES[n % STATUSES.length], notes: `Note ${n}` },
          key: newId(),
        }),
      ),
    );

    expect(changes.map(({ status }) => status)).toEqual(Array(100).fill(200));
    const history = (await admin.call(getHistory, { params })).reply;
    expect(new Set(history.map(({ notes }) => notes)).size).toBe(100);
    expectChain(history, (await admin.call(getApplication, { params })).reply);
    // Every answer was right about its own change.
    for (const { reply } of changes) expect(history).toContainEqual(reply.change);
    expect(errors()).toEqual([]);
  });
});

onBothDatabases('the time of a change', ({ open }) => {
  /**
   * Sends a change with a key of `made` ms from now, from a device whose clock reads `sent` ms from now.
   * Returns how many ms before its arrival the server dates it.
   */
  async function changeMade(
    db: Awaited<ReturnType<typeof open>>,
    made: number,
    sent: number | null,
  ) {
    const { admin, application } = await openOffice(db);
    const params = { id: (await application()).id };
    const now = Date.now();
    const { reply } = await admin.call(changeStatus, {
      params,
      body: { status: 'signed' },
      key: uuidv7({ msecs: now + made }),
      ...(sent !== null && { headers: { [DEVICE_TIME]: String(now + sent) } }),
    });
    return Date.parse(reply.change.createdAt) - Date.parse(reply.change.arrivedAt);
  }

  test.each([
    ['Q-34 is when it was made on a device with a right clock', -DAY, 0, -DAY],
    ['Q-34 needs no Device-Time for that', -DAY, null, -DAY],
    [
      'fault 16: is corrected for a clock that is three years ahead',
      3 * 365 * DAY - DAY,
      3 * 365 * DAY,
      -DAY,
    ],
    ['fault 16: is corrected for a clock that is a day behind', -2 * DAY, -DAY, -DAY],
    ['is never in the future', 5 * MINUTE, 0, 0],
    ['is the time of arrival for what claims to be older than 60 days', -61 * DAY, 0, 0],
    ['may be 59 days ago', -59 * DAY, 0, -59 * DAY],
  ])('%s', async (_, made, sent, expected) => {
    const found = await changeMade(await open(), made, sent);
    expect(Math.abs(found - expected)).toBeLessThan(10_000);
  });

  test.each([
    ['fault 16: is right though the clock was corrected before it sent', -DAY, -4 * DAY, -DAY],
    ['is the corrected time of the key if the device tells the future', DAY, -2 * DAY, -2 * DAY],
    ['is the corrected time of the key if the device tells nonsense', -90 * DAY, -DAY, -DAY],
  ])('%s', async (_, madeAt, made, expected) => {
    const { admin, application } = await openOffice(await open());
    const [alone, batched] = [(await application()).id, (await application()).id];
    const now = Date.now();
    const headers = { [DEVICE_TIME]: String(now) };
    const body = { status: 'signed' };
    const call = () => ({ body, key: uuidv7({ msecs: now + made }) });

    const told = { ...headers, [MADE_AT]: String(now + madeAt) };
    await admin.call(changeStatus, { params: { id: alone }, headers: told, ...call() });
    const path = `/api/applications/${batched}/status`;
    const one = { method: 'PATCH', path, lane: batched, madeAt: now + madeAt, ...call() };
    await admin.call(sync, { headers, body: { calls: [one] } });

    for (const id of [alone, batched]) {
      const history = (await admin.call(getHistory, { params: { id } })).reply;
      const found = history.map(
        ({ createdAt, arrivedAt }) => Date.parse(createdAt) - Date.parse(arrivedAt),
      );
      expect(found).toEqual([expect.closeTo(expected, -5)]);
    }
  });

  test('is the time of arrival for a key that tells none', async () => {
    const { admin, application } = await openOffice(await open());
    const { reply } = await admin.call(changeStatus, {
      params: { id: (await application()).id },
      body: { status: 'signed' },
      key: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    });
    expect(reply.change.createdAt).toBe(reply.change.arrivedAt);
  });
});

/** Newest first: each entry begins where the one before it ended, from pending to the last status. */
function expectChain(history: HistoryEntry[], { status, version }: Application): void {
  const oldestFirst = history.toReversed();
  let current = 'pending';
  let last = 0;
  for (const entry of oldestFirst) {
    expect(entry.previousStatus).toBe(current);
    expect(entry.version).toBeGreaterThan(last);
    current = entry.newStatus;
    last = entry.version;
  }
  expect([status, version]).toEqual([current, last]);
}

onBothDatabases('a follow-up', ({ open }) => {
  test('is set and taken back without being a change of the player, once under its key', async () => {
    const { admin, application } = await openOffice(await open());
    const { id, updatedAt, version } = await application();
    const parts = { params: { id }, body: { followUpOn: '2026-12-01' }, key: newId() };

    const { reply } = await admin.call(setFollowUp, parts);
    expect(reply).toMatchObject({ followUpOn: '2026-12-01', updatedAt, version: version + 1 });
    expect((await admin.call(setFollowUp, parts)).reply).toEqual(reply);
    expect((await admin.call(getHistory, { params: { id } })).reply).toEqual([]);

    await admin.call(editApplication, { params: { id }, body: { ...aDraft, phone: null } });
    const edited = (await admin.call(getApplication, { params: { id } })).reply;
    expect(edited.followUpOn).toBe('2026-12-01');
    const none = { params: { id }, body: { followUpOn: null } };
    expect((await admin.call(setFollowUp, none)).reply.followUpOn).toBeNull();
  });

  test('may have a time of the day', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    const set = (followUpOn: string) =>
      admin.call(setFollowUp, { params: { id }, body: { followUpOn } });
    expect((await set('2026-12-01T15:05')).reply.followUpOn).toBe('2026-12-01T15:05');
    for (const wrong of ['2026-12-01T24:00', '2026-12-01 15:05', '2026-12-01T15:05:00', 'T15:05']) {
      expect((await set(wrong)).problem, wrong).toMatchObject({ code: 'invalid-input' });
    }
  });

  test('E-08 is a day of the calendar, of an application that is there', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    const wrong = await admin.call(setFollowUp, {
      params: { id },
      body: { followUpOn: '2026-02-30' },
    });
    expect(wrong.problem).toMatchObject({
      code: 'invalid-input',
      fields: { followUpOn: 'Please enter a valid date.' },
    });
    const missing = { params: { id: newId() }, body: { followUpOn: null } };
    expect((await admin.call(setFollowUp, missing)).problem.code).toBe('application-not-found');
  });
});

onBothDatabases('contract and mandate', ({ open }) => {
  test('are stored, read and left open as the form says', async () => {
    const { admin, application } = await openOffice(await open());
    const filled = await application(aDraft);
    expect(filled).toMatchObject(aDraft);
    const { playerName, email } = aDraft;
    const call = { params: { id: filled.id }, body: { playerName, email } };
    const { reply } = await admin.call(editApplication, call);
    expect(reply).toMatchObject({ foot: null, heightCm: null, city: null, mandateUntil: null });
  });

  test('a mandate does not end before it begins', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    const wrong = { ...aDraft, mandateFrom: '2026-02-01', mandateUntil: '2026-01-31' };
    const refused = [
      await admin.call(createApplication, { body: wrong }),
      await admin.call(editApplication, { params: { id }, body: wrong }),
    ];
    for (const { status, problem } of refused) {
      expect(status).toBe(400);
      expect(problem).toMatchObject({
        code: 'invalid-input',
        fields: { mandateUntil: ENDS_FIRST },
      });
    }
    const day = { ...aDraft, mandateFrom: '2026-02-01', mandateUntil: '2026-02-01' };
    const { reply } = await admin.call(editApplication, { params: { id }, body: day });
    expect(reply).toMatchObject({ mandateUntil: '2026-02-01' });
  });
});
