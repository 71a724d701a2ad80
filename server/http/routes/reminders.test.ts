import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endSession, listSessions, reportLost } from '#contract/accounts/sessions.ts';
import { changeUser, eraseUser } from '#contract/accounts/users.ts';
import { login } from '#contract/auth.ts';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { newId } from '#contract/fields/ids.ts';
import {
  keepReminders,
  type Reminder,
  type Reminders,
  readReminders,
  stopReminders,
  testReminders,
} from '#contract/reminders/reminders.ts';
import { NO_CONTENT, publishSite } from '#contract/site.ts';
import type { Db } from '#prisma/client.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { type PushService, sendReminders } from '#server/domain/reminders/send-reminders.ts';
import { openPushService } from '#server/push/push-service.ts';
import { someReminders } from '#server/test/bodies.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { openPushReceiver } from '#server/test/push-receiver.ts';
import { aContact, aPlayer } from '#server/test/samples.ts';

const KEY = `${'a'.repeat(42)}A`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Monday, 06:00 in Madrid, whose offset is one hour. */
const SIX = new Date('2026-11-23T05:00:00.000Z');

function at(time: string): Date {
  return new Date(`2026-11-${time}+01:00`);
}

onSqliteFirst('reminders', ({ open }) => {
  /** An office with a push service, and a phone of an admin that is reminded of everything. */
  async function office(changes: Partial<Reminders> = {}) {
    const db = await open();
    const receiver = await openPushReceiver();
    onTestFinished(() => receiver.close());
    const settings = {
      siteUrl: 'https://agency.test',
      contactEmail: 'office@agency.test',
      pushServices: 'local' as const,
    };
    const push = openPushService(KEY, settings, { ca: readFileSync(receiver.caFile) });
    const { origin } = await serveApp(db, { agentAccess: 'dashboard', push });
    const phone = await signedIn(db, origin);
    const subscription = receiver.subscribe('phone');
    const body = { ...someReminders, subscription, ...changes };
    expect((await phone.call(keepReminders, { body })).status).toBe(204);
    await since(db, SIX);
    const tick = (now: Date, service: PushService = push) =>
      sendReminders(db, service, 'dashboard', now);
    /** What arrived since the last look. */
    const news = () => receiver.received.splice(0).map(({ reminder }) => reminder);
    return { db, origin, receiver, push, phone, body, tick, news };
  }

  /** As if all devices had turned them on at a moment. */
  async function since(db: Db, moment: Date): Promise<void> {
    await db.pushSubscription.updateMany({ data: { createdAt: moment, notBefore: moment } });
    await db.user.updateMany({ data: { createdAt: new Date(+moment - DAY) } });
  }

  const inquiry = async (db: Db, createdAt: Date, more: object = {}) =>
    (await db.contact.create({ data: { ...aContact(), createdAt, ...more } })).id;
  const followUp = async (db: Db, n: number, followUpOn: string, updatedAt = at('20T10:00')) =>
    (await db.application.create({ data: { ...aPlayer(n), followUpOn, updatedAt } })).id;
  const about = (kind: Reminder['kind'], count: number, id: Reminder['id'] = null) => ({
    kind,
    count,
    id,
    language: 'de',
  });

  test('are off until the device turns them on; it reads, changes and stops its own', async () => {
    const { db, origin, phone, body } = await office();
    const laptop = new Client(origin);
    await laptop.call(login, { body: { username: 'marta', password: PASSWORD } });
    const read = async (client: Client) => (await client.call(readReminders)).reply;
    expect(await read(laptop)).toEqual({
      publicKey: expect.stringMatching(/^B[\w-]{86}$/),
      reminders: null,
    });
    expect((await read(phone)).reminders).toEqual(body);

    const fewer = { ...body, kinds: ['reply' as const], quietTo: '06:30', timeZone: 'Asia/Tokyo' };
    await phone.call(keepReminders, { body: fewer });
    expect((await read(phone)).reminders).toEqual(fewer);
    expect((await laptop.call(stopReminders)).status).toBe(204);
    expect((await phone.call(stopReminders)).status).toBe(204);
    expect(await read(phone)).toMatchObject({ reminders: null });
    const kinds = await db.auditEntry.findMany({ where: { kind: { startsWith: 'reminders' } } });
    expect(kinds.map(({ kind }) => kind)).toEqual(['reminders-on', 'reminders-off']);
  });

  test('are turned on once by two calls at once', async () => {
    const { db, phone, body } = await office();
    await phone.call(stopReminders);
    const calls = [1, 2, 3].map(() => phone.call(keepReminders, { body }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await db.auditEntry.count({ where: { kind: 'reminders-on' } })).toBe(2);
  });

  test('go to the device in its language, signed, encrypted, of one length and without a name', async () => {
    const { db, receiver, tick, news } = await office();
    const id = await inquiry(db, at('23T10:00'));
    expect(await tick(at('23T10:01'))).toMatchObject({ sent: 1, failed: 0, gone: 0 });
    const [first] = receiver.received;
    expect(first?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
    expect(first?.body.toString('latin1')).not.toMatch(/inquiry|Ana/);
    expect(news()).toEqual([about('inquiry', 1, id)]);

    await followUp(db, 1, '2026-11-24');
    await tick(at('24T08:00'));
    expect(receiver.received[0]?.body).toHaveLength(first?.body.length ?? 0);
  });

  test('come once each: many records of a kind are one message, spam is none', async () => {
    const { db, tick, news } = await office();
    for (const minute of ['10:00', '10:01', '10:02']) await inquiry(db, at(`23T${minute}`));
    await inquiry(db, at('23T10:00'), { suspect: true });
    await inquiry(db, at('23T10:00'), { state: 'answered' });
    await inquiry(db, at('23T10:00'), { addedTo: 'a-player' });
    await inquiry(db, at('23T05:59'));
    await tick(at('23T10:05'));
    expect(news()).toEqual([about('inquiry', 3)]);
    await tick(at('23T10:06'));
    const id = await inquiry(db, at('23T10:06'));
    await tick(at('23T10:07'));
    expect(news()).toEqual([about('inquiry', 1, id)]);
    const { id: userId } = await addUser(db, {
      username: 'nico',
      role: 'agent',
      approved: false,
      createdAt: at('23T10:08'),
    });
    await tick(at('23T10:08'));
    expect(news()).toEqual([about('account', 1, userId)]);
  });

  test('of a reply come six hours before it is late, unless it was answered', async () => {
    const { db, tick, news } = await office({ kinds: ['reply'] });
    const id = await inquiry(db, at('23T13:00'));
    const answered = await inquiry(db, at('23T13:00'));
    await tick(at('25T06:59'));
    expect(news()).toEqual([]);
    await db.contact.update({ where: { id: answered }, data: { state: 'answered' } });
    await tick(at('25T07:00'));
    await tick(at('25T07:01'));
    expect(news()).toEqual([about('reply', 1, id)]);
  });

  test('of a follow-up come in the morning of its day, where the device is', async () => {
    const { db, phone, body, receiver, tick, news } = await office();
    const id = await followUp(db, 1, '2026-11-24');
    await tick(at('23T12:00'));
    await tick(at('24T07:59'));
    expect(news()).toEqual([]);
    await tick(at('24T08:00'));
    await tick(at('24T08:01'));
    expect(news()).toEqual([about('follow-up', 1, id)]);
    // A day that somebody has set since the morning is known.
    await followUp(db, 2, '2026-11-24', at('24T09:00'));
    await tick(at('24T09:01'));
    expect(news()).toEqual([]);

    const tokyo = { ...body, subscription: receiver.subscribe('tokyo'), timeZone: 'Asia/Tokyo' };
    await phone.call(keepReminders, { body: tokyo });
    await since(db, SIX);
    const far = await followUp(db, 3, '2026-11-26');
    await tick(new Date('2026-11-25T22:59:00Z'));
    expect(news()).toEqual([]);
    await tick(new Date('2026-11-25T23:00:00Z'));
    expect(news()).toEqual([about('follow-up', 1, far)]);
  });

  test('of a follow-up with a time come then; in the quiet hours in the morning', async () => {
    const { db, tick, news } = await office();
    const id = await followUp(db, 1, '2026-11-24T15:05');
    for (const time of ['24T08:00', '24T15:04']) await tick(at(time));
    expect(news()).toEqual([]);
    for (const time of ['24T15:05', '24T15:06']) await tick(at(time));
    expect(news()).toEqual([about('follow-up', 1, id)]);
    // Another time of the same day is another reminder.
    const other = { followUpOn: '2026-11-24T16:00' };
    await db.application.update({ where: { id }, data: other });
    await tick(at('24T16:00'));
    expect(news()).toEqual([about('follow-up', 1, id)]);

    const early = await followUp(db, 2, '2026-11-25T06:30');
    await tick(at('25T06:30'));
    expect(news()).toEqual([]);
    await tick(at('25T08:00'));
    expect(news()).toEqual([about('follow-up', 1, early)]);
  });

  test('of a deadline come in the morning of the day from which on it is told, unless it was set aside', async () => {
    const { db, tick, news } = await office({ kinds: ['deadline'] });
    const dated = async (n: number, dates: object) =>
      (await db.application.create({ data: { ...aPlayer(n), ...dates } })).id;
    // A week before its end, and six months before the end of the contract.
    await dated(1, { mandateUntil: '2026-12-01', contractUntil: '2027-05-24' });
    await dated(2, { mandateUntil: '2026-12-05' });
    await dated(3, { mandateUntil: '2026-12-01', status: 'rejected' });
    await dated(4, { mandateUntil: '2026-12-01', removedAt: at('20T10:00') });
    for (const time of ['23T12:00', '24T07:59']) await tick(at(time));
    expect(news()).toEqual([]);
    for (const time of ['24T08:00', '24T08:01']) await tick(at(time));
    expect(news()).toEqual([about('deadline', 2)]);

    const id = await dated(6, { otherAgentUntil: '2027-01-25', dateOfBirth: '2008-12-25' });
    const taken = asideNote('adult 2026-12-25');
    const all = [asideNote('approach 2026-11-25'), taken, `Undone: ${taken}`];
    for (const [version, notes] of all.entries()) {
      const status = { previousStatus: 'pending', newStatus: 'pending' };
      const entry = { id: newId(), applicationId: id, ...status, notes, createdAt: at('24T10:00') };
      await db.historyEntry.create({ data: { ...entry, version } });
    }
    await tick(at('25T08:00'));
    expect(news()).toEqual([about('deadline', 1, id)]);
  });

  test('of a club whose search ends in a week come that morning, unless it is archived', async () => {
    const { db, tick, news } = await office({ kinds: ['deadline'] });
    const looking = async (state: string, wantedUntil: string) => {
      const id = await inquiry(db, at('20T10:00'));
      await db.contact.update({ where: { id }, data: { state, wantedUntil } });
      return id;
    };
    const id = await looking('answered', '2026-12-02');
    await looking('archived', '2026-12-02');
    await looking('new', '2026-12-03');
    await tick(at('24T08:00'));
    expect(news()).toEqual([]);
    for (const time of ['25T08:00', '25T08:01']) await tick(at(time));
    expect(news()).toEqual([about('deadline', 1, id)]);
  });

  test('of a transfer window come before it opens and before it closes', async () => {
    const { phone, tick, news } = await office({ kinds: ['deadline'] });
    const windows = [{ country: 'Spain', opens: '2026-12-02', closes: '2026-12-09' }];
    const settings = { ...NO_CONTENT.settings, windows };
    const content = { ...NO_CONTENT, settings };
    expect((await phone.call(publishSite, { body: { base: null, content } })).status).toBe(201);
    await tick(at('24T08:00'));
    expect(news()).toEqual([]);
    for (const time of ['25T08:00', '25T08:01']) await tick(at(time));
    expect(news()).toEqual([about('deadline', 2)]);
  });

  test('wait for the end of the quiet hours, and a late riser gets follow-ups then', async () => {
    const { db, tick, news } = await office({ quietFrom: '21:30', quietTo: '09:15' });
    const id = await inquiry(db, at('23T22:00'));
    const day = await followUp(db, 1, '2026-11-24');
    for (const time of ['23T22:01', '24T00:00', '24T08:00', '24T09:14']) await tick(at(time));
    expect(news()).toEqual([]);
    await tick(at('24T09:15'));
    expect(news()).toEqual([about('inquiry', 1, id), about('follow-up', 1, day)]);
  });

  test('are sent once by two servers on one database', async () => {
    const { db, tick, news } = await office();
    await inquiry(db, at('23T10:00'));
    const now = at('23T10:01');
    await Promise.all([tick(now), tick(now), tick(now), tick(now)]);
    expect(news()).toHaveLength(1);
    expect(await db.sentReminder.count()).toBe(1);
  });

  test('are sent once by two servers whose clocks differ by two minutes', async () => {
    const { db, push } = await office({ quietFrom: '00:00', quietTo: '00:00' });
    await inquiry(db, new Date());
    const sent: string[] = [];
    const service: PushService = {
      ...push,
      deliver: async (_, { kind }) => {
        sent.push(kind);
        if (sent.length > 1) return { outcome: 'sent' };
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE });
        onTestFinished(() => void vi.useRealTimers());
        await sendReminders(db, service, 'dashboard');
        vi.useRealTimers();
        return { outcome: 'sent' };
      },
    };
    await sendReminders(db, service, 'dashboard');
    expect(sent).toEqual(['inquiry']);
    expect(await db.sentReminder.count()).toBe(1);
  });

  test.each(['the same', 'a new'])(
    'are sent once also when the device saves its settings with %s subscription meanwhile',
    async (which) => {
      const never = { quietFrom: '00:00', quietTo: '00:00' };
      const { db, receiver, phone, body, push } = await office(never);
      await inquiry(db, new Date());
      const sent: string[] = [];
      const service: PushService = {
        ...push,
        deliver: async (subscription) => {
          sent.push(subscription.endpoint);
          if (sent.length > 1) return { outcome: 'sent' };
          const other = which === 'a new' ? receiver.subscribe('other') : subscription;
          const changed = { ...body, subscription: other, language: 'fr' as const };
          expect((await phone.call(keepReminders, { body: changed })).status).toBe(204);
          await sendReminders(db, service, 'dashboard');
          return { outcome: 'sent' };
        },
      };
      await sendReminders(db, service, 'dashboard');
      expect(sent).toHaveLength(1);
      expect(await db.pushSubscription.findMany()).toMatchObject([{ language: 'fr' }]);
      expect(await db.sentReminder.count()).toBe(1);
    },
  );

  test('wait as the push service asked, also after the device has saved its settings', async () => {
    const { db, receiver, phone, body, tick } = await office();
    await inquiry(db, at('23T10:00'));
    receiver.answer = { status: 429, headers: { 'Retry-After': '600' } };
    await tick(at('23T10:01'));
    const [waiting] = await db.pushSubscription.findMany();
    await phone.call(keepReminders, { body: { ...body, quietTo: '06:30' } });
    expect(await db.pushSubscription.findMany()).toMatchObject([
      { notBefore: waiting?.notBefore, failures: 1, quietTo: '06:30' },
    ]);
  });

  test.each(['sent', 'gone'] as const)(
    'leave a device alone that another process has taken over meanwhile (%s)',
    async (outcome) => {
      const { db, push, tick } = await office();
      await inquiry(db, at('23T10:00'));
      const taken = at('23T10:05');
      const deliver = async () => {
        await db.pushSubscription.updateMany({ data: { notBefore: taken } });
        return { outcome };
      };
      await tick(at('23T10:01'), { ...push, deliver });
      expect(await db.pushSubscription.findMany()).toMatchObject([{ notBefore: taken }]);
      expect(await db.sentReminder.count()).toBe(outcome === 'sent' ? 1 : 0);
    },
  );

  test('are tried again when the push service asks to wait, and lost for no other reason', async () => {
    const { db, receiver, tick, news } = await office();
    const id = await inquiry(db, at('23T10:00'));
    receiver.answer = { status: 429, headers: { 'Retry-After': '600' } };
    expect(await tick(at('23T10:01'))).toMatchObject({ failed: 1, reasons: ['429'] });
    receiver.answer = { status: 503 };
    expect(await tick(at('23T10:10'))).toMatchObject({ failed: 0 });
    expect(await tick(at('23T10:11'))).toMatchObject({ failed: 1, reasons: ['503'] });
    expect((await db.pushSubscription.findFirstOrThrow()).failures).toBe(2);
    receiver.answer = { status: 201 };
    await tick(at('23T10:13'));
    expect(news()).toEqual([about('inquiry', 1, id)]);
    expect((await db.pushSubscription.findFirstOrThrow()).failures).toBe(0);
  });

  test.each([404, 410])(
    'end when the push service knows the device no more (%i)',
    async (status) => {
      const { db, phone, receiver, tick } = await office();
      await inquiry(db, at('23T10:00'));
      receiver.answer = { status };
      expect(await tick(at('23T10:01'))).toMatchObject({ gone: 1, sent: 0 });
      expect(await db.pushSubscription.count()).toBe(0);
      expect((await phone.call(testReminders)).reply).toEqual({ outcome: 'off' });
    },
  );

  test('are tested on demand, also in the quiet hours', async () => {
    const { receiver, phone, news } = await office({ quietFrom: '00:00', quietTo: '23:59' });
    expect((await phone.call(testReminders)).reply).toEqual({ outcome: 'sent' });
    expect(news()).toEqual([about('test', 1)]);
    receiver.answer = { status: 500 };
    expect((await phone.call(testReminders)).reply).toEqual({ outcome: 'failed' });
  });

  test('end with the session: by a sign-out, from elsewhere, as lost, by another role, closed and erased', async () => {
    const { db, origin, receiver, phone: admin, body } = await office();
    const { id } = await addUser(db, { username: 'nico', role: 'agent' });
    const kept = () => db.pushSubscription.count();
    const turnedOn = async (name: string) => {
      const device = new Client(origin);
      await device.call(login, { body: { username: 'nico', password: PASSWORD } });
      const subscription = receiver.subscribe(name);
      await device.call(keepReminders, { body: { ...body, subscription } });
      expect(await kept()).toBe(2);
      return device;
    };
    const idOf = async (device: Client) =>
      (await device.call(listSessions)).reply.find(({ current }) => current)?.id ?? '';

    await (await turnedOn('a')).send('GET', '/api/logout');
    expect(await kept()).toBe(1);
    for (const call of [endSession, reportLost]) {
      await admin.call(call, { params: { id: await idOf(await turnedOn('b')) } });
      expect(await kept()).toBe(1);
    }
    const change = (to: object) => admin.call(changeUser, { params: { id }, body: to });
    await turnedOn('c');
    await change({ role: 'admin' });
    expect(await kept()).toBe(1);
    await turnedOn('d');
    await change({ access: 'closed' });
    expect(await kept()).toBe(1);
    await change({ access: 'open' });
    await turnedOn('e');
    await admin.call(eraseUser, { params: { id }, body: { name: 'remove' } });
    expect(await kept()).toBe(1);
  });

  test('of accounts go to admins only; nothing goes to a user without the right or with an expired session', async () => {
    const { db, origin, receiver, phone, body, push, news } = await office();
    await phone.call(stopReminders);
    const agent = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    const subscription = receiver.subscribe('agent');
    await agent.call(keepReminders, { body: { ...body, subscription } });
    expect((await agent.call(readReminders)).reply.reminders?.kinds).toEqual([
      'inquiry',
      'reply',
      'follow-up',
    ]);
    await since(db, SIX);
    await inquiry(db, at('23T10:00'));
    const send = (access: 'none' | 'dashboard', now: Date) => sendReminders(db, push, access, now);
    await send('none', at('23T10:01'));
    await db.user.updateMany({ where: { username: 'nico' }, data: { disabled: true } });
    await send('dashboard', at('23T10:01'));
    await db.user.updateMany({ data: { disabled: false } });
    await db.session.updateMany({ data: { lastSeenAt: new Date(+SIX - 15 * DAY) } });
    await send('dashboard', at('23T10:02'));
    expect(news()).toEqual([]);
    await db.session.updateMany({ data: { lastSeenAt: new Date() } });
    await send('dashboard', at('23T10:03'));
    expect(news()).toHaveLength(1);
  });

  test('of one browser go to its last user only, and what was sent is forgotten after a week', async () => {
    const { db, origin, body, tick } = await office();
    await inquiry(db, at('23T10:00'));
    await tick(at('23T10:01'));
    await keepHouse(
      db,
      { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 365 },
      at('29T10:01'),
    );
    expect(await db.sentReminder.count()).toBe(1);
    await keepHouse(
      db,
      { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 365 },
      at('30T10:02'),
    );
    expect(await db.sentReminder.count()).toBe(0);
    const other = await signedIn(db, origin, { username: 'nico' });
    await other.call(keepReminders, { body });
    expect(await db.pushSubscription.count()).toBe(1);
  });

  test.each([
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://user:pass@push.example/x',
    'file:///etc/passwd',
    'push.example',
  ])('V1.3.6 are not sent to %s', async (endpoint) => {
    const { phone, body } = await office();
    const subscription = { ...body.subscription, endpoint };
    const answer = await phone.call(keepReminders, { body: { ...body, subscription } });
    expect([answer.status, Object.keys(answer.problem.fields ?? {})]).toEqual([
      400,
      ['subscription.endpoint'],
    ]);
  });
});
