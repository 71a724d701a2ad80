import { inspect } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import {
  createApplication,
  editApplication,
  getHistory,
  type HistoryEntry,
  listApplications,
} from '#contract/applications.ts';
import { deleteCampaign } from '#contract/campaigns.ts';
import {
  addContact,
  changeContactState,
  convertContact,
  getContact,
  listContacts,
  pullContacts,
  setContactNotes,
  setSuspicion,
  setWanted,
} from '#contract/contacts.ts';
import { ADDITION_TAKEN_BACK } from '#contract/conversion.ts';
import { DEVICE_TIME } from '#contract/endpoint.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { referenceOf } from '#contract/fields/references.ts';
import type { ContactState } from '#contract/fields/vocabulary.ts';
import { BY_MESSAGE } from '#contract/handed-over.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { readSentInquiry, withdrawInquiry } from '#contract/inquiry-link.ts';
import { erasePerson, exportPerson } from '#contract/people.ts';
import { removeApplication } from '#contract/removal.ts';
import { keyWith } from '#contract/values/read-reference.ts';
import type { Db } from '#prisma/client.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft, anInquiry } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onBothDatabases('an inquiry', ({ open }) => {
  test('whose message was entered before it arrives takes the place of that one, in either order', async () => {
    const { admin, visitor, campaign } = await openOffice(await open());
    const { id: campaignId } = await campaign();
    const first = { ...anInquiry, name: 'Ana Vogt', phone: '+34 600', campaignId, utmMedium: 'qr' };
    const second = { ...anInquiry, name: 'Ben Roth' };
    const entered = (name: string) => ({ ...anInquiry, name, utmMedium: BY_MESSAGE });
    const [one, other] = [newId(), newId()];
    const keyOf = (key: string) => keyWith(referenceOf(key));

    // The first one arrives after its message, which two users enter; the second one before.
    await admin.call(sendInquiry, { body: entered('Ana'), key: keyOf(one) });
    await admin.call(sendInquiry, { body: entered('Anna'), key: keyOf(one) });
    const [row] = (await admin.call(listContacts)).reply;
    expect(row).toMatchObject({ name: 'Ana', utmMedium: BY_MESSAGE, campaignId: null });
    await admin.call(convertContact, { params: { id: row?.id ?? 0 }, body: { status: 'pending' } });
    for (const key of [one, one]) await visitor.call(sendInquiry, { body: first, key });
    await visitor.call(sendInquiry, { body: second, key: other });
    await admin.call(sendInquiry, { body: entered('B.'), key: keyOf(other) });

    const all = (await admin.call(listContacts)).reply;
    expect(all.map(({ name }) => name).sort()).toEqual(['Ana Vogt', 'Ben Roth']);
    expect(all.find(({ id }) => id === row?.id)).toMatchObject({
      ...{ name: 'Ana Vogt', phone: '+34 600', campaignId, utmMedium: 'qr' },
      reference: referenceOf(one),
      convertedToApplication: true,
    });
    const pulled = await admin.call(pullContacts, { query: { since: String(row?.version) } });
    expect(pulled.reply.rows.map(({ name }) => name).sort()).toEqual(['Ana Vogt', 'Ben Roth']);
  });

  test.each([true, false])(
    'whose message was entered before keeps what a user says: suspect %s',
    async (suspect) => {
      const { admin, visitor } = await openOffice(await open());
      const key = newId();
      const entered = { ...anInquiry, utmMedium: BY_MESSAGE };
      await admin.call(sendInquiry, { body: entered, key: keyWith(referenceOf(key)) });
      const [row] = (await admin.call(listContacts)).reply;
      const params = { id: row?.id ?? 0 };
      await admin.call(setSuspicion, { params, body: { suspect: !suspect } });
      await admin.call(setSuspicion, { params, body: { suspect } });
      await visitor.call(sendInquiry, { body: { ...anInquiry, openFor: suspect ? null : 1 }, key });
      expect((await admin.call(listContacts)).reply).toMatchObject([{ ...params, suspect }]);
    },
  );

  test('of a visitor is never taken for an entered message, nor does it change another one', async () => {
    const { admin, visitor } = await openOffice(await open());
    const key = newId();
    const body = { ...anInquiry, utmMedium: BY_MESSAGE };
    await visitor.call(sendInquiry, { body, key });
    const other = { ...anInquiry, message: 'Another message with that reference.' };
    await visitor.call(sendInquiry, { body: other, key: keyWith(referenceOf(key)) });
    const all = (await admin.call(listContacts)).reply;
    expect(all.map(({ utmMedium }) => utmMedium)).toEqual([null, null]);

    // The session of the user who entered it had ended: only its words tell that it is the same.
    await visitor.call(sendInquiry, {
      body: { ...anInquiry, phone: '+34 600' },
      key: keyWith(referenceOf(key)),
    });
    const now = (await admin.call(listContacts)).reply;
    expect(now.map(({ phone }) => phone).sort()).toEqual(['+34 600', anInquiry.phone]);
  });

  test('that has arrived is not doubled by its message, which a user enters whose session has ended', async () => {
    const { admin, visitor } = await openOffice(await open());
    const key = newId();
    await visitor.call(sendInquiry, { body: { ...anInquiry, linkToken: newLinkToken() }, key });
    const entered = { ...anInquiry, phone: null, utmMedium: BY_MESSAGE };
    await visitor.call(sendInquiry, { body: entered, key: keyWith(referenceOf(key)) });
    const all = (await admin.call(listContacts)).reply;
    expect(all.map(({ phone }) => phone)).toEqual([anInquiry.phone]);
  });

  test('that was withdrawn does not come back with its message, which a user had entered before', async () => {
    const { admin, visitor } = await openOffice(await open());
    const key = newId();
    const token = newLinkToken();
    await visitor.call(sendInquiry, { body: { ...anInquiry, linkToken: token }, key });
    await visitor.call(withdrawInquiry, { body: { token } });
    const entered = { ...anInquiry, utmMedium: BY_MESSAGE };
    const again = { body: entered, key: keyWith(referenceOf(key)) };
    expect((await admin.call(sendInquiry, again)).problem.code).toBe('person-not-found');
    const [row, ...others] = (await admin.call(listContacts)).reply;
    expect(row).toMatchObject({ message: '', phone: null });
    expect(others).toEqual([]);
  });

  test('F-15, F-17, E-03 is stored with all its fields and answered without a body', async () => {
    const { admin, visitor, campaign } = await openOffice(await open());
    const { id: campaignId } = await campaign();
    const body = {
      ...anInquiry,
      playerName: 'Diego Ruiz',
      campaignId,
      utmSource: 'football-agent-site',
      utmMedium: 'qr',
      utmCampaign: 'gira-2026',
      language: 'es',
      website: '',
    };

    const key = newId();
    const sent = await visitor.call(sendInquiry, { body, key });

    expect([sent.status, sent.text]).toEqual([201, '']);
    expect(sent.headers.get('Content-Type')).toBeNull();
    const { privacyPolicy: _, website: _w, openFor: _o, ...fields } = body;
    const contact = {
      ...fields,
      id: 1,
      campaignName: 'Gira Otoño 2026',
      consentAt: expect.any(String),
      reference: referenceOf(key),
      corrections: null,
      withdrawnAt: null,
      suspect: false,
      convertedToApplication: false,
      addedTo: null,
      notes: null,
      wantedPosition: null,
      wantedFoot: null,
      wantedAgeFrom: null,
      wantedAgeTo: null,
      wantedUntil: null,
      state: 'new',
      answeredAt: null,
      createdAt: expect.any(String),
      version: 2,
    };
    expect((await admin.call(listContacts)).reply).toEqual([contact]);
    expect((await admin.call(getContact, { params: { id: 1 } })).reply).toEqual(contact);
  });

  test('F-12, F-16 needs no optional field', async () => {
    const { contact } = await openOffice(await open());
    const { includeHistory: _, ...rest } = anInquiry;
    const bare = Object.fromEntries(Object.keys(rest).map((name) => [name, undefined] as const));
    expect(
      await contact({
        ...bare,
        includeHistory: undefined,
        name: 'Bo',
        email: 'bo@example.org',
        inquiryType: 'other',
        message: 'Ten chars.',
        privacyPolicy: true,
      }),
    ).toMatchObject({
      phone: null,
      writtenBy: null,
      playerName: null,
      under18: null,
      includeHistory: false,
      currentClub: null,
      position: null,
      achievements: null,
      careerGoals: null,
      campaignId: null,
      campaignName: null,
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
      language: null,
      suspect: false,
    });
  });

  test('F-12 has a history as long as it is, which its application keeps and can be edited with', async () => {
    const { admin, contact } = await openOffice(await open());
    const long = 'A very long history. '.repeat(300).trim();
    const history = { currentClub: long, position: long, achievements: long, careerGoals: long };
    const { id } = await contact({ includeHistory: true, ...history });
    expect((await admin.call(getContact, { params: { id } })).reply).toMatchObject(history);

    const { reply } = await admin.call(convertContact, {
      params: { id },
      body: { status: 'pending' },
    });
    const params = { id: reply.id };
    expect(reply.currentClub).toBe(long);
    expect((await admin.call(editApplication, { params, body: reply })).status).toBe(200);
  });

  test('V2.2.1 F-07 to F-11, E-08, Q-21 is refused with the message of each wrong field', async () => {
    const db = await open();
    const { visitor } = await openOffice(db);
    const body = {
      ...anInquiry,
      name: ' A ',
      email: 'ana@',
      inquiryType: 'transfer',
      message: '   123456789   ',
      privacyPolicy: false,
    };
    const { status, problem } = await visitor.call(sendInquiry, { body });
    expect([status, problem.code]).toEqual([400, 'invalid-input']);
    expect(problem.fields).toEqual({
      name: 'Name must be at least 2 characters.',
      email: 'Please enter a valid email address.',
      inquiryType: 'Please select an inquiry type.',
      message: 'Message must be at least 10 characters.',
      privacyPolicy: 'You must agree to the privacy policy.',
    });
    expect(await db.contact.count()).toBe(0);
  });

  test('F-10 has a message of at least 10 characters, not 9', async () => {
    const { visitor } = await openOffice(await open());
    const statusOf = async (message: string) =>
      (await visitor.call(sendInquiry, { body: { ...anInquiry, message } })).status;
    expect(await statusOf('123456789')).toBe(400);
    expect(await statusOf('1234567890')).toBe(201);
  });

  test('K-03 is never refused for a campaign that is not there', async () => {
    const { contact } = await openOffice(await open());
    expect(await contact({ campaignId: 99, utmSource: 'poster' })).toMatchObject({
      campaignId: null,
      campaignName: null,
      utmSource: 'poster',
    });
  });

  test('Q-15 keeps its source and the name of a campaign that is deleted', async () => {
    const { admin, campaign, contact } = await openOffice(await open());
    const { id } = await campaign();
    const before = await contact({ campaignId: id, utmCampaign: 'gira-2026' });

    await admin.call(deleteCampaign, { params: { id } });

    const { reply } = await admin.call(getContact, { params: { id: before.id } });
    const { version } = reply;
    expect(reply).toEqual({ ...before, campaignId: null, version });
    expect(version).toBeGreaterThan(before.version);
  });

  test('V2.4.1 is marked, not dropped, when a machine seems to have written it', async () => {
    const { contact } = await openOffice(await open());
    expect(await contact({ website: 'https://spam.example' })).toMatchObject({ suspect: true });
    expect(await contact({ openFor: 1_999 })).toMatchObject({ suspect: true });
    expect(await contact({ openFor: 2_000 })).toMatchObject({ suspect: false });
    expect(await contact({ openFor: null })).toMatchObject({ suspect: false });
  });

  test('W-14 keeps the moment of consent of a phone that had no signal', async () => {
    const { admin, visitor } = await openOffice(await open());
    const yesterday = Date.now() - 24 * HOUR;
    await visitor.call(sendInquiry, {
      body: anInquiry,
      key: uuidv7({ msecs: yesterday + HOUR }),
      // The clock of this phone is an hour fast.
      headers: { [DEVICE_TIME]: String(Date.now() + HOUR) },
    });
    const [contact] = (await admin.call(listContacts)).reply;
    expect(Math.abs(Date.parse(contact?.consentAt ?? '') - yesterday)).toBeLessThan(MINUTE);
    expect(Date.now() - Date.parse(contact?.createdAt ?? '')).toBeLessThan(MINUTE);
  });

  test('Q-29 is listed by its arrival, newest first', async () => {
    const { admin, contact } = await openOffice(await open());
    for (const name of ['First', 'Second', 'Third']) await contact({ name });
    const { reply } = await admin.call(listContacts);
    expect(reply.map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
  });
});

onBothDatabases('an inquiry of a player who is here already', ({ open }) => {
  const noted =
    'Message: I am looking for an agent.\n\nAchievements: Cup winner 2024\n\nCareer goals: A first division club\n\n' +
    'Written by: Ana Ruiz, guardian\n\nName: Ana Ruiz\nE-mail: ana@example.org\nPhone: +34 600 000 001\nCurrent club: CD Ejemplo\nPosition: Left back';

  async function aPlayer(open: Parameters<typeof openOffice>[0]) {
    const office = await openOffice(open);
    const { id: applicationId } = (await office.admin.call(createApplication, { body: aDraft }))
      .reply;
    const { id } = await office.contact();
    const notes = async () => {
      const answer = await office.admin.send('GET', `/api/applications/${applicationId}/history`);
      return ((await answer.json()) as HistoryEntry[]).map((entry) => entry.notes);
    };
    const add = (added: boolean, key = newId(), state?: ContactState) =>
      office.admin.call(addContact, {
        params: { id },
        body: { applicationId, added, state },
        key,
      });
    return { ...office, id, applicationId, notes, add };
  }

  test('is noted in that player’s history, once, and is dealt with; taken back, it waits again', async () => {
    const { add, notes, applicationId } = await aPlayer(await open());
    const key = newId();
    const { status, reply } = await add(true, key);
    expect(status).toBe(200);
    expect(reply).toMatchObject({
      id: applicationId,
      status: 'pending',
      change: { id: key, notes: noted, previousStatus: 'pending', newStatus: 'pending' },
      contact: {
        state: 'new',
        addedTo: applicationId,
        convertedToApplication: false,
        answeredAt: expect.any(String),
      },
    });
    expect((await add(true, key)).reply).toEqual(reply);
    expect((await add(true)).reply).toMatchObject({ already: true, change: null });
    expect(await notes()).toEqual([noted]);

    expect((await add(false)).reply).toMatchObject({
      contact: { state: 'new', addedTo: null, answeredAt: null },
    });
    expect(await notes()).toEqual([ADDITION_TAKEN_BACK, noted]);
    await add(true);
    expect(await notes()).toEqual([noted, ADDITION_TAKEN_BACK, noted]);
  });

  test('stands in the history of the player to whom it was added last', async () => {
    const { admin, add, id, applicationId } = await aPlayer(await open());
    const other = (await admin.call(createApplication, { body: aDraft })).reply.id;
    await add(true);
    await admin.call(addContact, { params: { id }, body: { applicationId: other, added: true } });
    expect((await add(false)).reply.contact.addedTo).toBe(other);
    expect(applicationId).not.toBe(other);
  });

  test('is answered by that, where a page of before says so', async () => {
    const { add } = await aPlayer(await open());
    expect((await add(true, newId(), 'answered')).reply.contact).toMatchObject({
      state: 'answered',
      answeredAt: expect.any(String),
    });
    expect((await add(false, newId(), 'new')).reply.contact).toMatchObject({ answeredAt: null });
  });

  test('is refused without the player or the inquiry, and nothing is noted of an erased person', async () => {
    const { admin, add, id, applicationId, notes } = await aPlayer(await open());
    const body = { applicationId, added: true };
    const codeOf = async (of: number, change: Partial<typeof body>) =>
      (await admin.call(addContact, { params: { id: of }, body: { ...body, ...change } })).problem
        .code;
    expect(await codeOf(id + 99, {})).toBe('contact-not-found');
    expect(await codeOf(id, { applicationId: newId() })).toBe('application-not-found');
    await admin.call(erasePerson, {
      body: { email: aDraft.email, how: 'anonymise' },
      key: newId(),
    });
    expect((await add(true)).problem.code).toBe('person-not-found');
    expect(await notes()).toEqual([]);
  });

  test('leaves nothing in the history of another person when its writer is erased', async () => {
    const { admin, add, notes, applicationId } = await aPlayer(await open());
    await admin.call(editApplication, {
      params: { id: applicationId },
      body: { ...aDraft, email: 'another@example.org' },
      key: newId(),
    });
    await add(true);
    // The edit has no note.
    expect(await notes()).toEqual([noted, null]);
    await admin.call(erasePerson, {
      body: { email: 'Ana@example.org', how: 'delete' },
      key: newId(),
    });
    expect(await notes()).toEqual([null, null]);
    const history = await admin.call(getHistory, { params: { id: applicationId } });
    expect(JSON.stringify(history.reply)).not.toContain('ana@example.org');
  });

  test.each(['anonymise', 'delete'] as const)(
    'leaves nothing of a player who is erased (%s), whoever has written it',
    async (how) => {
      const db = await open();
      const office = await openOffice(db);
      const { id: applicationId } = (await office.admin.call(createApplication, { body: aDraft }))
        .reply;
      const father = { email: 'father@example.org', playerName: aDraft.playerName };
      const { id } = await office.contact({ ...father, name: 'Luis Vega', writtenBy: 'guardian' });
      const body = { applicationId, added: true };
      await office.admin.call(addContact, { params: { id }, body });
      const person = await office.admin.call(exportPerson, { body: { email: aDraft.email } });
      expect(person.reply.contacts).toMatchObject([{ id, playerName: aDraft.playerName }]);
      await office.admin.call(erasePerson, { body: { email: aDraft.email, how } });
      expect(inspect(await db.contact.findMany())).not.toContain(aDraft.playerName);
      expect(inspect(await db.historyEntry.findMany())).not.toContain(aDraft.playerName);
    },
  );
});

onBothDatabases('a conversion', ({ open }) => {
  const body = { status: 'pending' };

  test('D-11, D-12, E-09, Q-12, Q-19 makes a pending application of what the player wrote', async () => {
    const { admin, contact } = await openOffice(await open());
    const before = await contact();
    const params = { id: before.id };

    const { status, reply } = await admin.call(convertContact, { params, body, key: newId() });

    expect(status).toBe(200);
    expect(reply).toMatchObject({
      id: applicationIdOf(before.id),
      contactId: before.id,
      playerName: 'Ana Ruiz',
      email: 'ana@example.org',
      phone: '+34 600 000 001',
      nationality: null,
      under18: 'yes',
      dateOfBirth: null,
      currentClub: 'CD Ejemplo',
      position: 'Left back',
      links: null,
      people: 'Ana Ruiz; guardian; +34 600 000 001; ana@example.org',
      agentNotes:
        'Message: I am looking for an agent.\n\nAchievements: Cup winner 2024\n\nCareer goals: A first division club\n\nWritten by: Ana Ruiz, guardian',
      status: 'pending',
      contact: {
        ...before,
        convertedToApplication: true,
        answeredAt: expect.any(String),
        version: reply.version,
      },
    });
    const { contact: converted, ...application } = reply;
    expect((await admin.call(listApplications)).reply).toEqual([application]);
    expect((await admin.call(getContact, { params })).reply).toEqual(converted);
    const history = await admin.send('GET', `/api/applications/${reply.id}/history`);
    expect(await history.json()).toEqual([]);
  });

  test.each([
    { playerName: 'Diego Ruiz', writtenBy: 'guardian', became: 'Diego Ruiz', is: 'guardian' },
    { playerName: 'ana RUÍZ', writtenBy: 'guardian', became: 'ana RUÍZ', is: 'guardian' },
    { playerName: '  ', writtenBy: 'coach', became: 'Ana Ruiz', is: 'coach' },
    { playerName: 'Diego Ruiz', writtenBy: 'club', became: 'Diego Ruiz', is: 'other' },
    { playerName: '', writtenBy: 'player', became: 'Ana Ruiz', is: null, notes: /club$/ },
  ] as const)(
    'of what $writtenBy wrote for "$playerName" names the player, and the writer is reached by it',
    async ({ playerName, writtenBy, became, is, ...rest }) => {
      const notes =
        'notes' in rest ? rest.notes : new RegExp(`Written by: Ana Ruiz, ${writtenBy}$`);
      const { admin, visitor } = await openOffice(await open());
      await visitor.call(sendInquiry, {
        body: { ...anInquiry, playerName, writtenBy, language: 'es' },
      });
      const [inquiry] = (await admin.call(listContacts)).reply;
      const params = { id: inquiry?.id ?? 0 };
      const { reply } = await admin.call(convertContact, { params, body, key: newId() });
      expect(reply).toMatchObject({
        playerName: became,
        email: anInquiry.email,
        phone: anInquiry.phone,
        agentNotes: expect.stringMatching(notes),
        people: is && `Ana Ruiz; ${is}; ${anInquiry.phone}; ${anInquiry.email}; es`,
        contact: { name: 'Ana Ruiz', playerName: playerName.trim() || null },
      });
    },
  );

  test('V2.3.1 Q-13 that is asked for again answers with the application that exists, as it is now', async () => {
    const { admin, contact } = await openOffice(await open());
    const params = { id: (await contact()).id };
    const first = (await admin.call(convertContact, { params, body })).reply;
    await admin.send('PATCH', `/api/applications/${first.id}/status`, {
      body: { status: 'signed' },
    });

    const again = await admin.call(convertContact, { params, body, key: newId() });

    expect(again.reply).toMatchObject({ id: first.id, status: 'signed', contact: first.contact });
    expect((await admin.call(listApplications)).reply).toHaveLength(1);
  });

  test('V2.3.4 fault 13: of two phones at once makes one application, which both see', async () => {
    const { admin, contact, errors } = await openOffice(await open());
    const params = { id: (await contact()).id };

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.call(convertContact, { params, body, key: newId() })),
    );

    const rows = answers.map(({ reply: { already: _, ...row } }) => JSON.stringify(row));
    expect(new Set(rows).size).toBe(1);
    expect(answers.filter(({ reply }) => !reply.already)).toHaveLength(1);
    expect((await admin.call(listApplications)).reply).toHaveLength(1);
    expect(errors()).toEqual([]);
  });

  test('takes no other status, and no inquiry that is not there', async () => {
    const { admin, contact } = await openOffice(await open());
    const params = { id: (await contact()).id };
    const signed = await admin.call(convertContact, { params, body: { status: 'signed' } });
    expect(signed.status).toBe(400);
    const unknown = await admin.call(convertContact, { params: { id: 99 }, body });
    expect([unknown.status, unknown.problem.code]).toEqual([404, 'contact-not-found']);
  });
});

onBothDatabases('the state of an inquiry', ({ open }) => {
  test('D-07 is set, told to every phone, and counts once under its key', async () => {
    const { admin, contact } = await openOffice(await open());
    const { id, state, version } = await contact();
    expect(state).toBe('new');
    const parts = { params: { id }, body: { state: 'answered' }, key: newId() };

    const { reply } = await admin.call(changeContactState, parts);
    expect(reply).toMatchObject({ id, state: 'answered', version: version + 1 });
    expect((await admin.call(changeContactState, parts)).reply).toEqual(reply);
    const changes = await admin.call(pullContacts, { query: { since: version } });
    expect(changes.reply.rows).toEqual([reply]);

    const again = await admin.call(changeContactState, { ...parts, key: newId() });
    expect(again.reply).toEqual(reply);
  });

  test('E-08 is one of four, of an inquiry that is there', async () => {
    const { admin, contact } = await openOffice(await open());
    const { id } = await contact();
    const body = { state: 'converted' };
    expect((await admin.call(changeContactState, { params: { id }, body })).problem).toMatchObject({
      code: 'invalid-input',
      fields: { state: expect.any(String) },
    });
    const missing = { params: { id: id + 1 }, body: { state: 'spam' } };
    expect((await admin.call(changeContactState, missing)).problem.code).toBe('contact-not-found');
  });
});

onBothDatabases('an inquiry that looks like a machine’s', ({ open }) => {
  test('is real once a person says so, on every phone, until that is taken back', async () => {
    const { admin, contact } = await openOffice(await open());
    const { id, version } = await contact({ website: 'filled by a password manager' });
    const parts = { params: { id }, body: { suspect: false }, key: newId() };

    const { reply } = await admin.call(setSuspicion, parts);
    expect(reply).toMatchObject({ id, suspect: false, state: 'new', version: version + 1 });
    expect((await admin.call(setSuspicion, parts)).reply).toEqual(reply);
    const changes = await admin.call(pullContacts, { query: { since: version } });
    expect(changes.reply.rows).toEqual([reply]);
    expect((await admin.call(setSuspicion, { ...parts, key: newId() })).reply).toEqual(reply);

    const back = await admin.call(setSuspicion, { params: { id }, body: { suspect: true } });
    expect(back.reply).toMatchObject({ suspect: true, version: version + 2 });
    const missing = { params: { id: id + 1 }, body: { suspect: false } };
    expect((await admin.call(setSuspicion, missing)).problem.code).toBe('contact-not-found');
  });
});

onBothDatabases('the notes about an inquiry', ({ open }) => {
  const notes = 'The father agrees to two years.';

  /** An inquiry of an open office, and how it is noted. */
  async function aNotedInquiry(db: Db) {
    const office = await openOffice(db);
    const { admin } = office;
    const { id, version } = await office.contact();
    const params = { id };
    const write = (body: object, key = newId()) =>
      admin.call(setContactNotes, { params, body, key });
    const historyOf = async (application: string) =>
      (await admin.call(getHistory, { params: { id: application } })).reply;
    return { ...office, id, version, params, write, historyOf };
  }

  test('are told to every phone and count once under their key; what another person has written stays', async () => {
    const { admin, version, write } = await aNotedInquiry(await open());
    const key = newId();
    const { reply } = await write({ notes: ` ${notes} `, seen: { notes: null } }, key);
    expect(reply).toMatchObject({ notes, state: 'new', version: version + 1, conflicts: [] });
    expect((await write({ notes: ` ${notes} `, seen: { notes: null } }, key)).reply).toEqual(reply);
    const { conflicts: _, ...row } = reply;
    const changes = await admin.call(pullContacts, { query: { since: version } });
    expect(changes.reply.rows).toEqual([row]);

    const mine = await write({ notes: 'The mother agrees.', seen: { notes: null } });
    expect(mine.reply).toEqual({ ...row, conflicts: ['notes'] });
    expect((await write({ notes: ' ' })).reply).toMatchObject({ notes: null });
    const missing = { params: { id: 99 }, body: { notes } };
    expect((await admin.call(setContactNotes, missing)).problem.code).toBe('contact-not-found');
  });

  test('go along into the application, and into the history of a player to whom it is added', async () => {
    const { admin, write, params, historyOf } = await aNotedInquiry(await open());
    await write({ notes });
    const into = (await admin.call(createApplication, { body: aDraft })).reply.id;
    await admin.call(addContact, { params, body: { applicationId: into, added: true } });
    expect((await historyOf(into))[0]?.notes).toContain(`Notes: ${notes}`);

    const { reply } = await admin.call(convertContact, { params, body: { status: 'pending' } });
    expect(reply.agentNotes).toMatch(/^Message: .*\n\nNotes: The father agrees to two years\.$/s);
    expect(await historyOf(reply.id)).toEqual([]);
  });

  test('that arrive after the conversion stand in the history, also of a removed application', async () => {
    const { admin, write, params, historyOf } = await aNotedInquiry(await open());
    const { id } = (await admin.call(convertContact, { params, body: { status: 'pending' } }))
      .reply;
    await write({ notes });
    expect(await historyOf(id)).toMatchObject([
      { notes, by: 'marta', previousStatus: 'pending', newStatus: 'pending' },
    ]);

    await admin.call(removeApplication, { params: { id }, body: { removed: true } });
    await write({ notes: 'The mother agrees, too.' });
    expect((await admin.call(listApplications)).reply).toEqual([]);
    await admin.call(convertContact, { params, body: { status: 'pending' } });
    expect((await historyOf(id))[0]?.notes).toBe('The mother agrees, too.');
  });

  test('that arrive after the addition stand in the history of that player, until their writer is erased', async () => {
    const { admin, write, params, historyOf } = await aNotedInquiry(await open());
    const other = { ...aDraft, email: 'another@example.org' };
    const into = (await admin.call(createApplication, { body: other })).reply.id;
    await admin.call(addContact, { params, body: { applicationId: into, added: true } });
    await write({ notes });
    expect((await historyOf(into))[0]).toMatchObject({ notes, by: 'marta' });
    const email = anInquiry.email;
    await admin.call(erasePerson, { body: { email, how: 'anonymise' } });
    expect((await historyOf(into)).map((entry) => entry.notes)).toEqual([null, null]);
  });

  test('are in the export of the person, gone after its erasure, and refused from then on', async () => {
    const { admin, write, params } = await aNotedInquiry(await open());
    await write({ notes });
    const { email } = anInquiry;
    const { reply } = await admin.call(exportPerson, { body: { email } });
    expect(reply.contacts).toMatchObject([{ notes }]);
    await admin.call(erasePerson, { body: { email, how: 'anonymise' } });
    expect((await admin.call(getContact, { params })).reply.notes).toBeNull();
    expect((await write({ notes })).problem.code).toBe('person-not-found');
  });

  test('are for the agency alone, and leave with what the visitor withdraws', async () => {
    const { admin, contact, visitor } = await openOffice(await open());
    const token = newLinkToken();
    const { id } = await contact({ linkToken: token });
    const params = { id };
    await admin.call(setContactNotes, { params, body: { notes } });
    const sent = await visitor.call(readSentInquiry, { body: { token } });
    expect(inspect(sent.reply)).not.toContain(notes);
    await visitor.call(withdrawInquiry, { body: { token } });
    expect((await admin.call(getContact, { params })).reply.notes).toBeNull();
  });
});

onBothDatabases('what a club looks for', ({ open }) => {
  const wanted = {
    wantedPosition: 'Left back',
    wantedFoot: 'left',
    wantedAgeFrom: 19,
    wantedAgeTo: 23,
    wantedUntil: '2027-01-31',
  } as const;

  test('is told to every phone, counts once under its key, and is merged field by field', async () => {
    const { admin, contact } = await openOffice(await open());
    const { id, version } = await contact({ inquiryType: 'club_recruitment' });
    const params = { id };
    const write = (body: object, key = newId()) => admin.call(setWanted, { params, body, key });
    const key = newId();
    const { reply } = await write({ ...wanted, wantedAgeFrom: ' 19 ', seen: {} }, key);
    // What was not seen is left as it is.
    expect(reply).toMatchObject({ wantedPosition: null, version, conflicts: [] });
    expect((await write(wanted)).reply).toMatchObject({ ...wanted, version: version + 1 });
    expect((await write({ ...wanted, seen: wanted })).reply.version).toBe(version + 1);
    const changes = await admin.call(pullContacts, { query: { since: version } });
    expect(changes.reply.rows).toMatchObject([wanted]);

    const mine = { ...wanted, wantedAgeTo: 21, wantedPosition: 'Right back' };
    const seen = { ...wanted, wantedPosition: 'Goalkeeper' };
    const merged = await write({ ...mine, seen });
    expect(merged.reply).toMatchObject({
      ...wanted,
      wantedAgeTo: 21,
      conflicts: ['wantedPosition'],
    });
    expect((await write({})).reply).toMatchObject({ wantedPosition: null, wantedAgeTo: null });
  });

  test('is refused where a value is wrong, of an unknown inquiry and of an erased person', async () => {
    const { admin, contact } = await openOffice(await open());
    const { id, email } = await contact({ inquiryType: 'club_recruitment' });
    const params = { id };
    const wrong = { ...wanted, wantedAgeTo: 99, wantedFoot: 'third', wantedUntil: '2027-02-30' };
    const { problem } = await admin.call(setWanted, { params, body: wrong });
    expect(problem).toMatchObject({ code: 'invalid-input' });
    expect(Object.keys(problem.fields ?? {}).sort()).toEqual([
      'wantedAgeTo',
      'wantedFoot',
      'wantedUntil',
    ]);
    const unknown = await admin.call(setWanted, { params: { id: 99 }, body: wanted });
    expect(unknown.problem.code).toBe('contact-not-found');
    await admin.call(setWanted, { params, body: wanted });
    await admin.call(erasePerson, { body: { email, how: 'anonymise' } });
    const erased = await admin.call(getContact, { params });
    expect(erased.reply).toMatchObject({ wantedPosition: null, wantedUntil: null });
    const late = await admin.call(setWanted, { params, body: wanted });
    expect(late.problem.code).toBe('person-not-found');
  });
});
