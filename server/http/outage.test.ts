import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, test } from 'vitest';
import { changeStatus, getHistory } from '#contract/applications.ts';
import { newId } from '#contract/ids.ts';
import { openDatabase } from '#prisma/client.ts';
import { sqlitePath } from '#prisma/url.ts';
import { openOffice } from '#server/test/agency.ts';
import { onBothDatabases } from '#server/test/database.ts';

onBothDatabases('a database that is away for a moment', ({ url, provider }) => {
  test('fault 7: is a 503, and every change gets in by being sent again, once', async () => {
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
  }, 60_000);

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
});
