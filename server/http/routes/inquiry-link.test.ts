import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  changeStatus,
  createApplication,
  getApplication,
  getHistory,
} from '#contract/applications.ts';
import { readAudit } from '#contract/audit.ts';
import { addContact, changeContactState, convertContact, getContact } from '#contract/contacts.ts';
import { correctionsIn } from '#contract/corrections.ts';
import { MADE_AT } from '#contract/endpoint.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { referenceOf } from '#contract/fields/references.ts';
import type { ContactState } from '#contract/fields/vocabulary.ts';
import { correctInquiry, sendInquiry } from '#contract/inquiry.ts';
import { readSentInquiry, withdrawInquiry } from '#contract/inquiry-link.ts';
import { erasePerson } from '#contract/people.ts';
import { removeApplication } from '#contract/removal.ts';
import type { Db } from '#prisma/client.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft, anInquiry } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const HOUR = 60 * 60_000;
const WRONG = 'This link is incomplete, or there is nothing behind it any more.';

/** An inquiry that was sent with a private link. */
async function sent(db: Db) {
  const office = await openOffice(db);
  const [key, token] = [newId(), newLinkToken()];
  const body = { ...anInquiry, linkToken: token };
  await office.visitor.call(sendInquiry, { body, key });
  const { id } = await db.contact.findFirstOrThrow({ orderBy: { id: 'desc' } });
  return { ...office, key, token, id, params: { id } };
}

/** The fields of the form, as the link's page sends them back. */
const { privacyPolicy: _, openFor: __, ...FIELDS } = anInquiry;

onBothDatabases('the private link of an inquiry', ({ open }) => {
  test('shows what was sent, with its reference and the end of the promise', async () => {
    const { visitor, admin, key, token, params } = await sent(await open());
    const { reply } = await visitor.call(readSentInquiry, { body: { token } });
    const contact = (await admin.call(getContact, { params })).reply;
    expect(reply).toEqual({
      ...FIELDS,
      playerName: null,
      reference: referenceOf(key),
      createdAt: contact.createdAt,
      replyBy: new Date(Date.parse(contact.createdAt) + 48 * HOUR).toISOString(),
      isRead: false,
      isAnswered: false,
      corrections: 0,
      withdrawnAt: null,
    });
    expect(contact.reference).toBe(referenceOf(key));
  });

  test('says that it was read, and answered once somebody has noted so, never what became of it', async () => {
    const { visitor, admin, token, params } = await sent(await open());
    const standing = async () => {
      const { isRead, isAnswered } = (await visitor.call(readSentInquiry, { body: { token } }))
        .reply;
      return [isRead, isAnswered];
    };
    expect(await standing()).toEqual([false, false]);
    await admin.call(convertContact, { params, body: { status: 'pending' }, key: newId() });
    expect(await standing()).toEqual([true, false]);
    for (const [state, read, answered] of [
      ['spam', false, false],
      ['answered', true, true],
      ['archived', true, true],
    ] as const) {
      await admin.call(changeContactState, { params, body: { state } });
      expect(await standing()).toEqual([read, answered]);
    }
  });

  test('is stored as a digest, and stands in no answer to the back office', async () => {
    const db = await open();
    const { admin, token, params } = await sent(db);
    await admin.call(convertContact, { params, body: { status: 'pending' }, key: newId() });
    const rows = [await db.contact.findMany(), await db.idempotencyKey.findMany()];
    expect(inspect(rows, { depth: 9, maxStringLength: null })).not.toContain(token);
    expect((await admin.call(getContact, { params })).text).not.toMatch(/linkDigest|linkToken/);
  });

  test('that is wrong has the same answer in every call, whatever it is', async () => {
    const { visitor, token } = await sent(await open());
    const wrong = [newLinkToken(), '', 'x', `${token}A`, token.slice(1), '%', "' OR 1=1 --"];
    for (const each of wrong) {
      for (const { status, problem } of [
        await visitor.call(readSentInquiry, { body: { token: each } }),
        await visitor.call(correctInquiry, { body: { ...FIELDS, token: each } }),
        await visitor.call(withdrawInquiry, { body: { token: each } }),
      ]) {
        expect([status, problem]).toEqual([404, { code: 'link-not-found', message: WRONG }]);
      }
    }
  });

  test('corrects, and the back office sees what it was before', async () => {
    const { visitor, admin, token, params } = await sent(await open());
    const correction = { ...FIELDS, phone: '+34 611 111 111', playerName: 'Diego Ruiz', token };
    const key = newId();
    for (let time = 0; time < 2; time += 1) {
      expect((await visitor.call(correctInquiry, { body: correction, key })).status).toBe(204);
    }
    const contact = (await admin.call(getContact, { params })).reply;
    expect(contact).toMatchObject({
      phone: '+34 611 111 111',
      playerName: 'Diego Ruiz',
      state: 'new',
    });
    expect(correctionsIn(contact.corrections)).toEqual([
      {
        at: expect.any(String),
        before: { phone: anInquiry.phone, playerName: null },
      },
    ]);
    // The same again is none.
    await visitor.call(correctInquiry, { body: correction });
    expect((await admin.call(getContact, { params })).reply).toEqual(contact);
    const { reply } = await visitor.call(readSentInquiry, { body: { token } });
    expect(reply).toMatchObject({ phone: '+34 611 111 111', corrections: 1 });
  });

  test('keeps the name of the player in a correction of a page that does not know it; another page clears it', async () => {
    const { visitor, admin, token, params } = await sent(await open());
    const { playerName: _, ...known } = { ...FIELDS, playerName: 'Diego Ruiz' };
    const named = async (change: object) => {
      await visitor.call(correctInquiry, { body: { ...known, ...change, token } });
      return (await admin.call(getContact, { params })).reply.playerName;
    };
    expect(await named({ playerName: 'Diego Ruiz' })).toBe('Diego Ruiz');
    expect(await named({ message: 'I write for my son, who plays.' })).toBe('Diego Ruiz');
    expect(await named({ playerName: null })).toBeNull();
    await named({ playerName: 'Diego Ruiz' });
    expect(await named({ writtenBy: 'player' })).toBeNull();
  });

  test('checks a correction as the form is checked', async () => {
    const { visitor, token } = await sent(await open());
    const body = { ...FIELDS, name: 'A', message: 'short', token };
    const { status, problem } = await visitor.call(correctInquiry, { body });
    expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, ['name', 'message']]);
  });

  test('corrects ten times; the eleventh time is refused and changes nothing', async () => {
    const { visitor, admin, token, params } = await sent(await open());
    const correct = (n: number) => {
      const body = { ...FIELDS, message: `This is message ${n}.`, token };
      return visitor.call(correctInquiry, { body });
    };
    for (let n = 0; n < 10; n += 1) expect((await correct(n)).status).toBe(204);
    const contact = (await admin.call(getContact, { params })).reply;
    const { status, problem } = await correct(10);
    expect([status, problem.code]).toEqual([409, 'too-many-corrections']);
    expect((await admin.call(getContact, { params })).reply).toEqual(contact);
    expect(correctionsIn(contact.corrections).map(({ before }) => before.message)).toEqual([
      anInquiry.message,
      ...Array.from({ length: 9 }, (_each, n) => `This is message ${n}.`),
    ]);
    // What stands already is no correction, and the inquiry can still be withdrawn.
    expect((await correct(9)).status).toBe(204);
    expect((await visitor.call(withdrawInquiry, { body: { token } })).status).toBe(204);
  });

  test('keeps the history of an application short, however long the texts are', async () => {
    const { visitor, admin, token, params } = await sent(await open());
    const { reply } = await admin.call(convertContact, { params, body: { status: 'pending' } });
    const long = (letter: string) => letter.repeat(5_000);
    await visitor.call(correctInquiry, { body: { ...FIELDS, message: long('⚽'), token } });
    await visitor.call(correctInquiry, { body: { ...FIELDS, message: long('n'), token } });

    const [entry] = (await admin.call(getHistory, { params: { id: reply.id } })).reply;
    const text = `message: ${'⚽'.repeat(200)}… → ${'n'.repeat(200)}…`;
    expect(entry?.notes).toBe(`Corrected by the visitor.\n${text}`);
    const contact = (await admin.call(getContact, { params })).reply;
    expect(contact.message).toBe(long('n'));
    expect(correctionsIn(contact.corrections)[1]?.before).toEqual({ message: long('⚽') });
  });

  test('says in the history of the application what was corrected and that it was withdrawn', async () => {
    const { visitor, admin, token, params } = await sent(await open());
    const { reply } = await admin.call(convertContact, { params, body: { status: 'pending' } });
    const application = { params: { id: reply.id } };
    await admin.call(changeStatus, { ...application, body: { status: 'signed' } });
    await visitor.call(correctInquiry, { body: { ...FIELDS, phone: '+1 555 0100', token } });
    await visitor.call(withdrawInquiry, { body: { token } });

    const history = (await admin.call(getHistory, application)).reply;
    expect(history.slice(0, 2)).toMatchObject([
      { notes: 'The visitor has withdrawn the inquiry.', previousStatus: 'signed', by: null },
      {
        notes: `Corrected by the visitor.\nphone: ${anInquiry.phone} → +1 555 0100`,
        newStatus: 'signed',
      },
    ]);
    // A link erases nobody who may be under contract.
    expect((await admin.call(getApplication, application)).reply).toMatchObject({
      playerName: anInquiry.name,
      status: 'signed',
    });
  });

  test('withdraws: who it was is erased everywhere, and the link says so', async () => {
    const db = await open();
    const { visitor, admin, token, params, contact } = await sent(db);
    const other = await contact({ email: anInquiry.email });
    const key = newId();
    const state = { params, body: { state: 'answered' as const }, key };
    await admin.call(changeContactState, state);
    await visitor.call(correctInquiry, { body: { ...FIELDS, name: 'Ana Maria Ruiz', token } });

    for (let time = 0; time < 2; time += 1) {
      expect((await visitor.call(withdrawInquiry, { body: { token } })).status).toBe(204);
    }
    const { reply } = await admin.call(getContact, { params });
    expect(reply).toMatchObject({
      withdrawnAt: expect.any(String),
      corrections: null,
      phone: null,
    });
    const row = await db.contact.findUniqueOrThrow({ where: { id: params.id } });
    expect(inspect(row)).not.toMatch(/ana|ruiz|600 000 001|ejemplo/i);
    // A retry of an earlier call is answered with what is left; another inquiry stays.
    expect((await admin.call(changeContactState, state)).reply).toEqual(reply);
    expect((await admin.call(getContact, { params: { id: other.id } })).reply.name).toBe(
      'Ana Ruiz',
    );

    const seen = await visitor.call(readSentInquiry, { body: { token } });
    expect(seen.reply).toMatchObject({ withdrawnAt: reply.withdrawnAt, message: '' });
    const again = await visitor.call(correctInquiry, { body: { ...FIELDS, token } });
    expect([again.status, again.problem.code]).toEqual([404, 'link-not-found']);
    const log = await admin.call(readAudit, { body: { kind: 'inquiry-withdrawn' } });
    expect(log.reply.entries).toMatchObject([
      { actor: 'visitor', subject: `contact:${params.id}` },
    ]);
  });

  test('withdrawn, clears its note in the history of another player, and makes no application any more', async () => {
    const db = await open();
    const { visitor, admin, token, params } = await sent(db);
    const { id } = (await admin.call(createApplication, { body: aDraft })).reply;
    const addition = { applicationId: id, added: true };
    await admin.call(addContact, { params, body: addition });
    const written = async () => inspect(await db.historyEntry.findMany());
    expect(await written()).toContain(anInquiry.email);
    await visitor.call(withdrawInquiry, { body: { token } });
    expect(await written()).not.toContain(anInquiry.email);
    expect(await written()).not.toContain(anInquiry.name);

    const refused = await admin.call(convertContact, { params, body: { status: 'pending' } });
    expect([refused.status, refused.problem.code]).toEqual([404, 'person-not-found']);
    expect(await db.application.count()).toBe(1);
  });

  test('leads nowhere once the person is erased', async () => {
    const { visitor, admin, token } = await sent(await open());
    await admin.call(erasePerson, { body: { email: anInquiry.email, how: 'anonymise' } });
    expect((await visitor.call(readSentInquiry, { body: { token } })).status).toBe(404);
  });

  test('is 256 random bits, or the inquiry is refused; an inquiry needs none', async () => {
    const db = await open();
    const { visitor } = await openOffice(db);
    const send = (linkToken?: string | null) =>
      visitor.call(sendInquiry, { body: { ...anInquiry, linkToken } });
    const of = (bytes: (n: number) => number, length = 32) =>
      Buffer.from(Array.from({ length }, (_each, n) => bytes(n))).toString('base64url');
    const token = newLinkToken();
    const guessable = [
      'x',
      'ana@ejemplo.es',
      'my-own-secret',
      'x'.repeat(43),
      token.slice(1),
      `${token}A`,
      `${token}=`,
      // The last letter has bits that no byte has.
      `${token.slice(0, -1)}B`,
      token.replace(/./, '+'),
      of(() => 0),
      of((n) => n),
      of((n) => 255 - 3 * n),
      of((n) => n % 4),
      newLinkToken().slice(0, 20),
      of(Math.random, 64),
    ];
    for (const each of guessable) {
      const { status, problem } = await send(each);
      expect([each, status, problem.code]).toEqual([each, 400, 'invalid-input']);
      expect(Object.keys(problem.fields ?? {})).toEqual(['linkToken']);
    }
    expect(await db.contact.count()).toBe(0);
    for (const each of [token, ...Array.from({ length: 20 }, newLinkToken), '', null, undefined]) {
      expect((await send(each)).status).toBe(201);
    }
  });

  test('may be the same in two inquiries: the newest one is meant', async () => {
    const { visitor, token } = await sent(await open());
    const body = { ...anInquiry, message: 'The second message.', linkToken: token };
    expect((await visitor.call(sendInquiry, { body })).status).toBe(201);
    const { reply } = await visitor.call(readSentInquiry, { body: { token } });
    expect(reply.message).toBe('The second message.');
  });

  test('may be opened 60 times in 10 minutes from an address', async () => {
    const { origin } = await serveApp(await open(), { rateLimits: 'on' });
    const client = new Client(origin);
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) {
      statuses.push((await client.call(readSentInquiry, { body: { token: 'x' } })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
  });
});

onBothDatabases('when an inquiry was answered', ({ open }) => {
  test('is the moment on the device of the first answer, until the inquiry waits again', async () => {
    const db = await open();
    const { admin, params } = await sent(db);
    const now = Date.now();
    await db.contact.updateMany({ data: { createdAt: new Date(now - 60 * HOUR) } });
    const answeredAt = async () => (await admin.call(getContact, { params })).reply.answeredAt;
    const say = (state: ContactState, madeAt: number) => {
      const headers = { [MADE_AT]: String(madeAt) };
      return admin.call(changeContactState, { params, body: { state }, key: newId(), headers });
    };
    expect(await answeredAt()).toBeNull();
    // Answered without a signal 20 hours ago.
    await say('answered', now - 20 * HOUR);
    expect(await answeredAt()).toBe(new Date(now - 20 * HOUR).toISOString());
    await say('archived', now - 10 * HOUR);
    expect(await answeredAt()).toBe(new Date(now - 20 * HOUR).toISOString());
    await say('new', now);
    expect(await answeredAt()).toBeNull();
    // Never before it had arrived.
    await say('answered', now - 100 * HOUR);
    expect(await answeredAt()).toBe(new Date(now - 60 * HOUR).toISOString());
    await say('new', now);

    const { reply } = await admin.call(convertContact, { params, body: { status: 'pending' } });
    expect(await answeredAt()).not.toBeNull();
    const removal = { params: { id: reply.id }, key: newId() };
    await admin.call(removeApplication, { ...removal, body: { removed: true } });
    expect(await answeredAt()).toBeNull();
  });
});
