import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeUser, eraseUser } from '#contract/accounts/users.ts';
import { setFollowUp } from '#contract/applications.ts';
import { login } from '#contract/auth.ts';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { DATED_KINDS } from '#contract/deadlines/windows.ts';
import { newId } from '#contract/fields/ids.ts';
import { makeCalendar, readCalendar, stopCalendar } from '#contract/reminders/calendar.ts';
import { Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { aPlayer } from '#server/test/samples.ts';

const WORDS = { name: 'Wiedervorlagen', event: 'Wiedervorlage: {{player}}' };
const DAY = 24 * 60 * 60_000;

onSqliteFirst('a calendar address', ({ open }) => {
  async function office(settings: object = {}) {
    const db = await open();
    const server = await serveApp(db, { agentAccess: 'dashboard', ...settings });
    const admin = await signedIn(db, server.origin);
    const make = async (by = admin) =>
      new URL((await by.call(makeCalendar, { body: WORDS })).reply.url).pathname;
    const program = new Client(server.origin);
    const get = (path: string, headers = {}) => program.send('GET', path, { headers });
    return { ...server, db, admin, make, get };
  }

  const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

  test('has all follow-ups, names and days, and nothing else of a player', async () => {
    const { db, admin, make, get } = await office();
    const players = [aPlayer(1), aPlayer(2), aPlayer(3), aPlayer(4), aPlayer(5)];
    await db.application.createMany({
      data: players.map((player, n) => ({
        ...player,
        followUpOn: [dayIn(7), dayIn(-3), null, dayIn(-90), dayIn(7)][n] ?? null,
        removedAt: n === 4 ? new Date() : null,
      })),
    });
    expect((await admin.call(readCalendar)).reply).toEqual({ since: null, hasDeadlines: false });
    const path = await make();
    expect(path).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/);
    expect((await admin.call(readCalendar)).reply.since).not.toBeNull();

    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache');
    const text = (await answer.text()).replaceAll('\r\n ', '');
    expect(text).toContain('X-WR-CALNAME:Wiedervorlagen');
    const [first, second] = players;
    expect(text.match(/^SUMMARY:.*$/gm)?.map((line) => line.trim())).toEqual([
      `SUMMARY:Wiedervorlage: ${second?.playerName}`,
      `SUMMARY:Wiedervorlage: ${first?.playerName}`,
    ]);
    expect(text).toContain(`DTSTART;VALUE=DATE:${dayIn(7).replaceAll('-', '')}`);
    for (const { email, phone, agentNotes } of players) {
      for (const word of [email, phone, agentNotes]) expect(text).not.toContain(word);
    }
  });

  test('has the deadlines of a year that are not set aside, if it has words for them', async () => {
    const { db, admin, make, get } = await office();
    const read = async (path: string) =>
      (await (await get(path)).text()).match(/^SUMMARY:.*$/gm)?.map((line) => line.trim().slice(8));
    const undated = {
      dateOfBirth: null,
      mandateFrom: null,
      mandateUntil: null,
      otherAgentUntil: null,
    };
    const made = async (n: number, data: object) =>
      db.application.create({ data: { ...aPlayer(n), ...undated, ...data } });
    const contractUntil = dayIn(300);
    await made(1, { playerName: 'Ana', contractUntil, mandateUntil: dayIn(20) });
    await made(2, { playerName: 'Bea', contractUntil: dayIn(400) });
    await made(3, { playerName: 'Cai', contractUntil, status: 'rejected' });
    const { id } = await made(4, { playerName: 'Dov', contractUntil });
    const notes = asideNote(`contract-ends ${contractUntil}`);
    const status = { previousStatus: 'pending', newStatus: 'pending' };
    const entry = { id: newId(), applicationId: id, ...status, notes, createdAt: new Date() };
    await db.historyEntry.create({ data: { ...entry, version: 9 } });
    expect(await read(await make())).toBeUndefined();

    const deadlines = Object.fromEntries(DATED_KINDS.map((kind) => [kind, `{{player}}, ${kind}`]));
    const { url } = (await admin.call(makeCalendar, { body: { ...WORDS, deadlines } })).reply;
    const lines = await read(new URL(url).pathname);
    expect(lines).toEqual(['Ana\\, mandate-ends', 'Ana\\, contract-ends']);
    expect((await admin.call(readCalendar)).reply).toMatchObject({ hasDeadlines: true });
    // A page of before knows fewer kinds.
    const few = { ...WORDS, deadlines: { 'contract-ends': '{{player}}' } };
    const fewer = (await admin.call(makeCalendar, { body: few })).reply;
    expect(await read(new URL(fewer.url).pathname)).toEqual(['Ana']);
    const wrong = { ...WORDS, deadlines: { adult: '' } };
    expect((await admin.call(makeCalendar, { body: wrong })).status).toBe(400);
  });

  test('has times as moments of the zone of the device that made it, and no other zone', async () => {
    const { db, admin, get } = await office();
    await db.application.create({ data: { ...aPlayer(1), followUpOn: '2030-07-01T15:05' } });
    const read = async (zone: object) => {
      const { url } = (await admin.call(makeCalendar, { body: { ...WORDS, ...zone } })).reply;
      const text = (await (await get(new URL(url).pathname)).text()).replaceAll('\r\n ', '');
      return text.match(/^(DTSTART|X-WR-TIMEZONE).*$/gm)?.map((line) => line.trim());
    };
    expect(await read({ timeZone: 'Europe/Madrid' })).toEqual([
      'X-WR-TIMEZONE:Europe/Madrid',
      'DTSTART:20300701T130500Z',
    ]);
    // A browser that knows no zone, and a page from before the zone was sent.
    expect(await read({ timeZone: null })).toEqual(['DTSTART;VALUE=DATE:20300701']);
    expect(await read({})).toEqual(['DTSTART;VALUE=DATE:20300701']);
    const body = { ...WORDS, timeZone: 'Europe/Nowhere' };
    expect((await admin.call(makeCalendar, { body })).status).toBe(400);
  });

  test('answers 304 until a follow-up changes', async () => {
    const { db, admin, make, get } = await office();
    const { id } = await db.application.create({ data: { ...aPlayer(1), followUpOn: dayIn(1) } });
    const path = await make();
    const tag = (await get(path)).headers.get('ETag') ?? '';
    const again = async () => (await get(path, { 'If-None-Match': tag })).status;
    expect(await again()).toBe(304);
    expect((await get(path, { 'If-None-Match': `"x", W/${tag}` })).status).toBe(304);
    const body = { followUpOn: dayIn(2), seen: { followUpOn: dayIn(1) } };
    expect((await admin.call(setFollowUp, { params: { id }, body })).status).toBe(200);
    expect(await again()).toBe(200);
  });

  test('V14.2.1 is stored as its SHA-256 only, and stands in no log', async () => {
    const { db, make, get, logged } = await office();
    const path = await make();
    const token = path.slice('/api/calendar/'.length, -'.ics'.length);
    expect(await db.calendarLink.findMany({ select: { id: true } })).toEqual([
      { id: createHash('sha256').update(token).digest('hex') },
    ]);
    expect(await db.idempotencyKey.count()).toBe(0);
    await get(path);
    await get(path.replace(token, `${token.slice(0, -1)}!`));
    expect(logged.join()).not.toContain(token.slice(0, -1));
  });

  test('ends with a newer one, when it is turned off, with the right, the account and the person', async () => {
    const { db, origin, admin, make, get } = await office();
    const first = await make();
    const path = await make();
    const status = async (of: string) => (await get(of)).status;
    expect([await status(first), await status(path)]).toEqual([404, 200]);
    expect((await admin.call(stopCalendar)).status).toBe(204);
    expect((await admin.call(stopCalendar)).status).toBe(204);
    expect(await status(path)).toBe(404);
    for (const wrong of ['x', 'x'.repeat(43), '%00', '..%2f', 'x'.repeat(2_000)]) {
      expect(await status(`/api/calendar/${wrong}.ics`), wrong).toBe(404);
    }

    const agent = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    const { id } = await db.user.findFirstOrThrow({ where: { username: 'nico' } });
    const own = await make(agent);
    expect(await status(own)).toBe(200);
    const closed = await serveApp(db, { agentAccess: 'none' });
    expect((await fetch(closed.origin + own)).status).toBe(404);
    const change = (access: string) => admin.call(changeUser, { params: { id }, body: { access } });
    await change('closed');
    expect(await status(own)).toBe(404);
    await change('open');
    // Whoever got hold of it before the account was closed must not read on.
    expect(await status(own)).toBe(404);
    await agent.call(login, { body: { username: 'nico', password: PASSWORD } });
    expect(await status(await make(agent))).toBe(200);
    await admin.call(eraseUser, { params: { id }, body: { name: 'keep' } });
    expect(await db.calendarLink.count()).toBe(0);
    const deeds = await db.auditEntry.findMany({ where: { kind: { startsWith: 'calendar' } } });
    expect(deeds.map(({ kind }) => kind)).toEqual([
      'calendar-made',
      'calendar-made',
      'calendar-ended',
      'calendar-made',
      'calendar-made',
    ]);
  });

  test('is not found by trying', async () => {
    const { get } = await office({ rateLimits: 'on' });
    const statuses = new Set<number>();
    for (let n = 0; n < 125; n += 1) {
      statuses.add((await get(`/api/calendar/${String(n).padStart(43, 'x')}.ics`)).status);
    }
    expect([...statuses]).toEqual([404, 429]);
  });
});
