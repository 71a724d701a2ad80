import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  changeStatus,
  createApplication,
  getHistory,
  listApplications,
} from '#contract/applications.ts';
import { listContacts } from '#contract/contacts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { newId } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { type BatchCall, sync } from '#contract/sync.ts';
import { keepView, listViews } from '#contract/views.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft, anInquiry } from '#server/test/bodies.ts';
import { onSqliteFirst } from '#server/test/database.ts';

/** What a page of 2026-11-26 sends of its queue, as a browser recorded it; ids are those of this test. */
function recorded(application: string, inquiry: number, made: string): BatchCall[] {
  const lane = `application:${application}`;
  const at = Date.now() - 60_000;
  return [
    {
      method: 'POST',
      path: '/api/applications',
      body: {
        playerName: 'New Player',
        email: 'new@example.org',
        phone: null,
        nationality: null,
        dateOfBirth: null,
        currentClub: null,
        position: null,
        links: null,
        agentNotes: null,
        id: made,
      },
      madeAt: at,
      key: newId(),
      lane: `application:${made}`,
      after: null,
    },
    {
      method: 'POST',
      path: `/api/contacts/${inquiry}/convert`,
      body: { status: 'pending' },
      madeAt: at,
      key: newId(),
      lane: `contact:${inquiry}`,
      after: null,
    },
    {
      method: 'PATCH',
      path: `/api/applications/${application}/status`,
      body: { status: 'signed', notes: 'Signed in Turin.', seen: { status: 'pending' } },
      madeAt: at,
      key: newId(),
      lane,
      after: null,
    },
    {
      method: 'PUT',
      path: `/api/applications/${application}/removal`,
      body: { removed: true },
      madeAt: at,
      key: newId(),
      lane,
      after: null,
    },
  ];
}

/** Its saved views went by a call of their own, without a key. */
const VIEW = {
  name: 'Keepers',
  list: 'applications',
  filter: 'all',
  sort: 'updated',
  where: { position: 'keeper' },
  columns: null,
} as const;

onSqliteFirst('a page of an older version', ({ open }) => {
  test('W-16 sends what it has queued to this server, also twice: everything is applied once', async () => {
    const { admin, application, contact } = await openOffice(await open());
    const { id } = await application();
    const inquiry = await contact();
    const made = newId();
    const calls = recorded(id, inquiry.id, made);
    for (const _ of ['whose answer is lost', 'tried again']) {
      const reads = ['/api/applications?since=1&limit=1000', '/api/contacts?since=1&limit=1000'];
      const { reply } = await admin.call(sync, { body: { calls, reads } });
      expect(reply.answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
      expect(reply.reads.map(({ status }) => status)).toEqual([200, 200]);
    }
    const { reply: history } = await admin.call(getHistory, { params: { id } });
    expect(history.filter(({ notes }) => notes === 'Signed in Turin.')).toHaveLength(1);
    expect(history).toHaveLength(2);
    const { reply: left } = await admin.call(listApplications);
    const ids = left.map((one) => one.id);
    expect(ids.sort()).toEqual([made, applicationIdOf(inquiry.id)].sort());

    const view = { id: newId(), ...VIEW };
    expect((await admin.call(keepView, { body: view })).status).toBe(204);
    expect((await admin.call(listViews)).reply.views).toEqual([view]);
  });

  test('repeats, to a release with stricter checks, what an earlier one accepted: it is answered', async () => {
    const { admin, visitor, application } = await openOffice(await open());
    const params = { id: (await application()).id };
    const made = { body: { ...aDraft, id: newId() }, key: newId() };
    const status = { params, body: { status: 'signed', notes: 'Signed.' }, key: newId() };
    const inquiry = { body: anInquiry, key: newId() };
    const answers = async () =>
      [
        await admin.call(createApplication, made),
        await admin.call(changeStatus, status),
        await visitor.call(sendInquiry, inquiry),
      ].map(({ status, reply }) => ({ status, reply }));
    const first = await answers();

    const endpoints: Endpoint[] = [createApplication, changeStatus, sendInquiry];
    const bodies = endpoints.map(({ body }) => body);
    for (const one of endpoints) one.body = v.never('Not in this release.');
    try {
      expect(await answers()).toEqual(first);
      const others = [
        await admin.call(changeStatus, { ...status, key: newId() }),
        await admin.call(changeStatus, { ...status, body: { status: 'rejected' } }),
        await visitor.call(sendInquiry, { ...inquiry, key: newId() }),
      ];
      expect(others.map(({ status }) => status)).toEqual([400, 400, 400]);
    } finally {
      for (const [n, body] of bodies.entries()) Object.assign(endpoints[n] ?? {}, { body });
    }
    expect((await admin.call(getHistory, { params })).reply).toHaveLength(1);
    expect((await admin.call(listContacts)).reply).toHaveLength(1);
  });
});
