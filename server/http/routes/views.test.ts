import { expect, test } from 'vitest';
import { eraseUser } from '#contract/accounts/users.ts';
import { createApplication } from '#contract/applications.ts';
import { changeContactState } from '#contract/contacts.ts';
import { MADE_AT } from '#contract/endpoint.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { withdrawInquiry } from '#contract/inquiry-link.ts';
import { erasePerson } from '#contract/people.ts';
import {
  keepView,
  listViews,
  MOST_VIEWS,
  removeView,
  type SavedView,
  type ViewDraft,
} from '#contract/views.ts';
import { removeExpired } from '#server/domain/people/retention.ts';
import { aDraft, anInquiry } from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const STRIKERS: ViewDraft = {
  name: 'Strikers of Elche',
  list: 'applications',
  filter: 'reviewed',
  sort: 'name',
  where: { position: 'striker', currentClub: 'Élche' },
  columns: ['position', 'phone'],
};

onBothDatabases('saved views', ({ open }) => {
  async function office() {
    const db = await open();
    const { origin } = await serveApp(db, { agentAccess: 'dashboard' });
    const admin = await signedIn(db, origin);
    const agent = await signedIn(db, origin, { username: 'tere', role: 'agent' });
    return { db, admin, agent, visitor: new Client(origin) };
  }

  test('V8.2.2 are kept, changed and removed, and are the account’s own', async () => {
    const { admin, agent } = await office();
    const id = newId();
    const other: ViewDraft = { ...STRIKERS, name: 'All', where: {}, columns: null };
    expect((await admin.call(keepView, { body: { id, ...STRIKERS } })).status).toBe(204);
    expect((await agent.call(keepView, { body: { id, ...other } })).status).toBe(204);
    expect((await admin.call(listViews)).reply).toEqual({ views: [{ id, ...STRIKERS }] });
    expect((await agent.call(listViews)).reply).toEqual({ views: [{ id, ...other }] });

    const renamed = { ...STRIKERS, name: 'Forwards' };
    for (const _ of ['once', 'again']) {
      expect((await admin.call(keepView, { body: { id, ...renamed } })).status).toBe(204);
    }
    expect((await admin.call(listViews)).reply).toEqual({ views: [{ id, ...renamed }] });
    expect((await admin.call(removeView, { params: { id } })).status).toBe(204);
    const again = await admin.call(removeView, { params: { id } });
    expect(again.problem).toMatchObject({ code: 'view-not-found' });
    expect((await admin.call(listViews)).reply).toEqual({ views: [] });
    expect((await agent.call(listViews)).reply.views).toHaveLength(1);
  });

  test.each(['anonymise', 'delete'] as const)(
    'that look for a person go with the person: %s',
    async (how) => {
      const { admin, agent } = await office();
      const { email, phone } = { email: 'Bea@example.org', phone: '+34 600 123 456' };
      const playerName = 'Bea Marin';
      await admin.call(createApplication, { body: { ...aDraft, playerName, email, phone } });
      await admin.call(createApplication, { body: { ...aDraft, email: 'ana@example.org' } });
      const views = [{ email: 'bea@example.org' }, { phone }, { email: 'ana@example.org' }, {}];
      for (const where of views) {
        await agent.call(keepView, { body: { ...STRIKERS, id: newId(), name: 'One', where } });
      }
      const named = { ...STRIKERS, name: 'Like BÉA Marín', where: {} };
      await agent.call(keepView, { body: { ...named, id: newId() } });
      await admin.call(erasePerson, { body: { email, how } });
      const left = (await agent.call(listViews)).reply.views.map(({ where }) => where);
      expect(left).toHaveLength(2);
      expect(left).toEqual(expect.arrayContaining(views.slice(2)));
    },
  );

  test('that look for a person go with an inquiry that is withdrawn or whose time is over', async () => {
    const { db, admin, agent, visitor } = await office();
    const linkToken = newLinkToken();
    const [withdrawn, expired, stays] = ['bea@example.org', 'cai@example.org', 'ana@example.org'];
    for (const email of [withdrawn, expired, stays]) {
      const link = email === withdrawn && { linkToken, playerName: 'Diego Ruiz' };
      await visitor.call(sendInquiry, { body: { ...anInquiry, phone: null, email, ...link } });
    }
    const views = [
      { email: withdrawn },
      { playerName: 'Diego Ruiz' },
      { email: expired },
      { email: stays },
    ];
    for (const where of views) {
      await agent.call(keepView, { body: { ...STRIKERS, id: newId(), name: 'One', where } });
    }
    const left = async () => (await agent.call(listViews)).reply.views.map(({ where }) => where);
    const { status } = await visitor.call(withdrawInquiry, { body: { token: linkToken } });
    expect(status).toBe(204);
    expect(await left()).toHaveLength(2);
    const { id } = await db.contact.findFirstOrThrow({ where: { email: expired } });
    await admin.call(changeContactState, { params: { id }, body: { state: 'spam' } });
    const retention = { visits: 0, inquiries: 1, applications: 0, keys: 60, audit: 90 };
    await removeExpired(db, retention, new Date(Date.now() + 48 * 60 * 60_000));
    expect(await left()).toEqual([{ email: stays }]);
  });

  test('an older copy that arrives late neither replaces a newer one nor brings a removed one back', async () => {
    const { admin } = await office();
    const [id, removed] = [newId(), newId()];
    const minutesAgo = (minutes: number) => ({
      key: newId(),
      headers: { [MADE_AT]: String(Date.now() - minutes * 60_000) },
    });
    const put = (body: SavedView, minutes: number) =>
      admin.call(keepView, { body, ...minutesAgo(minutes) });
    await put({ id, ...STRIKERS, name: 'Newer' }, 1);
    expect((await put({ id, ...STRIKERS, name: 'Older' }, 5)).status).toBe(204);
    await put({ id: removed, ...STRIKERS }, 5);
    await admin.call(removeView, { params: { id: removed }, ...minutesAgo(1) });
    expect((await put({ id: removed, ...STRIKERS, name: 'Late' }, 3)).status).toBe(204);
    expect((await admin.call(listViews)).reply.views).toMatchObject([{ id, name: 'Newer' }]);
    // A change that is newer than the removal makes the view again.
    await put({ id: removed, ...STRIKERS, name: 'Again' }, 0);
    expect((await admin.call(listViews)).reply.views).toHaveLength(2);
  });

  test('one that arrives after its removal stays away', async () => {
    const { db, admin } = await office();
    const id = newId();
    const at = (ago: number) => ({
      headers: { [MADE_AT]: String(Date.now() - ago) },
      key: newId(),
    });
    expect((await admin.call(removeView, { params: { id }, ...at(0) })).status).toBe(404);
    expect((await admin.call(keepView, { body: { id, ...STRIKERS }, ...at(60_000) })).status).toBe(
      204,
    );
    expect((await admin.call(listViews)).reply.views).toEqual([]);
    expect(JSON.stringify(await db.savedView.findMany())).not.toMatch(/striker/);
  });

  test('a repeated key changes nothing', async () => {
    const { admin } = await office();
    const [id, key] = [newId(), newId()];
    await admin.call(keepView, { body: { id, ...STRIKERS }, key });
    await admin.call(keepView, { body: { id, ...STRIKERS, name: 'Newer' }, key: newId() });
    await admin.call(keepView, { body: { id, ...STRIKERS }, key });
    expect((await admin.call(listViews)).reply.views).toMatchObject([{ name: 'Newer' }]);
  });

  test('a removed view leaves nothing of its texts in the database', async () => {
    const { db, admin } = await office();
    const id = newId();
    await admin.call(keepView, { body: { id, ...STRIKERS, name: 'zq7marker' } });
    await admin.call(removeView, { params: { id } });
    expect(JSON.stringify(await db.savedView.findMany())).not.toMatch(/zq7marker|striker/);
    const retention = { visits: 0, inquiries: 0, applications: 0, keys: 60, audit: 90 };
    await removeExpired(db, retention, new Date(Date.now() + 61 * 24 * 60 * 60_000));
    expect(await db.savedView.count()).toBe(0);
  });

  test('are at most fifty, also when many come at once', async () => {
    const { admin } = await office();
    const answers = await Promise.all(
      Array.from({ length: MOST_VIEWS + 3 }, () =>
        admin.call(keepView, { body: { id: newId(), ...STRIKERS } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(MOST_VIEWS);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ problem }) => problem.code)).toEqual(Array(3).fill('too-many-views'));
    const [first] = (await admin.call(listViews)).reply.views;
    const body = { ...STRIKERS, id: first?.id ?? '', name: 'Changed' };
    expect((await admin.call(keepView, { body })).status).toBe(204);
  });

  test('go with the erased account', async () => {
    const { db, admin, agent } = await office();
    await agent.call(keepView, { body: { id: newId(), ...STRIKERS } });
    const { id } = await db.user.findFirstOrThrow({ where: { role: 'agent' } });
    await admin.call(eraseUser, { params: { id: String(id) }, body: { name: 'keep' } });
    expect(await db.savedView.count()).toBe(0);
  });
});
