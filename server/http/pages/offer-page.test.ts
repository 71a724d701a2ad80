import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { editApplication, getApplication } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import { offersOf, setOffer } from '#contract/offers/offer.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import type { RenderOffer } from './offer-page.routes.ts';

const renderOffer: RenderOffer = async (language, { shown, refused, url }) =>
  JSON.stringify({
    language,
    ...('gone' in shown ? { shown: shown.gone, endedOn: shown.endedOn } : { url }),
    ...('application' in shown && { shown: shown.application.playerName }),
    refused,
  });

onSqliteFirst('the page of an offer', ({ open }) => {
  async function offered() {
    const { admin, origin, application, errors } = await openOffice(await open(), { renderOffer });
    const draft = { ...aDraft, offerConsentOn: '2026-11-01' };
    const { id } = await application(draft);
    const offerId = newId();
    const token = randomBytes(32).toString('base64url');
    const path = `/player/${token}`;
    const body = {
      until: new Date(Date.now() + 60_000).toISOString(),
      draft: { club: 'FC Example', language: 'es', shows: [], words: null },
      digest: createHash('sha256').update(token).digest('hex'),
    };
    await admin.call(setOffer, { params: { id, offerId }, body });
    const offer = async () =>
      offersOf((await admin.call(getApplication, { params: { id } })).reply)[0];
    const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      new Client(origin).send('POST', path, {
        body: new URLSearchParams(form).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      });
    return { admin, origin, id, offerId, draft, path, offer, post, errors };
  }

  test('counts a person, the same browser again, and neither the agency nor programs', async () => {
    const { admin, origin, path, offer } = await offered();
    const club = new Client(origin);
    for (const _ of [1, 2, 3]) expect((await club.send('GET', path)).status).toBe(200);
    await new Client(origin).send('GET', path);
    await admin.send('GET', path);
    await club.send('GET', path, { headers: { 'User-Agent': 'WhatsApp/2.23' } });
    await club.send('GET', path, { headers: { 'Sec-Purpose': 'prefetch' } });
    await club.send('HEAD', path);
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    await club.send('GET', `${path}?lang=de`, { headers });
    expect(await offer()).toMatchObject({ people: 2, openings: 4 });
    // Who waited for the page opens it from the one that says so.
    await new Client(origin).send('GET', `${path}?retry=1`, { headers });
    expect(await offer()).toMatchObject({ people: 3, openings: 5 });
  });

  test('is of the language of the offer until the reader chooses another, and nobody keeps or lists it', async () => {
    const { origin, path } = await offered();
    const club = new Client(origin);
    const answer = await club.send('GET', path);
    const url = `http://agency.test${path}`;
    expect(await answer.json()).toEqual({ language: 'es', shown: aDraft.playerName, url });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    });
    const german = await club.send('GET', `${path}?lang=de`);
    expect(await german.json()).toMatchObject({ language: 'de' });
  });

  test('takes an answer by a form, and leads back to itself', async () => {
    const { path, offer, post, errors } = await offered();
    const answer = await post({ answer: 'interested', words: 'Call me.\r\nToday.' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `${path}?lang=en#answer`,
    ]);
    expect(await offer()).toMatchObject({ answer: 'interested', answerWords: 'Call me.\nToday.' });
    const wrong = await post({ answer: 'interested', words: 'x'.repeat(301) });
    expect(await wrong.json()).toMatchObject({
      shown: aDraft.playerName,
      refused: { why: 'wrong', words: 'x'.repeat(301) },
    });
    expect(wrong.status).toBe(400);
    expect((await post({ answer: 'perhaps' })).status).toBe(400);
    const foreign = await post({ answer: 'not-now' }, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect(await offer()).toMatchObject({ answer: 'interested' });
    expect(errors()).toEqual([]);
  });

  test('says that it is not there yet, or that it has ended, and when', async () => {
    const { admin, origin, id, offerId, draft, path, post } = await offered();
    const club = new Client(origin);
    const headers = { 'Accept-Language': 'it-IT, en' };
    const unknown = await club.send('GET', `/player/${'x'.repeat(43)}`, { headers });
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { language: 'it', shown: 'unknown' },
    ]);
    expect((await club.send('GET', '/player/short')).status).toBe(404);

    // A device ends it by a moment that has passed for every clock.
    const until = '2026-01-01T00:00:00.000Z';
    await admin.call(setOffer, { params: { id, offerId }, body: { until } });
    const { endedOn } = (await (await club.send('GET', path)).json()) as { endedOn: string };
    expect(Date.now() - Date.parse(endedOn)).toBeLessThan(25 * 60 * 60_000);
    const reopened = { until: new Date(Date.now() + 60_000).toISOString() };
    await admin.call(setOffer, { params: { id, offerId }, body: reopened });
    expect((await club.send('GET', path)).status).toBe(200);

    const body = { ...draft, offerConsentOn: null };
    await admin.call(editApplication, { params: { id }, body });
    const ended = await club.send('GET', path);
    expect([ended.status, await ended.json()]).toEqual([410, { language: 'es', shown: 'ended' }]);
    expect((await post({ answer: 'interested', words: '' })).status).toBe(410);
  });
});
