import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { listApplications } from '#contract/applications.ts';
import { listContacts } from '#contract/contacts.ts';
import { type Db, openDatabase } from '#prisma/client.ts';
import * as applications from '#server/domain/pipeline/applications.ts';
import * as contacts from '#server/domain/pipeline/contacts.ts';
import type { Context } from '#server/http/transport/context.ts';
import { openOffice } from '#server/test/agency.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { reasonOf } from '#server/test/reason-of.ts';
import { type Counts, fillDatabase, many } from '#server/test/samples.ts';
import { LongList } from './long-list.ts';

/** More than are sent as one piece. */
const ROWS = 2_100;

onBothDatabases('a list of thousands', ({ url }) => {
  async function fullOffice(counts: Counts) {
    const at = await url();
    await fillDatabase(at, counts);
    const db = await openDatabase(at);
    return { db, ...(await openOffice(db)) };
  }

  test('is the same text as a short one, in whatever encoding, and a 304 for who knows it', async () => {
    const { db, admin, errors } = await fullOffice({ applications: ROWS, contacts: ROWS });
    // Two at the same moment: the second key decides.
    await db.application.updateMany({
      where: { status: 'pending' },
      data: { updatedAt: new Date() },
    });
    for (const [path, read] of [
      [listApplications.path, applications.listApplications],
      [listContacts.path, contacts.listContacts],
    ] as const) {
      const text = JSON.stringify(await read(db));
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'Accept-Encoding': encoding };
        const answer = await admin.send('GET', path, { headers });
        expect(answer.headers.get('Content-Encoding')).toBe(
          encoding === 'identity' ? null : encoding,
        );
        expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
        expect(answer.headers.get('Vary')).toContain('Accept-Encoding');
        expect((await answer.text()) === text).toBe(true);
        const known = { 'If-None-Match': answer.headers.get('ETag') ?? '' };
        expect((await admin.send('GET', path, { headers: known })).status).toBe(304);
      }
    }
    expect(errors()).toEqual([]);
  });

  test('holds the rows of one moment, whatever is written meanwhile', async () => {
    const { db } = await fullOffice({ applications: ROWS });
    const before = await applications.listApplications(db);
    const parts = applications.readApplications(db);
    const read = [...((await parts.next()).value ?? [])];
    const last = { id: before.at(-1)?.id ?? '' };
    await db.application.update({
      where: last,
      data: { playerName: 'Late', updatedAt: new Date() },
    });
    await db.application.delete({ where: { id: before.at(-2)?.id ?? '' } });
    for await (const part of parts) read.push(...part);
    expect(read).toEqual(before);
  });

  test('costs nothing any more when its reader has left, or asks for the headers only; one that fails at once is a refusal', async () => {
    const { admin, db, errors } = await fullOffice({ contacts: ROWS });
    for (let n = 0; n < 20; n += 1) {
      expect((await admin.send('HEAD', listContacts.path)).status).toBe(200);
      const answer = await admin.send('GET', listContacts.path);
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    }
    await expect.poll(() => openConnections(db)).toBeLessThan(11);
    expect((await admin.call(listContacts)).reply).toHaveLength(ROWS);
    expect(errors()).toEqual([]);

    await db.$executeRawUnsafe('ALTER TABLE "Contact" RENAME TO "Elsewhere"');
    const refused = await admin.call(listContacts);
    expect([refused.status, refused.problem.code]).toEqual([500, 'internal']);
    await db.$executeRawUnsafe('ALTER TABLE "Elsewhere" RENAME TO "Contact"');
  });
});

/** Of PostgreSQL; 0 with SQLite, which would not let a file go. */
async function openConnections(db: Db): Promise<number> {
  const sql = 'SELECT COUNT(*) AS n FROM pg_stat_activity WHERE datname = current_database()';
  const rows = await db.$queryRawUnsafe<{ n: bigint }[]>(sql).catch(() => []);
  return Number(rows[0]?.n ?? 0);
}

test('a list that fails in its middle is cut, never a whole answer', async () => {
  async function* failing() {
    yield [{ id: 1 }];
    yield many(5_000, (id) => ({ id }));
    throw new Error('The database is gone.');
  }
  const { origin, failures } = await serve((ctx) => new LongList(failing()).send(ctx));
  for (const encoding of ['identity', 'gzip', 'br']) {
    const read = fetch(origin, { headers: { 'Accept-Encoding': encoding } }).then((answer) =>
      answer.text(),
    );
    expect(await reasonOf(read)).toBeInstanceOf(TypeError);
  }
  expect(new Set(failures)).toEqual(new Set(['The database is gone.']));
});

test('more lists at once than there is room for are refused until one has ended', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  async function* slow() {
    yield [1];
    await held;
  }
  const { origin, refusals } = await serve((ctx) => new LongList(slow()).send(ctx));
  const answers = await Promise.all(many(8, () => fetch(origin)));
  expect(answers.map(({ status }) => status)).toEqual(many(8, () => 200));
  await fetch(origin);
  expect(refusals).toEqual(['busy']);
  letGo();
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(many(8, () => '[1]'));
  expect(await (await fetch(origin)).text()).toBe('[1]');
});

/** Serves a handler; tells what it threw, and what failed while it was sent. */
async function serve(handle: (ctx: Context) => Promise<void>) {
  const failures: string[] = [];
  const refusals: unknown[] = [];
  const app = new Koa();
  app.on('error', (error: Error) => failures.push(error.message));
  app.use((ctx) =>
    handle(ctx as unknown as Context).catch((error: { code: string }) => {
      refusals.push(error.code);
      ctx.status = 503;
    }),
  );
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, failures, refusals };
}
