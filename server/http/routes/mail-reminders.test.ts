import { expect, onTestFinished, test } from 'vitest';
import { readPasswordLink, usePasswordLink } from '#contract/accounts/password-links.ts';
import { changeUser, eraseUser, listUsers, mailPasswordLink } from '#contract/accounts/users.ts';
import {
  askForAddress,
  confirmAddress,
  keepMailReminders,
  type MailReminders,
  readMailReminders,
  stopMailReminders,
} from '#contract/reminders/mail-reminders.ts';
import { keepReminders, readReminders } from '#contract/reminders/reminders.ts';
import type { Db } from '#prisma/client.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { queueReminders } from '#server/domain/reminders/mail-reminders.ts';
import { sendMails } from '#server/domain/reminders/send-mails.ts';
import { openMailer } from '#server/mail/smtp.ts';
import { someReminders } from '#server/test/bodies.ts';
import { addUser, Client, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { openMailReceiver } from '#server/test/mail-receiver.ts';
import { aContact, aPlayer } from '#server/test/samples.ts';

const KEYS = ['only-for-tests-only-for-tests-0123456789'] as const;
const DAY = 24 * 60 * 60_000;
/** A Monday, 06:00 in Madrid, whose offset is one hour. */
const SIX = new Date('2026-11-23T05:00:00.000Z');
const WANTED: MailReminders = {
  language: 'de',
  timeZone: 'Europe/Madrid',
  kinds: ['inquiry', 'reply', 'follow-up', 'account'],
  quietFrom: '22:00',
  quietTo: '07:00',
};

function at(time: string): Date {
  return new Date(`2026-11-${time}+01:00`);
}

onSqliteFirst('reminders by mail', ({ open }) => {
  /** An office with a mail server, and an admin with an address that is not confirmed. */
  async function office(settings: object = {}) {
    const db = await open();
    const receiver = await openMailReceiver();
    onTestFinished(() => receiver.close());
    const mailer = openMailer({
      siteUrl: 'https://agency.test',
      contactEmail: 'office@agency.test',
      contactPhone: '+34 600 111 222',
      mailFrom: null,
      smtpUrl: receiver.url,
    });
    const all = { smtpUrl: receiver.url, agentAccess: 'dashboard' as const, ...settings };
    const { origin } = await serveApp(db, all);
    const admin = await signedIn(db, origin);
    const stranger = new Client(origin);
    const turn = (now = new Date(), agentAccess: 'none' | 'dashboard' = 'dashboard') =>
      sendMails(db, mailer, { keys: KEYS, agentAccess, clock: () => now });
    /** What became due is queued and sent. */
    const tick = async (now: Date) => {
      await queueReminders(db, 'dashboard', now);
      return turn(now);
    };
    const news = () => receiver.received.splice(0);
    return { db, origin, receiver, admin, stranger, turn, tick, news };
  }

  const state = async (client: Client) => (await client.call(readMailReminders)).reply;
  const linkIn = (text = '') => /https:\/\/\S+#(\S+)/.exec(text)?.[1] ?? '';

  type Office = Awaited<ReturnType<typeof office>>;

  /** Confirms an address as its owner does: by the link of the mail. */
  async function confirm({ admin, stranger, turn, news }: Omit<Office, 'tick'>, email: string) {
    const body = { email, language: 'de' };
    expect((await admin.call(askForAddress, { body })).status).toBe(204);
    await turn();
    const token = linkIn(news().at(-1)?.text);
    expect((await stranger.call(confirmAddress, { body: { token } })).status).toBe(204);
  }

  /** An admin who is reminded of everything since Monday, 06:00. */
  async function reminded(changes: Partial<MailReminders> = {}) {
    const parts = await office();
    await confirm(parts, 'marta@home.test');
    const body = { ...WANTED, ...changes };
    expect((await parts.admin.call(keepMailReminders, { body })).status).toBe(204);
    await parts.db.mailReminders.updateMany({ data: { createdAt: SIX } });
    await parts.db.user.updateMany({ data: { createdAt: new Date(+SIX - DAY) } });
    return parts;
  }

  const inquiry = async (db: Db, createdAt: Date) =>
    (await db.contact.create({ data: { ...aContact(), createdAt } })).id;

  test('go to no address before its owner has opened a link', async () => {
    const { db, admin, stranger, turn, news, receiver } = await office();
    expect(await state(admin)).toEqual({
      enabled: true,
      email: 'marta@agency.test',
      confirmed: false,
      pending: null,
      reminders: null,
    });
    const early = await admin.call(keepMailReminders, { body: WANTED });
    expect([early.status, early.problem.code]).toEqual([409, 'email-not-confirmed']);

    await admin.call(askForAddress, { body: { email: 'marta@home.test', language: 'de' } });
    await turn();
    const [mail] = news();
    expect(mail).toMatchObject({
      to: 'marta@home.test',
      subject: 'E-Mail-Adresse bestätigen – Football Agent',
    });
    expect(mail?.text).toContain('https://agency.test/auth/address#');
    expect(await state(admin)).toMatchObject({ pending: 'marta@home.test', confirmed: false });

    const token = linkIn(mail?.text);
    for (const wrong of ['', 'x', token.slice(0, -1), `${token}x`, token.split('.')[0] ?? '']) {
      const answer = await stranger.call(confirmAddress, { body: { token: wrong } });
      expect([answer.status, answer.problem.code]).toEqual([404, 'link-not-found']);
    }
    const open = () => stranger.call(confirmAddress, { body: { token } });
    expect((await open()).status).toBe(204);
    expect((await open()).status).toBe(204);
    expect(await state(admin)).toMatchObject({
      email: 'marta@home.test',
      confirmed: true,
      pending: null,
    });
    const deeds = await db.auditEntry.count({ where: { kind: 'address-confirmed' } });
    expect(deeds).toBe(1);
    expect(JSON.stringify(await db.outgoingMail.findMany())).not.toContain(token.split('.')[1]);
    expect(receiver.received).toEqual([]);
  });

  test('a link ends with a newer one and after a day', async () => {
    const { db, admin, stranger, turn, news } = await office();
    const ask = (email: string) => admin.call(askForAddress, { body: { email, language: 'en' } });
    await ask('one@home.test');
    await ask('two@home.test');
    await turn();
    const tokens = new Map(news().map(({ to, text }) => [to, linkIn(text)]));
    const open = (to: string) =>
      stranger.call(confirmAddress, { body: { token: tokens.get(to) ?? '' } });
    expect((await open('one@home.test')).problem.code).toBe('link-not-found');
    await db.outgoingMail.updateMany({
      where: { address: 'two@home.test' },
      data: { createdAt: new Date(Date.now() - DAY) },
    });
    expect((await open('two@home.test')).problem.code).toBe('link-not-found');
    await db.outgoingMail.deleteMany({ where: { address: 'one@home.test' } });
    expect((await open('two@home.test')).problem.code).toBe('link-expired');
    expect(await state(admin)).toMatchObject({ confirmed: false, pending: null });
  });

  test('nobody can flood an address with links, and not before an admin has approved the account', async () => {
    const { db, origin, admin } = await office();
    const ask = (by: Client, email: string) =>
      by.call(askForAddress, { body: { email, language: 'en' } });
    for (const email of ['ana@home.test', 'Ana@home.test', 'ana+1@home.test']) {
      expect((await ask(admin, email)).status).toBe(204);
    }
    const fourth = await ask(admin, 'ana@home.test');
    expect([fourth.status, fourth.problem.code]).toEqual([429, 'too-many-requests']);
    const waiting = await signedIn(db, origin, { username: 'nico', approved: false });
    expect((await ask(waiting, 'bea@home.test')).problem.code).toBe('forbidden');

    const limited = await office({ rateLimits: 'on' });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await ask(limited.admin, `somebody${n}@home.test`)).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });

  test('without a mail server are off, and no link is sent', async () => {
    const { db, admin } = await office({ smtpUrl: null });
    expect(await state(admin)).toMatchObject({ enabled: false });
    const asked = await admin.call(askForAddress, {
      body: { email: 'marta@home.test', language: 'de' },
    });
    expect([asked.status, asked.problem.code]).toEqual([409, 'no-mail-server']);
    expect(await db.outgoingMail.count()).toBe(0);
  });

  test('come once each, in the language of the user, and lead to the record', async () => {
    const { db, tick, news } = await reminded();
    const id = await inquiry(db, at('23T10:00'));
    await Promise.all([tick(at('23T10:01')), tick(at('23T10:01')), tick(at('23T10:01'))]);
    const [mail, ...others] = news();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'marta@home.test',
      subject: 'Neue Anfrage – Football Agent',
    });
    expect(mail?.text).toContain(`https://agency.test/dashboard/contacts/${id}\n`);
    expect(mail?.text).not.toMatch(/Ana|\{\{/);

    for (const minute of ['10:02', '10:03']) await inquiry(db, at(`23T${minute}`));
    const { id: playerId } = await db.application.create({
      data: { ...aPlayer(1), followUpOn: '2026-11-24', updatedAt: at('20T10:00') },
    });
    await tick(at('23T10:05'));
    expect(news().map(({ subject }) => subject)).toEqual(['2 neue Anfragen – Football Agent']);
    await tick(at('24T08:00'));
    const [followUp] = news();
    expect(followUp?.subject).toBe('Eine Wiedervorlage ist heute fällig – Football Agent');
    expect(followUp?.text).toContain(`/dashboard/applications/${playerId}\n`);
    await tick(at('24T08:01'));
    expect(news()).toEqual([]);
  });

  test('wait in the quiet hours, also if they were queued before', async () => {
    const { db, turn, tick, news, receiver } = await reminded();
    await inquiry(db, at('23T21:55'));
    receiver.refusal = { code: 451, message: 'Later' };
    await tick(at('23T21:56'));
    receiver.refusal = null;
    await turn(at('23T22:30'));
    expect(news()).toEqual([]);
    await inquiry(db, at('23T23:00'));
    await tick(at('24T06:59'));
    expect(news()).toEqual([]);
    await tick(at('24T07:20'));
    expect(news()).toHaveLength(2);
  });

  test('have the quiet hours of the devices', async () => {
    const { admin } = await reminded();
    await admin.call(keepReminders, { body: { ...someReminders, quietFrom: '20:00' } });
    expect((await state(admin)).reminders).toMatchObject({ quietFrom: '20:00', quietTo: '07:00' });
    await admin.call(keepMailReminders, { body: { ...WANTED, quietTo: '09:30' } });
    const { reminders } = (await admin.call(readReminders)).reply;
    expect(reminders).toMatchObject({ quietFrom: '22:00', quietTo: '09:30' });
  });

  test('end when they are turned off, with the account, and with the right', async () => {
    const { db, origin, admin, tick, turn, news } = await reminded();
    await inquiry(db, at('23T10:00'));
    await queueReminders(db, 'dashboard', at('23T10:01'));
    expect((await admin.call(stopMailReminders)).status).toBe(204);
    expect(await turn(at('23T10:01'))).toMatchObject({ sent: 0, dropped: 1 });
    expect((await state(admin)).reminders).toBeNull();
    expect(await db.sentMailReminder.count()).toBe(0);

    const other = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'nico' } });
    await db.user.update({ where: { id }, data: { emailConfirmedAt: SIX } });
    await other.call(keepMailReminders, { body: WANTED });
    expect((await state(other)).reminders?.kinds).toEqual(['inquiry', 'reply', 'follow-up']);
    await db.mailReminders.updateMany({ data: { createdAt: SIX } });
    await inquiry(db, at('23T10:02'));
    expect(await queueReminders(db, 'none', at('23T10:03'))).toBe(0);
    await queueReminders(db, 'dashboard', at('23T10:03'));
    expect(await turn(at('23T10:03'), 'none')).toMatchObject({ sent: 0, dropped: 1 });
    await inquiry(db, at('23T10:04'));
    await tick(at('23T10:05'));
    expect(news()).toHaveLength(1);
    await admin.call(changeUser, { params: { id }, body: { access: 'closed' } });
    await inquiry(db, at('23T10:06'));
    await tick(at('23T10:07'));
    expect(news()).toEqual([]);
    await admin.call(eraseUser, { params: { id }, body: { name: 'keep' } });
    expect(await db.mailReminders.count()).toBe(0);
    expect(await db.outgoingMail.count({ where: { userId: id } })).toBe(0);
    expect((await db.user.findUniqueOrThrow({ where: { id } })).emailConfirmedAt).toBeNull();
  });

  test('that were sent are forgotten after a week', async () => {
    const { db, tick } = await reminded();
    await inquiry(db, at('23T10:00'));
    await tick(at('23T10:01'));
    const retention = { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 365 };
    await keepHouse(db, retention, at('29T10:01'));
    expect(await db.sentMailReminder.count()).toBe(1);
    await keepHouse(db, retention, at('30T10:02'));
    expect(await db.sentMailReminder.count()).toBe(0);
  });

  test('a link to a new password goes to a confirmed address only, and works', async () => {
    const parts = await office();
    const { db, admin, stranger, turn, news } = parts;
    const { id } = await addUser(db, { username: 'nico', role: 'agent' });
    const mail = () => admin.call(mailPasswordLink, { params: { id }, body: { language: 'de' } });
    const refused = await mail();
    expect([refused.status, refused.problem.code]).toEqual([409, 'email-not-confirmed']);
    await db.user.update({ where: { id }, data: { emailConfirmedAt: new Date() } });
    const { accounts } = (await admin.call(listUsers)).reply;
    expect(accounts.map(({ username, emailConfirmed }) => [username, emailConfirmed])).toEqual([
      ['nico', true],
      ['marta', false],
    ]);

    expect((await mail()).status).toBe(204);
    expect((await mail()).status).toBe(204);
    // The newer link has ended the first one, whose mail is of no use.
    expect(await turn()).toMatchObject({ sent: 1, dropped: 1 });
    const [sent] = news();
    expect(sent).toMatchObject({
      to: 'nico@agency.test',
      subject: 'Neues Passwort wählen – Football Agent',
    });
    expect(sent?.text).toContain('https://agency.test/auth/new-password#');
    const token = linkIn(sent?.text);
    expect(JSON.stringify(await db.outgoingMail.findMany())).not.toContain(token);
    const { reply } = await stranger.call(readPasswordLink, { body: { token } });
    expect(reply).toEqual({ username: 'nico' });
    const used = await stranger.call(usePasswordLink, {
      body: { token, newPassword: 'a-new-corner-flag-17' },
    });
    expect(used.status).toBe(204);
    const deeds = await db.auditEntry.count({ where: { kind: 'password-link-made' } });
    expect(deeds).toBe(2);
  });
});
