import { expect, onTestFinished, test, vi } from 'vitest';
import { LIVE_PATH } from '#contract/live.ts';
import { openChangeNotifier } from '#prisma/change-notifier.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onBothDatabases, onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { listenLive } from '#server/test/live.ts';

onSqliteFirst('the stream of events', ({ open }) => {
  test('is silent for longer than any other answer may be, and shows that it lives', async () => {
    const { origin, admin, application } = await openOffice(await open());
    const listener = await listenLive(origin, admin.cookie);
    onTestFinished(listener.close);
    await new Promise((later) => setTimeout(later, 12_000));
    await application();
    await listener.until(({ revision }) => revision === 1);
  });
});

onBothDatabases('the stream of events', ({ open, url, provider }) => {
  test('fault 33: tells the revision at once and, within a second, of every change, and nothing else', async () => {
    const { origin, admin, application, visitor } = await openOffice(await open());
    await application();
    const listener = await listenLive(origin, admin.cookie);
    onTestFinished(listener.close);
    expect(listener.status).toBe(200);
    const first = await listener.until(({ revision }) => revision === 1);
    expect(Object.keys(first).sort()).toEqual(['epoch', 'revision']);

    const waits: number[] = [];
    for (const next of [2, 3, 4, 5, 6]) {
      await application();
      const committed = performance.now();
      await listener.until(({ revision }) => revision === next);
      waits.push(performance.now() - committed);
    }
    // The fastest counts: a busy machine may delay any of them.
    expect(Math.min(...waits)).toBeLessThan(1_000);

    await Promise.all(Array.from({ length: 30 }, () => application()));
    await listener.until(({ revision }) => revision === 36);
    expect(listener.events.length).toBeLessThan(36);
    expect((await visitor.send('HEAD', LIVE_PATH)).status).toBe(401);
  });

  test('R-17 is refused to a visitor and to an agent without the dashboard', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { agentAccess: 'none' });
    const agent = await signedIn(db, origin, { username: 'agent', role: 'agent' });
    expect((await agent.send('GET', LIVE_PATH)).status).toBe(403);
    expect((await new Client(origin).send('GET', LIVE_PATH)).status).toBe(401);

    const opened = await serveApp(db, { agentAccess: 'dashboard' });
    const client = new Client(opened.origin);
    const body = { username: 'agent', password: PASSWORD };
    await client.send('POST', '/api/login', { body });
    const listener = await listenLive(opened.origin, client.cookie);
    expect(listener.status).toBe(200);
    listener.close();
  });

  test('ends when its session does or its user is disabled', async () => {
    const db = await open();
    const { origin, admin, application } = await openOffice(db);
    const leaving = await signedIn(db, origin, { username: 'leaving' });
    const disabled = await signedIn(db, origin, { username: 'disabled' });
    const [stays, left, cut] = await Promise.all(
      [admin, leaving, disabled].map((client) => listenLive(origin, client.cookie)),
    );
    onTestFinished(() => stays?.close());
    await leaving.send('GET', '/api/logout', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    await db.user.updateMany({ where: { username: 'disabled' }, data: { disabled: true } });
    await application();

    await Promise.all([left?.ended, cut?.ended]);
    expect(left?.events.map(({ revision }) => revision)).toEqual([0]);
    expect(cut?.events.map(({ revision }) => revision)).toEqual([0]);
    await stays?.until(({ revision }) => revision === 1);
  });

  test('of a session ends for its seventh one: the oldest, never the newest', async () => {
    const db = await open();
    const { origin, admin, application } = await openOffice(db);
    const other = await signedIn(db, origin, { username: 'other' });
    const streams: Awaited<ReturnType<typeof listenLive>>[] = [];
    for (let n = 0; n < 8; n += 1) streams.push(await listenLive(origin, admin.cookie));
    const others = await listenLive(origin, other.cookie);
    for (const { close } of [...streams, others]) onTestFinished(close);
    expect(await Promise.all(streams.slice(0, 2).map(({ ended }) => ended))).toEqual([
      'complete',
      'complete',
    ]);
    await application();
    const staying = [...streams.slice(2), others];
    await Promise.all(staying.map(({ until }) => until(({ revision }) => revision === 1)));
  });

  if (provider === 'sqlite') return;

  test('tells what another instance on the same database has changed', async () => {
    const at = await url();
    const instance = async () => {
      const db = await openDatabase(at);
      onTestFinished(() => closeDatabase(db));
      const notifier = openChangeNotifier(at);
      onTestFinished(() => notifier.close());
      return { db, ...(await serveApp(db, { notifier })) };
    };
    const [here, there] = [await instance(), await instance()];
    const admin = await signedIn(here.db, here.origin);
    const listener = await listenLive(here.origin, admin.cookie);
    onTestFinished(listener.close);

    const options = { body: aDraft, headers: { Cookie: admin.cookie } };
    const created = await new Client(there.origin).send('POST', '/api/applications', options);
    expect(created.status).toBe(201);
    await listener.until(({ revision }) => revision === 1);
  });

  test('many commits at once are told one after the other: a connection takes one statement at a time', async () => {
    const at = await url();
    const [speaker, listener] = [openChangeNotifier(at), openChangeNotifier(at)];
    onTestFinished(() => Promise.all([speaker.close(), listener.close()]).then(() => undefined));
    const warnings: string[] = [];
    const warn = ({ message }: Error) => void warnings.push(message);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    let heard = 0;
    listener.onChange(() => {
      heard += 1;
    });
    // Each tells itself once when it is connected.
    await vi.waitUntil(() => heard > 0);
    await new Promise((later) => setTimeout(later, 500));
    const before = heard;
    for (let n = 0; n < 5; n += 1) speaker.notify();
    await vi.waitUntil(() => heard > before);
    expect(warnings.filter((message) => message.includes('client.query'))).toEqual([]);
  });
});
