import { expect, test } from 'vitest';
import {
  changeStatus,
  createApplication,
  getHistory,
  pullApplications,
} from '#contract/applications.ts';
import { SIGNED_IN_BODY_BYTES } from '#contract/endpoint.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { newId } from '#contract/fields/ids.ts';
import { BATCH_CALLS, type BatchCall, sync } from '#contract/sync.ts';
import { openOffice } from '#server/test/agency.ts';
import { aCampaign, aDraft } from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';

/** A change of status as a phone puts it into a batch. */
function statusCall(id: string, status: string, notes: string | null = null): BatchCall {
  return {
    key: newId(),
    method: 'PATCH',
    path: `/api/applications/${id}/status`,
    body: { status, notes },
    lane: `application:${id}`,
    after: null,
  };
}

function createCall(id: string, draft: object = {}): BatchCall {
  return {
    key: newId(),
    method: 'POST',
    path: '/api/applications',
    body: { id, ...aDraft, ...draft },
    lane: `application:${id}`,
    after: null,
  };
}

async function statusesOf(client: Client, calls: BatchCall[]): Promise<number[]> {
  const { reply } = await client.call(sync, { body: { calls } });
  return reply.answers.map(({ status }) => status);
}

onBothDatabases('a batch', ({ open }) => {
  test('W-09 makes calls in order, answers each as if alone, and brings back what changed', async () => {
    const { admin, contact, errors } = await openOffice(await open());
    const inquiry = await contact();
    const id = applicationIdOf(inquiry.id);
    const convert: BatchCall = {
      key: newId(),
      method: 'POST',
      path: `/api/contacts/${inquiry.id}/convert`,
      body: { status: 'pending' },
      lane: `contact:${inquiry.id}`,
      after: null,
    };
    const change = { ...statusCall(id, 'in_review', 'Called.'), after: convert.key };
    const campaign: BatchCall = {
      key: newId(),
      method: 'POST',
      path: '/api/campaigns',
      body: aCampaign,
      lane: 'campaign',
      after: null,
    };
    const reads = ['/api/applications?since=0', '/api/contacts?since=1&limit=10', '/api/campaigns'];
    const { reply } = await admin.call(sync, {
      body: { calls: [convert, change, campaign], reads },
    });

    expect(reply.answers.map(({ status }) => status)).toEqual([200, 200, 201]);
    expect(reply.answers[0]?.body).toMatchObject({ id, contact: { convertedToApplication: true } });
    expect(reply.answers[1]?.body).toMatchObject({
      status: 'in_review',
      change: { id: change.key, previousStatus: 'pending', by: 'marta' },
    });
    expect(reply.reads.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(reply.reads[0]?.body).toMatchObject({
      rows: [{ id, status: 'in_review' }],
      history: [{ id: change.key }],
    });
    expect(reply.reads[1]?.body).toMatchObject({ rows: [{ id: inquiry.id }], reset: false });
    expect(errors()).toEqual([]);
  });

  test('V2.3.1 fault 4, fault 21: one that is refused or fails holds its lane and what comes after it, nothing else', async () => {
    const db = await open();
    const { admin, application, errors } = await openOffice(db);
    const [one, two] = [(await application()).id, (await application()).id];
    const unknown = statusCall(newId(), 'signed');
    const calls = [
      statusCall(one, 'in_review'),
      unknown,
      { ...statusCall(two, 'signed'), after: unknown.key },
      statusCall(two, 'rejected'),
      { ...statusCall(one, 'signed'), body: { status: 'sold' } },
      statusCall(one, 'rejected'),
      { ...statusCall(two, 'signed'), lane: 'other', path: '/api/nothing' },
      { ...statusCall(two, 'signed'), lane: 'keyless', key: ' ' },
      { ...statusCall(two, 'signed'), lane: 'no-uuid', key: 'x' },
      {
        ...statusCall(two, 'signed'),
        lane: 'sign-in',
        path: '/api/login',
        method: 'POST' as const,
      },
      { ...statusCall(two, 'signed', 'n'.repeat(65_536)), lane: 'long' },
      createCall(newId()),
    ];
    expect(await statusesOf(admin, calls)).toEqual([
      200, 404, 424, 424, 400, 424, 404, 400, 400, 404, 400, 201,
    ]);
    expect((await admin.call(getHistory, { params: { id: two } })).reply).toEqual([]);

    await db.$executeRawUnsafe('ALTER TABLE "HistoryEntry" RENAME TO "Elsewhere"');
    const failing = [statusCall(two, 'signed'), statusCall(two, 'rejected'), createCall(newId())];
    expect(await statusesOf(admin, failing)).toEqual([500, 424, 201]);
    await db.$executeRawUnsafe('ALTER TABLE "Elsewhere" RENAME TO "HistoryEntry"');
    // Logged once for the group and once for the single call.
    expect(errors()).toHaveLength(2);

    // Failed and held calls were not stored: the same batch succeeds when it is sent again.
    expect(await statusesOf(admin, failing)).toEqual([200, 200, 201]);
    const history = (await admin.call(getHistory, { params: { id: two } })).reply;
    expect(history.map(({ newStatus }) => newStatus)).toEqual(['rejected', 'signed']);
    expect(await db.application.count()).toBe(4);
  });

  test('W-10, fault 1, fault 2: sent again, and many times at once, is applied once and answered with what it did', async () => {
    const db = await open();
    const { admin, application, errors } = await openOffice(db);
    const ids = [(await application()).id, (await application()).id, (await application()).id];
    const calls = ids.flatMap((id) => [
      statusCall(id, 'in_review', 'First.'),
      statusCall(id, 'signed', 'Second.'),
      createCall(newId()),
    ]);
    const shuffled = [...calls.slice(3), ...calls.slice(0, 3)];

    const replies = await Promise.all(
      [calls, shuffled, calls, shuffled, calls].map(async (each) => {
        const { reply } = await admin.call(sync, { body: { calls: each } });
        return new Map(each.map(({ key }, n) => [key, effectOf(reply.answers[n])]));
      }),
    );
    const [first, ...others] = replies;
    for (const other of others) {
      for (const [key, effect] of first ?? []) expect(other.get(key)).toEqual(effect);
    }
    expect(await db.historyEntry.count()).toBe(6);
    expect(await db.application.count()).toBe(6);
    expect(await db.replicationState.findFirst()).toMatchObject({ revision: 3 + 9 });
    expect(errors()).toEqual([]);
  });

  test('W-10 a call that was sent alone and comes again in a batch is the same call, and the other way round', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    const call = statusCall(id, 'signed');
    const alone = await admin.call(changeStatus, {
      params: { id },
      body: call.body,
      key: call.key,
    });
    const { reply } = await admin.call(sync, { body: { calls: [call] } });
    expect(reply.answers).toEqual([{ status: 200, body: JSON.parse(alone.text) }]);

    const create = createCall(newId());
    await admin.call(sync, { body: { calls: [create] } });
    const again = await admin.call(createApplication, { body: create.body, key: create.key });
    expect(again.status).toBe(201);
    expect(await statusesOf(admin, [{ ...call, body: { status: 'rejected' } }])).toEqual([422]);
  });

  test('W-09 new applications share a transaction: each is answered whole, and an id in use refuses its own call alone', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const { id: taken } = await application();
    const twice = newId();
    const calls = [createCall(newId()), createCall(taken), createCall(twice), createCall(twice)];
    calls.push(createCall(newId(), { playerName: 'Last' }));

    const { reply } = await admin.call(sync, { body: { calls } });

    expect(reply.answers.map(({ status }) => status)).toEqual([201, 409, 201, 409, 201]);
    expect(reply.answers[4]?.body).toMatchObject({
      playerName: 'Last',
      status: 'pending',
      version: 4,
    });
    const again = await admin.call(sync, { body: { calls } });
    expect(again.reply.answers).toEqual(reply.answers);
    expect(errors()).toEqual([]);
  });

  test('fault 12: changes of the same rows, alone and in batches at once, form one true chain', async () => {
    const db = await open();
    const { admin, application, errors } = await openOffice(db);
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await application()).id));
    const batch = (statuses: string[]) =>
      ids.flatMap((id) => statuses.map((status) => statusCall(id, status, 'In a batch.')));
    const answers = await Promise.all([
      statusesOf(admin, batch(['in_review', 'signed', 'rejected'])),
      ...ids.map(async (id) => {
        const body = { status: 'contract_offered', notes: 'Alone.' };
        return [(await admin.call(changeStatus, { params: { id }, body })).status];
      }),
      statusesOf(admin, batch(['signed', 'pending']).reverse()),
    ]);
    expect(new Set(answers.flat())).toEqual(new Set([200]));
    const versions = new Set<number>();
    for (const id of ids) {
      const history = (await admin.call(getHistory, { params: { id } })).reply.reverse();
      expect(history).toHaveLength(6);
      expect(history.map(({ previousStatus }) => previousStatus)).toEqual([
        'pending',
        ...history.slice(0, -1).map(({ newStatus }) => newStatus),
      ]);
      for (const { version } of history) versions.add(version);
      const row = await db.application.findUniqueOrThrow({ where: { id } });
      expect(row).toMatchObject({
        status: history.at(-1)?.newStatus,
        version: history.at(-1)?.version,
      });
    }
    expect(versions.size).toBe(24);
    expect(errors()).toEqual([]);
  });

  test('W-10 a key that comes twice in one batch is applied once; with another body it is refused', async () => {
    const db = await open();
    const { admin, application } = await openOffice(db);
    const { id } = await application();
    const call = statusCall(id, 'signed');
    const other = { ...call, body: { status: 'rejected', notes: null }, lane: 'other' };
    expect(await statusesOf(admin, [call, call, other])).toEqual([200, 200, 422]);
    const nothing = { ...statusCall(id, 'signed'), lane: 'nothing' };
    const unknown = statusCall(newId(), 'signed');
    expect(await statusesOf(admin, [nothing, unknown])).toEqual([400, 404]);
    expect(await statusesOf(admin, [unknown, nothing])).toEqual([404, 400]);
    expect(await db.historyEntry.count()).toBe(1);
  });

  test('R-17, fault 20: checks the rights of every call and read in it', async () => {
    const db = await open();
    const { origin, application } = await openOffice(db);
    const { id } = await application();
    const agent = await signedIn(db, origin, { username: 'agent', role: 'agent' });
    const body = { calls: [statusCall(id, 'signed')], reads: ['/api/applications?since=0'] };
    const { reply } = await agent.call(sync, { body });
    expect(reply.answers[0]).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(reply.reads[0]).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await db.historyEntry.count()).toBe(0);
    expect((await new Client(origin).call(sync, { body })).status).toBe(401);
  });

  test('V1.5.2 E-08 of calls and reads that are none of ours answers each with a refusal, never a 5xx', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const { id } = await application();
    const paths = ['', '%00', '%', '__proto__', '..%2f', '?since=1', '#', '\\', '/'].flatMap(
      (end) => [
        `/api/${end}`,
        `/api/applications/${end}/status`,
        `/api/applications/${id}/status${end}`,
      ],
    );
    const calls = paths.map((path, n) => ({ ...statusCall(id, 'sold'), path, lane: String(n) }));
    for (const status of await statusesOf(admin, calls)) expect([400, 404]).toContain(status);

    const nested = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`;
    const [deep] = [statusCall(id, 'signed')];
    const text = JSON.stringify({ calls: [deep] }).replace('"notes":null', `"notes":${nested}`);
    const answer = await admin.call(sync, { body: text });
    expect(answer.reply.answers[0]?.status).toBe(400);

    const reads = ['/api/auth/user', '/api/nothing', '/api/contacts?since=x', '/api/logout'];
    const { reply } = await admin.call(sync, { body: { calls: [], reads } });
    expect(reply.reads.map(({ status }) => status)).toEqual([200, 404, 400, 404]);
    expect(errors()).toEqual([]);
  });

  test('may be larger from a signed-in user than from a visitor, up to its own limits', async () => {
    const { admin, visitor, application } = await openOffice(await open());
    const { id } = await application();
    const notes = 'n'.repeat(9_000);
    const body = { calls: Array.from({ length: 30 }, () => statusCall(id, 'pending', notes)) };
    expect((await visitor.call(sync, { body })).status).toBe(413);
    expect((await admin.call(sync, { body })).status).toBe(200);
    expect((await admin.call(getHistory, { params: { id } })).reply).toHaveLength(30);

    const calls = Array.from({ length: BATCH_CALLS + 1 }, () => statusCall(id, 'pending', 'n'));
    expect((await admin.call(sync, { body: { calls } })).status).toBe(400);
    const oversize = { calls: [statusCall(id, 'pending', 'n'.repeat(SIGNED_IN_BODY_BYTES))] };
    expect((await admin.call(sync, { body: oversize })).status).toBe(413);
    expect(
      (await admin.call(pullApplications, { query: { since: 0 } })).reply.history,
    ).toHaveLength(30);
  });
});

/** What an answer says about its own change; the rest of its row is as it is by then. */
function effectOf({ status, body }: { status: number; body?: unknown } = { status: 0 }) {
  const { id, change } = body as { id: string; change?: unknown };
  return { status, id, change };
}
