import { expect, test } from 'vitest';
import { readBackups } from '#contract/backups/backups.ts';
import { ready } from '#contract/backups/ready.ts';
import { noteBackup, noteBackupFailure } from '#server/domain/people/backup-state.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

onBothDatabases('the state of the backups', ({ open }) => {
  test('is told to an admin: the newest, its size, and why the last attempt failed', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    expect((await admin.call(readBackups)).reply).toMatchObject({ madeAt: null, failure: null });

    const [made, failed] = [new Date('2026-06-01T03:00:00Z'), new Date('2026-06-02T03:00:00Z')];
    await noteBackup(db, { file: 'a.db', size: 3_000_000_000, kept: 3 }, made);
    await noteBackupFailure(db, 'no-space', failed);
    const { reply, text } = await admin.call(readBackups);
    expect(reply).toEqual({
      enabled: true,
      madeAt: made.toISOString(),
      size: 3_000_000_000,
      kept: 3,
      overdue: true,
      failedAt: failed.toISOString(),
      failure: 'no-space',
      copies: null,
    });
    expect(text).not.toContain('a.db');
  });

  test('stands in /api/ready for admins and for programs of this machine only', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const isTold = async (client: Client, headers = {}) => {
      const { status, reply } = await client.call(ready, { headers });
      expect(status).toBe(200);
      return 'backups' in reply;
    };
    const proxied = { 'X-Forwarded-For': '203.0.113.7' };
    const [admin, agent] = [
      await signedIn(db, origin),
      await signedIn(db, origin, { username: 'nico', role: 'agent' }),
    ];
    expect(await isTold(new Client(origin))).toBe(true);
    expect(await isTold(admin, proxied)).toBe(true);
    for (const stranger of [new Client(origin), agent]) {
      for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
        expect(await isTold(stranger, { [name]: '203.0.113.7' }), name).toBe(false);
      }
    }
  });
});
