import { expect, test } from 'vitest';
import { proveByPassword } from '#contract/accounts/passkeys.ts';
import { changeStatus, getHistory, listApplications } from '#contract/applications.ts';
import { ready } from '#contract/backups/ready.ts';
import { newId } from '#contract/fields/ids.ts';
import { health } from '#contract/health.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { openOffice } from '#server/test/agency.ts';
import { anInquiry } from '#server/test/bodies.ts';
import { PASSWORD } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { fillDisk } from '#server/test/full-disk.ts';

onBothDatabases('a database', ({ open, provider }) => {
  test('with a full disk refuses writes with 503, goes on reading, and loses nothing acknowledged', async () => {
    const db = await open();
    const { admin, visitor, application } = await openOffice(db);
    const params = { id: (await application()).id };
    const notes = 'x'.repeat(9_000);
    const note = async (key = newId()) =>
      admin.call(changeStatus, { params, body: { status: 'pending', notes }, key });
    for (let n = 0; n < 3; n += 1) expect((await note()).status).toBe(200);
    // Its session is due to be renewed, and its new cookie to be confirmed: these are writes.
    await admin.call(proveByPassword, { body: { password: PASSWORD } });
    await db.session.updateMany({ data: { lastSeenAt: new Date(Date.now() - 2 * 60 * 60_000) } });
    const lift = await fillDisk(db, provider);
    const key = newId();

    const refused = await note(key);

    expect([refused.status, refused.problem]).toEqual([
      503,
      { message: 'The server has no space left. Nothing was saved.', code: 'storage-full' },
    ]);
    const message = { ...anInquiry, message: notes };
    expect((await visitor.call(sendInquiry, { body: message, key: newId() })).status).toBe(503);
    expect((await admin.call(listApplications)).status).toBe(200);
    expect((await admin.call(getHistory, { params })).reply).toHaveLength(3);
    expect(await toldToMonitors()).toEqual(['read-only', 'storage_full 1']);
    await lift();
    // The key is still unused.
    expect((await note(key)).status).toBe(200);
    expect((await admin.call(getHistory, { params })).reply).toHaveLength(4);
    expect(await toldToMonitors()).toEqual(['ok', 'storage_full 0']);

    /** By /api/ready, which stays 200 because pages can still be read, and by /metrics. */
    async function toldToMonitors() {
      const { status, reply } = await visitor.call(ready);
      expect(status).toBe(200);
      const metrics = await (await visitor.send('GET', '/metrics')).text();
      return [reply.status, /^storage_full \d$/m.exec(metrics)?.[0]];
    }
  });

  test('that was never migrated is told by ready, not by health', async () => {
    const db = await open();
    const { visitor } = await openOffice(db);
    expect((await visitor.call(ready)).reply).toMatchObject({ status: 'ok' });
    await db.$executeRawUnsafe('ALTER TABLE "ReplicationState" RENAME TO "Elsewhere"');
    const answer = await visitor.call(ready);
    expect([answer.status, answer.problem.code]).toEqual([503, 'not-ready']);
    expect(answer.headers.get('Retry-After')).toBe('2');
    expect((await visitor.call(health)).reply).toEqual({ status: 'ok' });
  });
});
