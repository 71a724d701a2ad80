import { expect, test } from 'vitest';
import { changeStatus, createApplication } from '#contract/applications.ts';
import { newId } from '#contract/ids.ts';
import { erasePerson } from '#contract/people.ts';
import { findArrived, NOTE_LIFE, noteName, noteValue } from '#contract/unsent.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

onBothDatabases('changes that waited on a device', ({ open }) => {
  test('fault 25 have arrived when they were applied, and not when they were refused or never came', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const { id } = await application();
    const [applied, refused, never] = [newId(), newId(), newId()];
    const change = (key: string, body: object) =>
      admin.call(changeStatus, { params: { id }, body, key });
    expect((await change(applied, { status: 'signed' })).status).toBe(200);
    expect((await change(refused, { status: 'signed' })).status).toBe(400);

    const { reply } = await admin.call(findArrived, { body: { keys: [never, refused, applied] } });
    expect(reply).toEqual({ arrived: [applied] });
    expect(errors()).toEqual([]);
  });

  test('fault 25 have arrived when their record was deleted before them, or with its person after them', async () => {
    const { admin } = await openOffice(await open());
    const [late, made] = [newId(), newId()];
    const body = { status: 'signed' };
    const { status } = await admin.call(changeStatus, { params: { id: newId() }, body, key: late });
    expect(status).toBe(404);
    const { reply } = await admin.call(createApplication, { body: aDraft, key: made });
    await admin.call(erasePerson, { body: { email: reply.email, how: 'delete' } });

    const asked = await admin.call(findArrived, { body: { keys: [late, made] } });
    expect(asked.reply.arrived.sort()).toEqual([late, made].sort());
  });

  test('W-13 are told to their own user only; keys that are none, or too many, are refused', async () => {
    const db = await open();
    const { origin, admin } = await openOffice(db);
    const key = newId();
    await admin.call(createApplication, { body: aDraft, key });
    const colleague = await signedIn(db, origin, { username: 'colleague' });
    expect((await colleague.call(findArrived, { body: { keys: [key] } })).reply.arrived).toEqual(
      [],
    );

    for (const keys of [[], ['7'], Array.from({ length: 51 }, newId), key, null]) {
      expect((await admin.call(findArrived, { body: { keys } })).status).toBe(400);
    }
  });
});

onBothDatabases('the note of what waits', ({ open }) => {
  test('fault 25 is set again for 59 days by every answer of the API, also to nobody', async () => {
    const { origin } = await serveApp(await open(), { siteUrl: 'https://agency.test' });
    const keys = [newId(), newId()];
    const cookie = `i18next=de; ${noteName(7)}=${noteValue(keys)}`;
    const { status, headers } = await new Client(origin).send('GET', '/api/auth/user', {
      headers: { Cookie: cookie },
    });
    expect(status).toBe(401);
    const [line = '', ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(line).toContain(`unsent-7=${keys.join('.')}; path=/; expires=`);
    expect(line).toMatch(/; samesite=strict; secure$/);
    const until = Date.parse(/expires=([^;]+)/.exec(line)?.[1] ?? '');
    expect(Math.round((until - Date.now()) / 60_000)).toBe(NOTE_LIFE / 60);
  });

  test.each([
    ['of no user', `${noteName(0)}=${newId()}`],
    ['of another word', `unsent-x=${newId()}`],
    ['without a key', `${noteName(7)}=`],
    ['that is no key', `${noteName(7)}=a.b`],
    ['with too many keys', `${noteName(7)}=${Array.from({ length: 51 }, newId).join('.')}`],
  ])('a cookie %s is none, and is not set', async (_, cookie) => {
    const { origin } = await serveApp(await open());
    const answer = await new Client(origin).send('GET', '/api/health', {
      headers: { Cookie: cookie },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
