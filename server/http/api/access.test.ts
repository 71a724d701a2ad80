import { expect, test } from 'vitest';
import { areasOf } from '#contract/access.ts';
import { proveByPassword } from '#contract/accounts/passkeys.ts';
import { SENT_FOR } from '#contract/endpoint.ts';
import { newId } from '#contract/fields/ids.ts';
import { HANDED_OVER } from '#contract/handed-over.ts';
import { ENDPOINTS } from '#server/openapi/operations.ts';
import { Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

/** The callers, whose rights are checked before anything else of a call. */
const callers = {
  nobody: { user: null, agentAccess: 'none' },
  'an agent who waits for approval': {
    user: { role: 'agent', approved: false },
    agentAccess: 'dashboard',
  },
  'an admin who waits for approval': {
    user: { role: 'admin', approved: false },
    agentAccess: 'dashboard',
  },
  'an agent, with nothing opened to agents': {
    user: { role: 'agent', approved: true },
    agentAccess: 'none',
  },
  'an agent, with the dashboard opened': {
    user: { role: 'agent', approved: true },
    agentAccess: 'dashboard',
  },
  'an admin': { user: { role: 'admin', approved: true }, agentAccess: 'none' },
} as const;

onSqliteFirst('every call, made by', ({ open }) => {
  test.each(Object.entries(callers))('R-17, Q-01 %s', async (_, { user, agentAccess }) => {
    const db = await open();
    const { origin, errors } = await serveApp(db, { agentAccess });
    const client = user ? await signedIn(db, origin, user) : new Client(origin);
    const areas = user ? areasOf(user, agentAccess) : [];

    for (const endpoint of ENDPOINTS) {
      const { access, method, path } = endpoint;
      const { status, text } = await client.call(endpoint, {
        params: { id: newId() },
        ...(endpoint.query && { query: { since: 0 } }),
        ...(endpoint.body && { body: {} }),
      });
      const what = `${method} ${path}: ${text}`;
      if (access === 'public' || (access === 'signed-in' && user)) {
        expect([200, 201, 204, 400, 404], what).toContain(status);
      } else if (!user) expect(status, what).toBe(401);
      else if (access !== 'signed-in' && !areas.includes(access)) expect(status, what).toBe(403);
      else expect([200, 204, 400, 404], what).toContain(status);
    }
    expect(errors()).toEqual([]);
  });

  test('R-17 opens to an agent the dashboard, and never campaigns, users or the API reference', () => {
    const open = ENDPOINTS.filter(({ access }) => access === 'dashboard').map(({ path }) => path);
    const closed = ENDPOINTS.filter(({ access }) => access === 'admin').map(({ path }) => path);
    expect([...new Set(open)].sort()).toEqual([
      '/api/applications',
      '/api/applications/:id',
      '/api/applications/:id/follow-up',
      '/api/applications/:id/history',
      '/api/applications/:id/removal',
      '/api/applications/:id/status',
      '/api/calendar',
      '/api/contacts',
      '/api/contacts/:id',
      '/api/contacts/:id/convert',
      '/api/exports',
      '/api/mail-reminders',
      '/api/reminders',
      '/api/reminders/test',
      '/api/views',
      '/api/views/:id',
    ]);
    expect([...new Set(closed)].sort()).toEqual([
      '/api/audit',
      '/api/backups',
      '/api/campaign-ids',
      '/api/campaigns',
      '/api/campaigns/:id',
      '/api/campaigns/:id/visits',
      '/api/clock',
      '/api/docs',
      '/api/mails',
      '/api/mails/:id/retry',
      '/api/people/erase',
      '/api/people/export',
      '/api/portraits',
      '/api/site',
      '/api/site-versions',
      '/api/site-versions/:id',
      '/api/users',
      '/api/users/:id',
      '/api/users/:id/erase',
      '/api/users/:id/password-link',
      '/api/users/:id/password-link/mail',
      '/api/users/:id/second-factor',
      '/api/users/:id/sessions',
    ]);
  });

  test('from a device in the hands of a visitor reaches nothing behind the sign-in but a proof of its user', async () => {
    const db = await open();
    const { origin, errors } = await serveApp(db);
    const client = await signedIn(db, origin);
    const headers = { Cookie: `${client.cookie}; ${HANDED_OVER}=1` };

    for (const endpoint of ENDPOINTS) {
      const { access, method, path, whileHandedOver } = endpoint;
      if (whileHandedOver) continue;
      const { status, text } = await client.call(endpoint, {
        params: { id: newId() },
        ...(endpoint.query && { query: { since: 0 } }),
        ...(endpoint.body && { body: {} }),
        headers,
      });
      const what = `${method} ${path}: ${text}`;
      if (access === 'public') expect([200, 201, 204, 400, 404], what).toContain(status);
      else expect([status, JSON.parse(text).code], what).toEqual([423, 'handed-over']);
    }
    expect((await client.send('GET', '/api/applications')).status).toBe(200);
    expect(errors()).toEqual([]);
  });

  test('from a device in the hands of a visitor only a proof of the same user is taken, and ends no session', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const headers = { Cookie: `${client.cookie}; ${HANDED_OVER}=1` };
    const prove = (password: string, by = headers) =>
      client.call(proveByPassword, { body: { password }, headers: by });

    expect((await prove('not-the-password')).status).toBe(400);
    expect((await prove(PASSWORD)).status).toBe(204);
    const signedOut = await prove(PASSWORD, { Cookie: `${HANDED_OVER}=1` });
    expect([signedOut.status, signedOut.problem.code]).toEqual([401, 'signed-out']);
    expect((await client.send('GET', '/api/applications')).status).toBe(200);
    const proofs = ENDPOINTS.filter(({ whileHandedOver }) => whileHandedOver);
    expect(proofs.map(({ path }) => path).sort()).toEqual([
      '/api/auth/proof',
      '/api/auth/proof/passkey',
      '/api/auth/proof/passkey-options',
    ]);
  });

  test('W-13 is refused when it was made for another user than the one who is signed in', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const { id } = await db.user.findFirstOrThrow();
    const statusFor = async (owner: string) =>
      (await client.send('GET', '/api/applications', { headers: { [SENT_FOR]: owner } })).status;

    expect(await statusFor(String(id))).toBe(200);
    expect(await statusFor(String(id + 1))).toBe(403);
    expect(await statusFor('somebody')).toBe(403);
  });
});
