import { expect, test } from 'vitest';
import { changeStatus } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import { noteBackup, noteBackupFailure } from '#server/domain/people/backup-state.ts';
import { openOffice } from '#server/test/agency.ts';
import { Client } from '#server/test/client.ts';
import { onSqlite } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const TOKEN = 'a-token-for-the-scraper';

onSqlite('the metrics', ({ open }) => {
  test('count requests by route and status, and writes by what became of them', async () => {
    const db = await open();
    const { admin, visitor, application } = await openOffice(db);
    const params = { id: (await application()).id };
    const key = newId();
    const change = (body: object, key = newId()) => admin.call(changeStatus, { params, body, key });
    await change({ status: 'pending', notes: 'Seen.' }, key);
    await change({ status: 'pending', notes: 'Seen.' }, key);
    await change({ status: 'signed', notes: null });
    await change({ status: 'signed', notes: null });
    await change({ status: 'rejected', notes: null, seen: { status: 'pending' } });

    const { status, headers, text } = await read(visitor);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^application\/openmetrics-text; version=1/);
    const route = 'method="PATCH",route="/api/applications/:id/status"';
    expect(text).toContain(`http_request_duration_seconds_count{${route},status="200"} 4`);
    expect(text).toContain(`http_request_duration_seconds_count{${route},status="400"} 1`);
    for (const outcome of ['accepted"} 2', 'replayed"} 1', 'refused"} 1', 'conflict"} 1']) {
      expect(text).toContain(`sync_writes_total{outcome="${outcome}`);
    }
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^database_connections\{state="busy"\} \d/m);
    expect(text).toMatch(/^queue_length\{queue="database connection"\} 0/m);
    expect(text).toMatch(/^build_info\{version="\d+\.\d+\.\d+",node="\d+[\d.]+"\} 1$/m);
    expect(text).toMatch(/^backup_failed 0$/m);
    expect(text.trim().endsWith('# EOF')).toBe(true);
    expect(text).not.toMatch(/Ruiz|ana@example|marta/);
  });

  test('tell of a backup that failed, until the next one is made', async () => {
    const db = await open();
    const { visitor } = await openOffice(db);
    await noteBackupFailure(db, 'no-space');
    expect((await read(visitor)).text).toMatch(/^backup_failed 1$/m);
    await noteBackup(db, { file: 'agency.db', size: 1, kept: 1 });
    const { text } = await read(visitor);
    expect(text).toMatch(/^backup_failed 0$/m);
    expect(text).toMatch(/^backup_last_success_timestamp_seconds 1\d{9}/m);
  });

  test('tell that nothing is deleted, because the clock has jumped', async () => {
    const db = await open();
    const { visitor } = await openOffice(db);
    expect((await read(visitor)).text).toMatch(/^clock_jumped 0$/m);
    await db.dailyJob.updateMany({ data: { ranAt: new Date(Date.now() - 8 * 24 * 60 * 60_000) } });
    expect((await read(visitor)).text).toMatch(/^clock_jumped 1$/m);
  });

  test('V13.4.5 are open on this machine only, and never through a proxy without a token', async () => {
    const db = await open();
    const statusOf = async (settings: object, headers: Record<string, string> = {}) => {
      const { origin } = await serveApp(db, settings);
      return (await read(new Client(origin), headers)).status;
    };
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({}, { 'X-Forwarded-For': '203.0.113.9' })).toBe(404);
    expect(await statusOf({}, { Via: '1.1 proxy' })).toBe(404);
    expect(await statusOf({ trustProxy: 1 })).toBe(404);

    const guarded = { trustProxy: 1, metricsToken: TOKEN };
    expect(await statusOf(guarded)).toBe(404);
    expect(await statusOf(guarded, { Authorization: 'Bearer another' })).toBe(404);
    expect(await statusOf(guarded, { Authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await statusOf({ metricsToken: TOKEN })).toBe(404);
  });
});

async function read(client: Client, headers: Record<string, string> = {}) {
  const answer = await client.send('GET', '/metrics', { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
