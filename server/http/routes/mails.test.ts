import { expect, onTestFinished, test, vi } from 'vitest';
import { setSuspicion } from '#contract/contacts.ts';
import { newId } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { readMails, retryMail } from '#contract/mails.ts';
import { erasePerson } from '#contract/people.ts';
import { NO_CONTENT } from '#contract/site.ts';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { type Mailer, sendMails } from '#server/domain/reminders/send-mails.ts';
import { openMailer } from '#server/mail/smtp.ts';
import { anInquiry } from '#server/test/bodies.ts';
import { Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { freePort } from '#server/test/free-port.ts';
import { serveApp } from '#server/test/listen.ts';
import { type MailReceiver, openMailReceiver } from '#server/test/mail-receiver.ts';
import { SETTINGS as ENVIRONMENT, originOf, startProgram } from '#server/test/program.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KEYS = ['only-for-tests-only-for-tests-0123456789'] as const;
const SETTINGS = {
  siteUrl: 'https://agency.test',
  contactEmail: 'office@agency.test',
  contactPhone: '+34 600 111 222',
  mailFrom: 'site@agency.test',
};

async function aReceiver(...parts: Parameters<typeof openMailReceiver>): Promise<MailReceiver> {
  const receiver = await openMailReceiver(...parts);
  onTestFinished(() => receiver.close());
  return receiver;
}

onSqliteFirst('mails', ({ open, url }) => {
  /** An office with a mail server, and a visitor. */
  async function office() {
    const db = await open();
    const receiver = await aReceiver();
    const mailer = openMailer({ ...SETTINGS, smtpUrl: receiver.url });
    const { origin } = await serveApp(db, { smtpUrl: receiver.url });
    const visitor = new Client(origin);
    const inquire = (more: object = {}, key = newId()) =>
      visitor.call(sendInquiry, { body: { ...anInquiry, language: 'de', ...more }, key });
    /** A turn of the loop, so long after now. */
    const turn = (later = 0, by: Mailer = mailer) =>
      sendMails(db, by, {
        keys: KEYS,
        agentAccess: 'none',
        clock: () => new Date(Date.now() + later),
      });
    return { db, origin, receiver, mailer, visitor, inquire, turn };
  }

  const states = async (db: Db) =>
    (await db.outgoingMail.findMany({ orderBy: { createdAt: 'asc' } })).map(({ state }) => state);

  test('a mail is sent once by two servers whose clocks differ by six minutes', async () => {
    const { db, inquire } = await office();
    await inquire();
    const parts = { keys: KEYS, agentAccess: 'none' } as const;
    const sent: string[] = [];
    const slow: Mailer = {
      deliver: async ({ address }) => {
        sent.push(address);
        if (sent.length > 1) return { outcome: 'sent' };
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
        onTestFinished(() => void vi.useRealTimers());
        await sendMails(db, slow, parts);
        vi.useRealTimers();
        return { outcome: 'sent' };
      },
    };
    await sendMails(db, slow, parts);
    expect(sent).toEqual(['ana@example.org']);
    expect(await states(db)).toEqual(['sent']);
  });

  test('an inquiry is confirmed in the language of the visitor, with nothing that was typed', async () => {
    const { db, receiver, inquire, turn } = await office();
    await inquire({ name: 'Buy now at evil.example' });
    expect(await turn()).toEqual({ sent: 1, failed: 0, dropped: 0, failures: [] });
    const [mail] = receiver.received;
    expect(mail).toMatchObject({
      to: 'ana@example.org',
      from: 'Football Agent <site@agency.test>',
      subject: 'Ihre Anfrage ist angekommen – Football Agent',
    });
    const { createdAt } = await db.contact.findFirstOrThrow();
    const replyBy = new Date(+createdAt + 2 * DAY).toLocaleDateString('de-DE', {
      dateStyle: 'full',
      timeZone: 'UTC',
    });
    expect(mail?.text).toContain(`innerhalb von 48 Stunden, also bis ${replyBy}`);
    expect(mail?.text).toContain('+34 600 111 222');
    expect(mail?.text).toContain('https://agency.test');
    expect(mail?.text).not.toMatch(/\{\{|evil/);
    expect(mail?.headers).toMatchObject({
      'reply-to': 'office@agency.test',
      'auto-submitted': 'auto-generated',
    });
    expect(await states(db)).toEqual(['sent']);
    expect(await turn()).toMatchObject({ sent: 0 });
  });

  test('a mail has the name and the contact data that the owner has published', async () => {
    const { db, receiver, inquire, turn } = await office();
    const { settings } = NO_CONTENT;
    const own = { ...settings, phone: '+34 911 222 333', email: 'marta@agency.test' };
    const texts = { de: { 'brand.name': 'Marta Beispiel' } };
    const publish = (content: object) =>
      db.publication.create({
        data: { content: JSON.stringify(content), createdAt: new Date(), userId: 1 },
      });
    await publish({ settings: own, texts });
    await inquire();
    await turn();
    await publish({ settings: { ...own, name: 'Marta Sports' }, texts });
    await inquire({ email: 'bea@example.org' });
    await turn();
    const [first, second] = receiver.received;
    expect(first?.from).toBe('Marta Beispiel <site@agency.test>');
    expect(first?.headers['reply-to']).toBe('marta@agency.test');
    expect(first?.text).toContain('Rufen Sie an (+34 911 222 333)');
    expect(second?.subject).toBe('Ihre Anfrage ist angekommen – Marta Sports');
  });

  test('V1.3.11 a name with a line end adds no header and no recipient', async () => {
    const { db, receiver, inquire, turn } = await office();
    const settings = { ...NO_CONTENT.settings, name: 'Marta\r\nBcc: eve@example.org\r\n\r\nBuy' };
    const content = JSON.stringify({ settings, texts: {} });
    await db.publication.create({ data: { content, createdAt: new Date(), userId: 1 } });
    await inquire();
    await turn();
    const [mail, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(mail?.to).toBe('ana@example.org');
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc');
    expect(mail?.headers['auto-submitted']).toBe('auto-generated');
    expect(mail?.text).toMatch(/^Guten Tag/);
  });

  test('one inquiry is confirmed once, though its call is repeated', async () => {
    const { db, inquire } = await office();
    const key = newId();
    await Promise.all([inquire({}, key), inquire({}, key), inquire({}, key)]);
    await inquire({}, key);
    expect(await db.outgoingMail.count()).toBe(1);
  });

  test('an inquiry that looks like a machine’s is not confirmed, nor one that became spam meanwhile', async () => {
    const { db, inquire, turn, receiver } = await office();
    await inquire({ website: 'http://spam.example' });
    await inquire({ openFor: 100 });
    expect(await db.outgoingMail.count()).toBe(0);
    await inquire();
    await db.contact.updateMany({ data: { state: 'spam' } });
    expect(await turn()).toMatchObject({ sent: 0, dropped: 1 });
    expect(receiver.received).toEqual([]);
    expect(await db.outgoingMail.count()).toBe(0);
  });

  test('an inquiry that looks like a machine’s is confirmed once a person says that it is real', async () => {
    const { db, origin, inquire, turn, receiver } = await office();
    await inquire({ website: 'filled by a password manager' });
    const { id } = await db.contact.findFirstOrThrow();
    const createdAt = new Date(Date.now() - 5 * DAY);
    await db.contact.update({ where: { id }, data: { createdAt } });
    const admin = await signedIn(db, origin);
    const say = (suspect: boolean) =>
      admin.call(setSuspicion, { params: { id }, body: { suspect } });

    // Taken back before the mail was sent.
    await say(false);
    await say(true);
    expect(await turn()).toMatchObject({ sent: 0, dropped: 1 });

    await say(false);
    expect(await turn()).toMatchObject({ sent: 1 });
    const day = (moment: number) =>
      new Date(moment).toLocaleDateString('de-DE', { dateStyle: 'full', timeZone: 'UTC' });
    const [mail] = receiver.received;
    expect(mail?.text).toContain(`am ${day(+createdAt)}`);
    expect(mail?.text).toContain(`bis ${day(Date.now() + 2 * DAY)}`);

    // A second time it says nothing new.
    await say(true);
    await say(false);
    expect(await turn()).toMatchObject({ sent: 0, dropped: 0 });
  });

  test.for([
    { state: 'answered' },
    { state: 'spam' },
    { convertedToApplication: true },
    { withdrawnAt: new Date() },
  ])('a real inquiry whose visitor does not wait is not confirmed: %o', async (data) => {
    const { db, origin, inquire } = await office();
    await inquire({ website: 'filled by a password manager' });
    const { id } = await db.contact.findFirstOrThrow();
    await db.contact.update({ where: { id }, data });
    const admin = await signedIn(db, origin);
    await admin.call(setSuspicion, { params: { id }, body: { suspect: false } });
    expect(await db.outgoingMail.count()).toBe(0);
  });

  test('nobody can flood a mailbox: three a day, however the address is spelt, also at once', async () => {
    const { db, inquire } = await office();
    const spellings = [
      'ana@example.org',
      'Ana@Example.org',
      'ana+1@example.org',
      'ANA+x+y@example.org',
    ];
    await Promise.all(spellings.map((email) => inquire({ email })));
    for (const email of spellings) await inquire({ email });
    await inquire({ email: 'bea@example.org' });
    expect(await db.contact.count()).toBe(9);
    expect(
      await db.outgoingMail.groupBy({ by: ['mailbox'], _count: true, orderBy: { mailbox: 'asc' } }),
    ).toEqual([
      { mailbox: 'ana@example.org', _count: 3 },
      { mailbox: 'bea@example.org', _count: 1 },
    ]);
    await db.outgoingMail.updateMany({ data: { createdAt: new Date(Date.now() - DAY - MINUTE) } });
    await inquire();
    expect(await db.outgoingMail.count()).toBe(5);
  });

  test('without a mail server no mail is queued', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    await new Client(origin).call(sendInquiry, { body: anInquiry });
    expect(await db.outgoingMail.count()).toBe(0);
    const admin = await signedIn(db, origin);
    expect((await admin.call(readMails)).reply).toEqual({
      enabled: false,
      waiting: 0,
      sent: 0,
      failed: 0,
      mails: [],
    });
  });

  test('a mail server that asks to come again gets the mail later, after growing pauses', async () => {
    const { db, receiver, inquire, turn } = await office();
    await inquire();
    receiver.refusal = { code: 451, message: 'Greylisted, come again' };
    expect(await turn()).toMatchObject({ sent: 0, failed: 1, failures: ['later'] });
    expect(await db.outgoingMail.findFirst()).toMatchObject({
      state: 'waiting',
      failure: 'later',
      answer: '451 Greylisted, come again',
      tries: 1,
    });
    expect(await turn(0.9 * MINUTE)).toMatchObject({ sent: 0, failed: 0 });
    expect(await turn(1.1 * MINUTE)).toMatchObject({ failed: 1 });
    expect(await turn(3 * MINUTE)).toMatchObject({ failed: 0 });
    receiver.refusal = null;
    expect(await turn(3.2 * MINUTE)).toMatchObject({ sent: 1 });
    expect(await db.outgoingMail.findFirst()).toMatchObject({
      state: 'sent',
      failure: null,
      answer: null,
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('an address that is refused for good is given up at once; an admin sees why, and tries again', async () => {
    const { db, origin, receiver, inquire, turn } = await office();
    await inquire();
    receiver.refusal = { code: 550, message: 'No such user here' };
    expect(await turn()).toMatchObject({ failed: 1, failures: ['refused'] });
    expect(await turn(2 * DAY)).toMatchObject({ failed: 0 });
    const admin = await signedIn(db, origin);
    const { reply } = await admin.call(readMails);
    expect(reply).toMatchObject({ enabled: true, waiting: 0, sent: 0, failed: 1 });
    const [mail] = reply.mails;
    expect(mail).toMatchObject({
      kind: 'confirmation',
      address: 'ana@example.org',
      state: 'failed',
      tries: 1,
      failure: 'refused',
      answer: '550 No such user here',
    });

    receiver.refusal = null;
    const again = () => admin.call(retryMail, { params: { id: mail?.id ?? '' } });
    expect((await again()).status).toBe(204);
    expect((await again()).problem.code).toBe('mail-not-found');
    expect(await turn()).toMatchObject({ sent: 1 });
    expect((await admin.call(readMails)).reply).toMatchObject({ sent: 1, failed: 0, mails: [] });
    const deeds = await db.auditEntry.findMany({ where: { kind: { startsWith: 'mail-' } } });
    expect(deeds.map(({ kind, actor, subject, detail }) => [kind, actor, subject, detail])).toEqual(
      [
        ['mail-failed', 'server', `mail:${mail?.id}`, 'refused'],
        ['mail-retried', 'user', `mail:${mail?.id}`, null],
      ],
    );
  });

  test('a mail server that is away stops the turn after one attempt; after three days the mails are given up', async () => {
    const { db, inquire, turn } = await office();
    for (const email of ['a@example.org', 'b@example.org']) await inquire({ email });
    const away = openMailer({ ...SETTINGS, smtpUrl: `smtp://127.0.0.1:${await freePort()}` });
    expect(await turn(0, away)).toEqual({
      sent: 0,
      failed: 1,
      dropped: 0,
      failures: ['unreachable'],
    });
    for (let hours = 6; hours <= 66; hours += 6) await turn(hours * HOUR, away);
    expect(await states(db)).toEqual(['waiting', 'waiting']);
    await turn(73 * HOUR, away);
    await turn(73 * HOUR, away);
    expect(await states(db)).toEqual(['failed', 'failed']);
  });

  test('a mail whose server dies after the text is sent again with the same Message-ID', async () => {
    const { receiver, inquire, turn } = await office();
    await inquire();
    receiver.diesAfterData = true;
    expect(await turn()).toMatchObject({ failed: 1, failures: ['unreachable'] });
    receiver.diesAfterData = false;
    expect(await turn(2 * MINUTE)).toMatchObject({ sent: 1 });
    const [first, second] = receiver.received;
    expect(first?.messageId).toMatch(/^<[\w-]{36}@agency\.test>$/);
    expect(second?.messageId).toBe(first?.messageId);
  });

  test('a process that dies between sending and noting is followed by another one after 5 minutes', async () => {
    const { db, receiver, mailer, inquire, turn } = await office();
    await inquire();
    const dying: Mailer = {
      deliver: async (mail) => {
        await mailer.deliver(mail);
        throw new Error('killed');
      },
    };
    await expect(turn(0, dying)).rejects.toThrow('killed');
    expect(await turn(4 * MINUTE)).toMatchObject({ sent: 0 });
    expect(await turn(6 * MINUTE)).toMatchObject({ sent: 1 });
    expect(new Set(receiver.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await db.outgoingMail.findFirst()).toMatchObject({ state: 'sent', tries: 2 });
  });

  test('two processes on one database send each mail once', async () => {
    const { receiver, inquire, turn } = await office();
    for (let n = 0; n < 12; n += 1) await inquire({ email: `visitor${n}@example.org` });
    const totals = await Promise.all([turn(), turn(), turn()]);
    expect(totals.reduce((sum, { sent }) => sum + sent, 0)).toBe(12);
    expect(new Set(receiver.received.map(({ to }) => to)).size).toBe(12);
    expect(receiver.received).toHaveLength(12);
  });

  test('a wrong password and a refused sender are told as what they are, and tried again', async () => {
    const { db, inquire, turn } = await office();
    await inquire();
    const guarded = await aReceiver({ name: 'site@agency.test', password: 'p@ss/word' });
    const wrong = openMailer({ ...SETTINGS, smtpUrl: guarded.url.replace('p%40ss', 'other') });
    expect(await turn(0, wrong)).toMatchObject({ failures: ['sign-in'] });
    expect(await states(db)).toEqual(['waiting']);
    const right = openMailer({ ...SETTINGS, smtpUrl: guarded.url });
    expect(await turn(2 * MINUTE, right)).toMatchObject({ sent: 1 });
    expect(guarded.received).toHaveLength(1);
  });

  test('V12.3.1 a password never goes to another machine without TLS', async () => {
    const { inquire, turn } = await office();
    await inquire();
    // The name leads to this machine, and is no loopback address for the mailer.
    const guarded = await aReceiver({ name: 'site', password: 'secret' });
    const smtpUrl = guarded.url.replace('127.0.0.1', '127.1');
    expect(new URL(smtpUrl).hostname).toBe('127.1');
    const mailer = openMailer({ ...SETTINGS, smtpUrl });
    expect(await turn(0, mailer)).toMatchObject({ sent: 0, failures: ['encryption'] });
  });

  test('end with the person: erased, anonymised, and after 30 days', async () => {
    const { db, origin, inquire } = await office();
    const admin = await signedIn(db, origin);
    for (const how of ['delete', 'anonymise']) {
      await inquire();
      expect(await db.outgoingMail.count()).toBe(1);
      await admin.call(erasePerson, { body: { email: 'ANA@example.org', how } });
      expect(await db.outgoingMail.count()).toBe(0);
    }
    await inquire();
    const retention = { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 365 };
    const later = (days: number) => keepHouse(db, retention, new Date(Date.now() + days * DAY));
    expect(await later(29)).toMatchObject({ mails: 0 });
    expect(await later(31)).toMatchObject({ mails: 1 });
  });

  test('a restart goes on with the mails that wait', async () => {
    const databaseUrl = await url();
    const port = await freePort();
    const environment = {
      ...ENVIRONMENT,
      DATABASE_URL: databaseUrl,
      ADMIN_PASSWORD: PASSWORD,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'site@agency.test',
    };
    const first = startProgram(environment);
    const started = await first.until(/listening/);
    expect(started).toContain('listening');
    const visitor = new Client(originOf(started));
    await visitor.call(sendInquiry, { body: anInquiry, key: newId() });
    await first.until(/unreachable/);
    first.child.kill('SIGKILL');
    await first.ended;
    const receiver = await aReceiver(undefined, port);
    const db = await openDatabase(databaseUrl);
    await db.outgoingMail.updateMany({ data: { nextTryAt: new Date() } });
    await closeDatabase(db);
    startProgram(environment);
    const [mail] = await receiver.until(1);
    expect(mail).toMatchObject({ to: 'ana@example.org' });
  });
});
