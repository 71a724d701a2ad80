import { expect, onTestFinished, test, vi } from 'vitest';
import { listUsers } from '#contract/accounts/users.ts';
import { readAudit } from '#contract/audit.ts';
import { login } from '#contract/auth.ts';
import { confirmClock, readClock } from '#contract/clock.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { openOffice } from '#server/test/agency.ts';
import { Client, PASSWORD } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';

const DAY = 24 * 60 * 60_000;
const RETENTION = { visits: 90, inquiries: 60, applications: 60, keys: 60, audit: 0 };

onBothDatabases('the clock of the server', ({ open }) => {
  async function office() {
    const db = await open();
    const { admin, origin } = await openOffice(db);
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    onTestFinished(() => void vi.useRealTimers());
    await keepHouse(db, RETENTION);
    const clockIs = (days: number) => vi.setSystemTime(start + days * DAY);
    const report = async (client: Client) => (await client.call(readClock)).reply;
    return { db, admin, origin, start, clockIs, report };
  }

  test('is 400 days ahead at one start: nobody loses a session, and the job goes on when it is right', async () => {
    const { db, admin, clockIs, report } = await office();
    const entries = await db.auditEntry.count();

    clockIs(400);
    expect(await keepHouse(db, RETENTION)).toBeNull();
    expect((await admin.call(listUsers)).status).toBe(401);

    clockIs(1);
    expect((await report(admin)).held).toBe(false);
    expect(await keepHouse(db, RETENTION)).not.toBeNull();
    expect(await db.auditEntry.count()).toBe(entries);
  });

  test('was right, and the server off for half a year: the job goes on when an admin confirms', async () => {
    const { db, origin, start, clockIs, report } = await office();
    clockIs(182);
    expect(await keepHouse(db, RETENTION)).toBeNull();

    const admin = new Client(origin);
    await admin.call(login, { body: { username: 'marta', password: PASSWORD } });
    expect(await report(admin)).toEqual({
      held: true,
      now: new Date().toISOString(),
      ranAt: new Date(start).toISOString(),
    });
    expect((await admin.call(confirmClock)).status).toBe(204);
    expect(await report(admin)).toMatchObject({ held: false, ranAt: new Date().toISOString() });
    expect(await keepHouse(db, RETENTION)).toMatchObject({ sessions: 1 });
    const { entries } = (await admin.call(readAudit, { body: { kind: 'clock-confirmed' } })).reply;
    expect(entries).toMatchObject([{ actor: 'user', userId: expect.any(Number) }]);
  });
});
