import { expect, test } from 'vitest';
import { changeStatus, createApplication } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import { erasePerson } from '#contract/people.ts';
import { unknownKeys } from '#contract/sync.ts';
import { NOTE_LIFE, noteName, noteValue } from '#contract/unsent.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

onSqliteFirst('changes that waited on a device', ({ open }) => {
  test('fault 25 are not missing when their record was deleted before them, or with its person after them', async () => {
    const { admin, errors } = await openOffice(await open());
    const [late, made, never] = [newId(), newId(), newId()];
    const body = { status: 'signed' };
    const { status } = await admin.call(changeStatus, { params: { id: newId() }, body, key: late });
    expect(status).toBe(404);
    const { reply } = await admin.call(createApplication, { body: aDraft, key: made });
    await admin.call(erasePerson, { body: { email: reply.email, how: 'delete' } });

    const asked = await admin.call(unknownKeys, { body: { keys: [late, made, never] } });
    expect(asked.reply).toMatchObject({ unknown: [never], refused: [] });
    expect(errors()).toEqual([]);
  });
});

onSqliteFirst('the note of unsent changes', ({ open }) => {
  test('fault 25 is set again for 59 days by every answer of the API, also to nobody', async () => {
    const { origin } = await serveApp(await open(), { siteUrl: 'https://agency.test' });
    const keys = [newId(), newId()];
    const cookie = `i18next=de; unsent-8=${newId()}; __Host-${noteName(7)}=${noteValue(keys)}`;
    const { status, headers } = await new Client(origin).send('GET', '/api/auth/user', {
      headers: { Cookie: cookie },
    });
    expect(status).toBe(401);
    // On https another site may have written the one with the plain name.
    const [line = '', ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(line).toContain(`__Host-unsent-7=${keys.join('.')}; path=/; expires=`);
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
