import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { changeStatus, getHistory, listApplications } from '#contract/applications.ts';
import { ready } from '#contract/backups/ready.ts';
import { newId } from '#contract/fields/ids.ts';
import { openChangeNotifier } from '#prisma/change-notifier.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { sqlitePath } from '#prisma/url.ts';
import { openOffice } from '#server/test/agency.ts';
import { type BlackHole, digBlackHole } from '#server/test/black-hole.ts';
import type { Answer } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';

/** The longest wait for any answer, in milliseconds: a connection is never silent for longer. */
const LONGEST_WAIT = 11_000;
/** Callers at once: more than the pool has connections. */
const CALLERS = 24;

onBothDatabases('a database that is away for a moment', ({ url, provider }) => {
  test('V16.5.2 fault 7: is a 503, and every change gets in by being sent again, once', async () => {
    const at = await url();
    const db = await openDatabase(at);
    const { admin, application } = await openOffice(db);
    const params = { id: (await application()).id };
    const keys = Array.from({ length: 12 }, newId);
    const send = (key: string) =>
      admin.call(changeStatus, { params, body: { status: 'pending', notes: key }, key });

    const [answers] = await Promise.all([Promise.all(keys.map(send)), takeAway(at)]);

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, problem, headers } of refused) {
      expect([status, problem.code]).toEqual([503, 'not-ready']);
      expect(headers.get('Retry-After')).toBe('2');
    }
    for (const key of keys) expect((await send(key)).status).toBe(200);
    const history = (await admin.call(getHistory, { params })).reply;
    expect(history.map(({ id }) => id).sort()).toEqual(keys.toSorted());
  });

  if (provider === 'postgresql') testsOfSilence();

  /** Cuts every connection, or locks the file for longer than any wait. */
  async function takeAway(at: string): Promise<void> {
    if (provider === 'postgresql') {
      const client = new pg.Client({ connectionString: at });
      await client.connect();
      for (let n = 0; n < 20; n += 1) {
        await client.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        );
      }
      await client.end();
      return;
    }
    const other = new Database(sqlitePath(at));
    other.exec('BEGIN IMMEDIATE');
    await new Promise((later) => setTimeout(later, 5_500));
    other.exec('ROLLBACK');
    other.close();
  }

  /** A database that says nothing, instead of refusing. */
  function testsOfSilence(): void {
    test('fault 7: packets that are dropped are 503s, and it is ready again within 10 s', async () => {
      const hole = await blackHoleTo(await url());
      const db = await openDatabase(hole.url);
      onTestFinished(() => closeDatabase(db));
      const { admin, visitor, application } = await openOffice(db);
      const params = { id: (await application()).id };
      const keys = Array.from({ length: CALLERS }, newId);
      const change = (key: string) =>
        admin.call(changeStatus, { params, body: { status: 'pending', notes: key }, key });
      // Fills the pool with connections, which all die.
      await Promise.all(keys.map(() => admin.call(listApplications)));

      const calls = keys.map((key) => timed(() => change(key)));
      hole.open();
      calls.push(...keys.map(() => timed(() => admin.call(listApplications))));
      const probes = Array.from({ length: 5 }, () => timed(() => visitor.call(ready)));
      const answers = await Promise.all([...calls, ...probes]);
      // Those who come later wait no longer.
      answers.push(...(await Promise.all(keys.map((key) => timed(() => change(key))))));

      expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(3 * CALLERS);
      for (const { status, headers, ms } of answers) {
        expect([200, 503]).toContain(status);
        if (status === 503) expect(headers.get('Retry-After')).toBe('2');
        expect(ms).toBeLessThan(LONGEST_WAIT);
      }
      for (const { ms } of await Promise.all(probes)) expect(ms).toBeLessThan(4_000);

      hole.close();
      const healed = performance.now();
      while ((await visitor.call(ready)).status !== 200) await pause(100);
      expect(performance.now() - healed).toBeLessThan(10_000);
      for (const key of keys) expect((await change(key)).status).toBe(200);
      const history = (await admin.call(getHistory, { params })).reply;
      expect(history.map(({ id }) => id).sort()).toEqual(keys.toSorted());
    });

    test('each connection bounds locks, statements and idle transactions; the URL can say otherwise', async () => {
      const at = await url();
      const boundsAt = async (address: string) => {
        const db = await openDatabase(address);
        onTestFinished(() => closeDatabase(db));
        const rows = await db.$queryRaw<{ name: string; setting: string }[]>`
          SELECT name, setting FROM pg_settings WHERE unit = 'ms' AND name LIKE '%_timeout'`;
        const bounds = new Map(rows.map(({ name, setting }) => [name, Number(setting)]));
        return ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'].map(
          (name) => bounds.get(name),
        );
      };
      expect(await boundsAt(at)).toEqual([4_000, 5_000, 5_000]);
      const mark = at.includes('?') ? '&' : '?';
      expect(await boundsAt(`${at}${mark}statement_timeout=20000`)).toEqual([4_000, 20_000, 5_000]);
    });

    test('a locked table is a 503, and everything works as soon as it is free', async () => {
      const at = await url();
      const db = await openDatabase(at);
      onTestFinished(() => closeDatabase(db));
      const { admin, visitor, application } = await openOffice(db);
      const params = { id: (await application()).id };
      const other = new pg.Client({ connectionString: at });
      await other.connect();
      onTestFinished(() => other.end());
      await other.query('BEGIN; LOCK TABLE "Application"');

      const body = { status: 'pending', notes: 'Seen.' };
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, () => [
          timed(() => admin.call(changeStatus, { params, body, key: newId() })),
          timed(() => admin.call(listApplications)),
        ]).flat(),
      );
      for (const { status, headers, ms } of answers) {
        expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
        expect(ms).toBeLessThan(LONGEST_WAIT);
      }

      await other.query('ROLLBACK');
      const freed = performance.now();
      while ((await visitor.call(ready)).status !== 200) await pause(100);
      expect((await admin.call(changeStatus, { params, body, key: newId() })).status).toBe(200);
      expect(performance.now() - freed).toBeLessThan(10_000);
    });

    test('a transaction whose server process has stopped holds up no other process for long', async () => {
      const at = await url();
      const hole = await blackHoleTo(at);
      const [stuck, db] = [await openDatabase(hole.url), await openDatabase(at)];
      onTestFinished(async () => {
        await closeDatabase(stuck);
        await closeDatabase(db);
      });
      const { admin, application } = await openOffice(db);
      const params = { id: (await application()).id };
      const isHeld = new EventEmitter();
      const held = stuck.$transaction(async (tx) => {
        await tx.replicationState.update({ where: { id: 1 }, data: { oldest: 0 } });
        hole.open();
        isHeld.emit('yes');
        await tx.user.count();
      });
      const lost = expect(held).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      await once(isHeld, 'yes');

      const begun = performance.now();
      const body = { status: 'pending', notes: 'Seen.' };
      const change = () => admin.call(changeStatus, { params, body, key: newId() });
      let { status } = await change();
      for (; status === 503; { status } = await change()) await pause(100);
      expect(status).toBe(200);
      expect(performance.now() - begun).toBeLessThan(10_000);
      await lost;
    });

    test('live events arrive again after packets were dropped', async () => {
      const at = await url();
      const hole = await blackHoleTo(at);
      const [deaf, speaker] = [openChangeNotifier(hole.url), openChangeNotifier(at)];
      onTestFinished(async () => {
        await deaf.close();
        await speaker.close();
      });
      let heard = 0;
      deaf.onChange(() => {
        heard += 1;
      });
      await until(() => heard > 0);
      hole.open();
      await pause(1_000);
      hole.close();

      // The connection from before is lost. When a new one listens, it notifies once.
      heard = 0;
      const healed = performance.now();
      await until(() => heard > 0);
      heard = 0;
      speaker.notify();
      await until(() => heard > 0);
      expect(performance.now() - healed).toBeLessThan(15_000);
    });
  }
});

async function timed<R>(call: () => Promise<Answer<R>>) {
  const start = performance.now();
  const { status, headers } = await call();
  return { status, headers, ms: performance.now() - start };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}

async function blackHoleTo(url: string): Promise<BlackHole> {
  const hole = await digBlackHole(url);
  onTestFinished(() => hole.stop());
  return hole;
}
