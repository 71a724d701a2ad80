import { expect, test } from 'vitest';
import type { Access } from '#contract/access.ts';
import { proveByPassword } from '#contract/accounts/passkeys.ts';
import { type Endpoint, SENT_FOR } from '#contract/endpoint.ts';
import { newId } from '#contract/fields/ids.ts';
import { HANDED_OVER } from '#contract/handed-over.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import { BATCH_READS, sync } from '#contract/sync.ts';
import type { Db } from '#prisma/client.ts';
import type { UserModel } from '#prisma/generated/sqlite/models.ts';
import type { Provider } from '#prisma/url.ts';
import { endSessionsOf } from '#server/domain/accounts/sessions.ts';
import { ENDPOINTS } from '#server/openapi/operations.ts';
import { aCampaign, aDraft } from '#server/test/bodies.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import type { AccessRules } from './access.ts';

interface Caller {
  /** The account; null for a visitor without one. */
  user: Partial<UserModel> | null;
  rules?: Partial<AccessRules>;
  /** What happens to the account, the session or the device after the sign-in. */
  meanwhile?: (db: Db, userId: number) => Promise<unknown>;
  /** The device is in the hands of a visitor. */
  handedOver?: true;
  /** How the call is refused; null if the caller may make it. */
  refusal: (endpoint: Endpoint) => ProblemCode | null;
}

const OPENED = { agentAccess: 'dashboard' } as const;
const ADMIN = { role: 'admin' } as const;
const signedOut = () => 'signed-out' as const;
const only =
  (...areas: Access[]) =>
  ({ access }: Endpoint) =>
    access === 'signed-in' || areas.includes(access) ? null : 'forbidden';
const whileSettingUp =
  (code: ProblemCode, ...open: Endpoint['whileSettingUp'][]) =>
  (endpoint: Endpoint) =>
    open.includes(endpoint.whileSettingUp) ? null : code;
const change = (data: Partial<UserModel>) => (db: Db) => db.user.updateMany({ data });
const changeSession = (data: object) => (db: Db) => db.session.updateMany({ data });
const end = (reason: 'signed-out' | 'lost') => (db: Db, userId: number) =>
  db.$transaction((tx) => endSessionsOf(tx, userId, { reason }));
const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

/** Everybody who calls, in every state, and how a call behind the sign-in is refused. */
const callers: Record<string, Caller> = {
  nobody: { user: null, refusal: signedOut },
  'an agent who waits for approval': {
    user: { role: 'agent', approved: false },
    rules: OPENED,
    refusal: only(),
  },
  'an admin who waits for approval': {
    user: { role: 'admin', approved: false },
    rules: OPENED,
    refusal: only(),
  },
  'an agent, with nothing opened to agents': { user: { role: 'agent' }, refusal: only() },
  'an agent, with the dashboard opened': {
    user: { role: 'agent' },
    rules: OPENED,
    refusal: only('dashboard'),
  },
  'an agent to whom an admin has opened the dashboard': {
    user: { role: 'agent', entersDashboard: true },
    refusal: only('dashboard'),
  },
  'an agent with the dashboard opened who waits for approval': {
    user: { role: 'agent', entersDashboard: true, approved: false },
    refusal: only(),
  },
  'an agent from whom an admin has taken the dashboard': {
    user: { role: 'agent', entersDashboard: true },
    meanwhile: change({ entersDashboard: false }),
    refusal: only(),
  },
  'an admin': { user: ADMIN, refusal: only('dashboard', 'admin') },
  'an admin who is an agent by now': {
    user: ADMIN,
    meanwhile: change({ role: 'agent' }),
    refusal: only(),
  },
  'a user whose account was disabled': {
    user: ADMIN,
    meanwhile: change({ disabled: true }),
    refusal: signedOut,
  },
  'a user who must change the password': {
    user: ADMIN,
    meanwhile: change({ mustChangePassword: true }),
    refusal: whileSettingUp('new-password-needed', 'new-password'),
  },
  'a user who must set up a second factor': {
    user: ADMIN,
    rules: { secondFactor: 'admins' },
    refusal: whileSettingUp('second-factor-missing', 'new-password', 'second-factor'),
  },
  'a user who has not given the second factor': {
    user: ADMIN,
    rules: { secondFactor: 'admins' },
    meanwhile: change({ hasPasskey: true }),
    refusal: signedOut,
  },
  'a user who signed in yesterday': {
    user: ADMIN,
    meanwhile: changeSession({ createdAt: ago(1) }),
    refusal: ({ fresh }) => (fresh ? 'fresh-sign-in-needed' : null),
  },
  'a device in the hands of a visitor': {
    user: ADMIN,
    handedOver: true,
    refusal: ({ whileHandedOver }) => (whileHandedOver ? null : 'handed-over'),
  },
  'a session that has expired': {
    user: ADMIN,
    meanwhile: changeSession({ lastSeenAt: ago(30) }),
    refusal: signedOut,
  },
  'a session that was ended': { user: ADMIN, meanwhile: end('signed-out'), refusal: signedOut },
  'a device that was reported lost': { user: ADMIN, meanwhile: end('lost'), refusal: signedOut },
  'a lost device in the hands of a visitor': {
    user: ADMIN,
    meanwhile: end('lost'),
    handedOver: true,
    refusal: signedOut,
  },
};

/** A word in everything that belongs to others. */
const FOREIGN = 'qzxforeign';

onSqliteFirst('every call, made by', ({ open, provider }) => {
  async function callerOf({ user, rules, meanwhile, handedOver }: Caller) {
    const db = await open();
    const ids = await addForeign(db);
    const { origin, errors } = await serveApp(db, rules);
    const client = user ? await signedIn(db, origin, user) : new Client(origin);
    if (user) await meanwhile?.(db, ids.self);
    const headers = handedOver && { Cookie: `${client.cookie}; ${HANDED_OVER}=1` };
    return { db, client, errors, ids, more: { ...(headers && { headers }) } };
  }

  /** Expects the refusal, or none by rights; and that a refusal tells nothing of others. */
  function expectAnswer(
    expected: ProblemCode | null,
    { status, body, what }: { status: number; body: string; what: string },
  ): void {
    if (expected === null) {
      expect([401, 403, 412, 423, 424], `${what}: ${body}`).not.toContain(status);
      expect(status, what).toBeLessThan(500);
    } else {
      expect([status, JSON.parse(body).code], what).toEqual([PROBLEMS[expected], expected]);
    }
    if (status >= 400) expect(body.toLowerCase(), what).not.toContain(FOREIGN);
  }

  test.each(Object.entries(callers))('R-17, Q-01 %s', async (_, caller) => {
    const { client, errors, ids, more } = await callerOf(caller);
    const unknown = { ...ids, of: () => newId() };
    for (const { of } of [unknown, ids]) {
      for (const endpoint of ENDPOINTS) {
        const { status, text } = await client.call(endpoint, {
          params: { id: of(endpoint) },
          ...(endpoint.query && { query: { since: 0 } }),
          ...(endpoint.body && { body: {} }),
          ...more,
        });
        const expected = endpoint.access === 'public' ? null : caller.refusal(endpoint);
        const what = `${endpoint.method} ${endpoint.path}`;
        expectAnswer(expected, { status, body: text, what });
      }
    }
    expect(errors()).toEqual([]);
  });

  test.each(Object.entries(callers))('in a batch, %s', async (_, caller) => {
    const { client, errors, ids, more } = await callerOf(caller);
    const pathOf = (endpoint: Endpoint) => endpoint.path.replace(':id', String(ids.of(endpoint)));
    const writes = ENDPOINTS.filter(({ idempotent }) => idempotent);
    const calls = writes.map((endpoint, n) => ({
      key: newId(),
      method: endpoint.method,
      path: pathOf(endpoint),
      lane: String(n),
      ...(endpoint.body && { body: {} }),
    }));
    const reads = ENDPOINTS.filter(({ method }) => method === 'GET');
    for (let at = 0; at < reads.length; at += BATCH_READS) {
      const asked = reads.slice(at, at + BATCH_READS);
      const paths = asked.map((each) => `${pathOf(each)}${each.query ? '?since=0' : ''}`);
      const made = at === 0 ? calls : [];
      const answer = await client.call(sync, { body: { calls: made, reads: paths }, ...more });
      const refused = caller.refusal(sync);
      expectAnswer(refused, { status: answer.status, body: answer.text, what: 'the batch' });
      if (refused) return;
      const answers = [...answer.reply.answers, ...answer.reply.reads];
      for (const [n, endpoint] of [...(at === 0 ? writes : []), ...asked].entries()) {
        const { status = 0, body } = answers[n] ?? {};
        const expected = endpoint.access === 'public' ? null : caller.refusal(endpoint);
        const what = `${endpoint.method} ${endpoint.path} in a batch`;
        expectAnswer(expected, { status, body: JSON.stringify(body) ?? '', what });
      }
    }
    expect(errors()).toEqual([]);
  });

  test.each([
    ['is an agent by then', `UPDATE "User" SET "role" = 'agent'`, 403],
    ['is disabled by then', `UPDATE "User" SET "disabled" = TRUE`, 401],
    ['has no session by then', `DELETE FROM "Session"`, 401],
  ])('in the middle of a batch, a user who %s', async (_, sql, status) => {
    const { db, client, ids } = await callerOf({ user: ADMIN, refusal: () => null });
    await afterInsert(db, provider, 'Application', sql);
    const call = (path: string, body: object) => {
      const [key, lane] = [newId(), path];
      return { key, method: 'POST', path, body, lane };
    };
    const body = {
      calls: [
        call('/api/applications', { id: newId(), ...aDraft }),
        call('/api/campaigns', aCampaign),
      ],
      reads: [`/api/applications/${ids.applicationId}/history`],
    };
    const { answers, reads } = (await client.call(sync, { body })).reply;
    expect([...answers, ...reads].map((each) => each.status)).toEqual([201, status, status]);
  });

  test('V8.2.1 R-17 opens to an agent the dashboard, and never campaigns, users or the API reference', () => {
    const subjectsOf = (area: Access) =>
      new Set(
        ENDPOINTS.filter(({ access }) => access === area).map(({ path }) => path.split('/')[2]),
      );
    expect([...subjectsOf('dashboard')].sort()).toEqual([
      'applications',
      'backups',
      'calendar',
      'contacts',
      'exports',
      'mail-reminders',
      'reminders',
      'views',
    ]);
    expect([...subjectsOf('admin')].sort()).toEqual([
      'audit',
      'backups',
      'campaign-ids',
      'campaigns',
      'clock',
      'docs',
      'mails',
      'marks',
      'people',
      'portraits',
      'site',
      'site-versions',
      'users',
    ]);
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

  test('V3.3.3 on https no name below the site can say that a device is in the hands of a visitor', async () => {
    const db = await open();
    const { origin } = await serveApp(db, { siteUrl: 'https://agency.test', trustProxy: 1 });
    const client = await signedIn(db, origin);
    const statusWith = async (cookie: string) => {
      const headers = { Cookie: `${client.cookie}; ${cookie}` };
      return (await client.send('GET', '/api/applications', { headers })).status;
    };
    expect(await statusWith(`${HANDED_OVER}=1`)).toBe(200);
    expect(await statusWith(`__Host-${HANDED_OVER}=1`)).toBe(423);
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

/** Adds what belongs to others: FOREIGN is in every text. The first user is the caller's, by its id. */
async function addForeign(db: Db) {
  const other = await addUser(db, {
    username: FOREIGN,
    email: `${FOREIGN}@example.org`,
    firstName: FOREIGN,
    lastName: FOREIGN,
  });
  const userId = other.id;
  const applicationId = newId();
  const [viewId, mailId, at] = [newId(), newId(), new Date()];
  const person = { name: FOREIGN, email: `${FOREIGN}@example.org` };
  const contact = await db.contact.create({
    data: { ...person, inquiryType: 'other', message: FOREIGN, consentAt: at, version: 1 },
  });
  await db.application.create({
    data: { id: applicationId, playerName: FOREIGN, email: person.email, version: 1 },
  });
  const campaign = await db.campaign.create({
    data: { name: FOREIGN, utmSource: 'a', utmMedium: 'b', utmCampaign: 'c', version: 1 },
  });
  const session = `${FOREIGN}${'0'.repeat(54)}`;
  await db.session.create({ data: { id: session, userId, data: '{}', device: FOREIGN } });
  await db.passkey.create({
    data: {
      id: `${FOREIGN}-passkey`,
      userId,
      name: FOREIGN,
      publicKey: new Uint8Array(1),
      counter: 0,
      transports: '',
      createdAt: at,
    },
  });
  await db.savedView.create({
    data: {
      userId,
      id: viewId,
      name: FOREIGN,
      list: 'applications',
      filter: 'all',
      sort: 'name',
      where: '{}',
      columns: 'null',
    },
  });
  await db.outgoingMail.create({
    data: {
      id: mailId,
      kind: 'confirmation',
      address: person.email,
      mailbox: person.email,
      language: 'en',
      createdAt: at,
      state: 'failed',
      nextTryAt: at,
      giveUpAt: at,
    },
  });
  const byPath: [start: string, id: string | number][] = [
    ['/api/applications', applicationId],
    ['/api/contacts', contact.id],
    ['/api/campaigns', campaign.id],
    ['/api/users', userId],
    ['/api/sessions', session.slice(0, 20)],
    ['/api/passkeys', `${FOREIGN}-passkey`],
    ['/api/views', viewId],
    ['/api/mails', mailId],
  ];
  const of = ({ path }: Endpoint) => byPath.find(([start]) => path.startsWith(start))?.[1] ?? 1;
  return { self: userId + 1, applicationId, of };
}

/** Runs a statement within each transaction that inserts into a table. */
async function afterInsert(db: Db, provider: Provider, table: string, sql: string): Promise<void> {
  const on = `CREATE TRIGGER "meanwhile" AFTER INSERT ON "${table}"`;
  if (provider === 'sqlite') {
    await db.$executeRawUnsafe(`${on} BEGIN ${sql}; END`);
    return;
  }
  await db.$executeRawUnsafe(
    `CREATE FUNCTION "meanwhile"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${sql}; RETURN NEW; END $$`,
  );
  await db.$executeRawUnsafe(`${on} FOR EACH ROW EXECUTE FUNCTION "meanwhile"()`);
}
