import { expect, test } from 'vitest';
import {
  type Device,
  endOtherSessions,
  endSession,
  listSessions,
  reportLost,
} from '#contract/accounts/sessions.ts';
import { changeUser, endUserSessions, listUserSessions } from '#contract/accounts/users.ts';
import { changePassword, currentUser, login } from '#contract/auth.ts';
import { SENT_FOR, UNSENT } from '#contract/endpoint.ts';
import { newId } from '#contract/fields/ids.ts';
import { HANDED_OVER } from '#contract/handed-over.ts';
import { sync } from '#contract/sync.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { aDraft } from '#server/test/bodies.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const RETENTION = { visits: 365, inquiries: 365, applications: 0, keys: 60, audit: 365 };
const DAY = 24 * 60 * 60_000;
const PLAIN = { message: 'Please sign in.', code: 'signed-out' };

onSqliteFirst('a device', ({ open }) => {
  /** An admin, and an agent with a phone and a laptop. */
  async function office() {
    const db = await open();
    const { origin } = await serveApp(db, { agentAccess: 'dashboard' });
    const admin = await signedIn(db, origin);
    const { id } = await addUser(db, { username: 'nico', role: 'agent' });
    const another = async () => {
      const device = new Client(origin);
      await device.call(login, { body: { username: 'nico', password: PASSWORD } });
      return device;
    };
    return { db, origin, admin, id, another, phone: await another() };
  }

  const endOn = async (device: Client) => (await device.call(currentUser)).problem;
  const other = ({ current }: Device) => !current;

  test('without a session is told nothing but the documented 401', async () => {
    const { origin, db, phone } = await office();
    expect(await endOn(new Client(origin))).toEqual(PLAIN);
    await phone.send('GET', '/api/logout');
    expect(await endOn(phone)).toEqual(PLAIN);
    expect(await db.endedSession.count()).toBe(0);
  });

  test('whose session has expired hears so, and so does a device that the server has forgotten', async () => {
    const { db, phone } = await office();
    await db.session.updateMany({ data: { lastSeenAt: new Date(Date.now() - 15 * DAY) } });
    const expired = { ...PLAIN, ended: { reason: 'expired' } };
    expect(await endOn(phone)).toEqual(expired);
    await keepHouse(db, RETENTION);
    expect(await db.session.count()).toBe(0);
    expect(await endOn(phone)).toEqual(expired);
    // A database that was started afresh knows of no session, so it cannot say that somebody has ended it.
    const unknown = { Cookie: phone.cookie.replace(/session=[^;]+/, `session=${'_'.repeat(43)}`) };
    const answer = await new Client(phone.origin).call(currentUser, { headers: unknown });
    expect(answer.problem).toEqual(expired);
    expect((await new Client(phone.origin).call(currentUser)).problem).toEqual(PLAIN);
  });

  test('hears why a person has ended its session, for 60 days', async () => {
    const { db, admin, id, another, phone } = await office();
    const signedOut = { ...PLAIN, ended: { reason: 'signed-out', userId: id } };

    const laptop = await another();
    await laptop.call(endOtherSessions);
    expect(await endOn(phone)).toEqual(signedOut);

    await admin.call(endUserSessions, { params: { id } });
    expect(await endOn(laptop)).toEqual(signedOut);

    const [tablet, desktop] = [await another(), await another()];
    const body = { currentPassword: PASSWORD, newPassword: 'corner-flag-17' };
    await tablet.call(changePassword, { body });
    expect(await endOn(desktop)).toEqual(signedOut);

    await admin.call(changeUser, { params: { id }, body: { role: 'admin' } });
    expect(await endOn(tablet)).toEqual(signedOut);

    const long = new Date(Date.now() - 61 * DAY);
    await db.endedSession.updateMany({ where: { userId: id }, data: { endedAt: long } });
    await keepHouse(db, RETENTION);
    expect(await endOn(tablet)).toEqual({ ...PLAIN, ended: { reason: 'expired' } });
  });

  test('V7.4.2 of a closed account hears so, also when it was disabled in the database', async () => {
    const { db, admin, id, another, phone } = await office();
    const closed = { ...PLAIN, ended: { reason: 'closed', userId: id } };
    await admin.call(changeUser, { params: { id }, body: { access: 'closed' } });
    expect(await endOn(phone)).toEqual(closed);

    await admin.call(changeUser, { params: { id }, body: { access: 'open' } });
    const laptop = await another();
    await db.user.update({ where: { id }, data: { disabled: true } });
    expect(await endOn(laptop)).toEqual(closed);
  });

  test('V7.5.2 is ended alone or reported lost by its user; a copy of its cookie is dead at once', async () => {
    const { id, another, phone } = await office();
    const [lost, ended] = [await another(), await another()];
    const copy = { Cookie: lost.cookie };
    const list = async () => (await phone.call(listSessions)).reply;
    const devices = (await list()).filter(other);
    expect(devices).toHaveLength(2);
    const [newest, older] = devices.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));

    const key = newId();
    const report = { params: { id: older?.id ?? '' }, key };
    expect((await phone.call(reportLost, report)).status).toBe(204);
    expect((await phone.call(reportLost, report)).status).toBe(204);
    expect((await phone.call(endSession, { params: { id: newest?.id ?? '' } })).status).toBe(204);

    expect(await endOn(lost)).toEqual({ ...PLAIN, ended: { reason: 'lost', userId: id } });
    expect(await endOn(ended)).toEqual({ ...PLAIN, ended: { reason: 'signed-out', userId: id } });
    const stolen = await new Client(phone.origin).call(currentUser, { headers: copy });
    expect(stolen.status).toBe(401);
    const headers = { Cookie: `${copy.Cookie}; ${HANDED_OVER}=1` };
    const atStand = await new Client(phone.origin).call(currentUser, { headers });
    expect(atStand.problem).toMatchObject({ ended: { reason: 'lost', userId: id } });
    expect(await list()).toMatchObject([{ current: true }]);
    const again = await phone.call(endSession, { params: { id: newest?.id ?? '' } });
    expect([again.status, again.problem.code]).toEqual([404, 'session-not-found']);
  });

  test("V7.4.5 of another user is an admin's to see and to end, and nobody else's", async () => {
    const { admin, id, phone } = await office();
    const [own] = (await admin.call(listSessions)).reply;
    for (const call of [endSession, reportLost]) {
      const refused = await phone.call(call, { params: { id: own?.id ?? '' } });
      expect([refused.status, refused.problem.code]).toEqual([404, 'session-not-found']);
    }
    expect((await phone.call(listUserSessions, { params: { id } })).status).toBe(403);

    const [device] = (await admin.call(listUserSessions, { params: { id } })).reply;
    expect(device).toMatchObject({ current: false, syncedAt: null, unsent: null });
    await admin.call(reportLost, { params: { id: device?.id ?? '' } });
    expect((await phone.call(currentUser)).status).toBe(401);
    expect((await admin.call(listUserSessions, { params: { id } })).reply).toEqual([]);
    const missing = await admin.call(listUserSessions, { params: { id: 2_000_000 } });
    expect([missing.status, missing.problem.code]).toEqual([404, 'user-not-found']);
  });

  test('reports what is left on it with each sync: what it has told, less what was accepted', async () => {
    const { admin, id, phone } = await office();
    const reported = async () => {
      const [device] = (await admin.call(listUserSessions, { params: { id } })).reply;
      return device?.unsent;
    };
    const own = { [SENT_FOR]: String(id) };
    const pull = (headers: Record<string, string>) =>
      phone.send('GET', '/api/applications?since=0', { headers });

    await pull({ ...own, [UNSENT]: '3' });
    expect(await reported()).toBe(3);
    const right = { key: newId(), method: 'POST', path: '/api/applications', lane: 'a' };
    const wrong = { ...right, key: newId(), lane: 'b', body: { id: newId() } };
    const calls = [{ ...right, body: { ...aDraft, id: newId() } }, wrong];
    await phone.call(sync, { body: { calls }, headers: { ...own, [UNSENT]: '3' } });
    expect(await reported()).toBe(2);
    const body = { ...aDraft, id: newId(), email: 'nico@example.org' };
    const headers = { ...own, [UNSENT]: '2' };
    await phone.send('POST', '/api/applications', { key: newId(), body, headers });
    expect(await reported()).toBe(1);

    await pull({ [SENT_FOR]: '1', [UNSENT]: '9' });
    await pull({ [UNSENT]: '9' });
    await pull({ ...own, [UNSENT]: '-1' });
    expect(await reported()).toBe(1);
    const [device] = (await admin.call(listUserSessions, { params: { id } })).reply;
    expect(Date.now() - Date.parse(device?.syncedAt ?? '')).toBeLessThan(60_000);
  });
});
