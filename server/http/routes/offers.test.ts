import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  changeStatus,
  editApplication,
  getApplication,
  getHistory,
  pullApplications,
  setFollowUp,
} from '#contract/applications.ts';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { withdrawInquiry } from '#contract/inquiry-link.ts';
import { answerOffer, countOpening, offersOf, setOffer } from '#contract/offers/offer.ts';
import { offerIn } from '#contract/offers/offer-notes.ts';
import { erasePerson, exportPerson } from '#contract/people.ts';
import { localTime } from '#contract/values/local-time.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft, aPortrait } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

const DAY = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const RETENTION = { visits: 400, inquiries: 400, applications: 0, keys: 60, audit: 400 };
const DRAFT = {
  club: 'FC Example',
  language: 'es',
  shows: ['dateOfBirth', 'position', 'links'],
  words: 'Fast and calm.',
};
const CONSENT = { ...aDraft, offerConsentOn: '2026-11-01' };

/** A link and what the server learns of it. */
function aLink() {
  const token = randomBytes(32).toString('base64url');
  return { token, digest: createHash('sha256').update(token).digest('hex') };
}

onBothDatabases('an offer to a club', ({ open }) => {
  async function offered(more: object = {}) {
    const db = await open();
    const office = await openOffice(db);
    const { id } = await office.application(CONSENT);
    const { token, digest } = aLink();
    const params = { id, offerId: newId() };
    const body = { until: daysFromNow(30), draft: DRAFT, digest, ...more };
    const { status, reply } = await office.admin.call(setOffer, { params, body });
    expect(status).toBe(200);
    const now = async () => (await office.admin.call(getApplication, { params: { id } })).reply;
    const told = async () => {
      const { reply } = await office.admin.call(getHistory, { params: { id } });
      return reply.map(({ notes }) => offerIn(notes));
    };
    return { ...office, db, id, params, body, token, reply, now, told };
  }

  test('stands in the row, in pulls and in the history; the server knows no link', async () => {
    const { admin, db, body, params, token, reply, told } = await offered();
    const [offer, none] = offersOf(reply);
    expect(none).toBeUndefined();
    expect(offer).toMatchObject({ ...DRAFT, id: params.offerId, contactId: null, people: 0 });
    const pulled = await admin.call(pullApplications, { query: { since: 0 } });
    expect(pulled.reply.rows[0]?.offers).toBe(reply.offers);
    expect(await told()).toEqual([{ event: 'made', club: 'FC Example', words: null }]);
    expect(JSON.stringify(await db.offerPage.findMany())).not.toContain(token);

    // The same again, also under another key, changes nothing.
    expect((await admin.call(setOffer, { params, body })).reply).toEqual(reply);
    expect(await told()).toHaveLength(1);
  });

  test('ends by a press, is open again by Undo, and both stand in the history', async () => {
    const { admin, visitor, params, body, token, told } = await offered();
    const opening = { body: { token, isAgain: false } };
    await admin.call(setOffer, { params, body: { until: daysFromNow(0) } });
    const refused = await visitor.call(countOpening, opening);
    expect([refused.status, refused.problem.code]).toEqual([404, 'link-not-found']);
    await admin.call(setOffer, { params, body: { until: body.until } });
    expect((await visitor.call(countOpening, opening)).status).toBe(204);
    expect((await told()).map((note) => note?.event)).toEqual(['opened', 'made', 'ended', 'made']);
  });

  test('counts people and openings; the first stands in the history', async () => {
    const { visitor, token, now, told } = await offered();
    for (const isAgain of [false, true, true, false]) {
      const body = { token, isAgain };
      expect((await visitor.call(countOpening, { body })).status).toBe(204);
    }
    const [offer] = offersOf(await now());
    expect(offer).toMatchObject({ people: 2, openings: 4, openedAt: expect.any(String) });
    expect((await told()).map((note) => note?.event)).toEqual(['opened', 'made']);
  });

  test('is answered: the history has the words, and the player is due today', async () => {
    const { admin, visitor, id, token, now, told } = await offered();
    const today = new Date().toISOString().slice(0, 10);
    const say = (answer: string, words: string | null = null) =>
      visitor.call(answerOffer, { body: { token, answer, words } });
    expect((await say('not-now', 'In summer.')).status).toBe(204);
    expect(await now()).toMatchObject({ followUpOn: null });
    const planned = { followUpOn: '2099-01-31' };
    await admin.call(setFollowUp, { params: { id }, body: planned });
    await say('interested', 'Please call.');
    await say('interested', 'Please call.');
    const row = await now();
    expect(row.followUpOn).toBe(today);
    expect(offersOf(row)[0]).toMatchObject({ answer: 'interested', answerWords: 'Please call.' });
    expect(await told()).toEqual([
      // The day that was planned is not lost.
      { event: 'interested', club: 'FC Example', words: 'Please call.\n(2099-01-31)' },
      { event: 'not-now', club: 'FC Example', words: 'In summer.' },
      { event: 'made', club: 'FC Example', words: null },
    ]);
  });

  test('is closed without the consent: a newer one opens no page of before, the same one does, as Undo needs', async () => {
    const { admin, visitor, id, token } = await offered();
    const consent = async (offerConsentOn: string | null) => {
      const body = { ...CONSENT, offerConsentOn };
      await admin.call(editApplication, { params: { id }, body });
      const opening = { body: { token, isAgain: false } };
      return (await visitor.call(countOpening, opening)).status;
    };
    expect(await consent(null)).toBe(404);
    expect(await consent(daysFromNow(2).slice(0, 10))).toBe(404);
    expect(await consent(CONSENT.offerConsentOn)).toBe(204);
    const status = { params: { id }, body: { status: 'rejected' } };
    await admin.call(changeStatus, status);
    expect(await consent(CONSENT.offerConsentOn)).toBe(404);
  });

  test('forgets its club when the inquiry of the club is erased or withdrawn', async () => {
    for (const how of ['erased', 'withdrawn']) {
      const db = await open();
      const { admin, visitor, contact, application } = await openOffice(db);
      const email = 'scout@example.org';
      const linkToken = newLinkToken();
      const { id: contactId } = await contact({ email, linkToken });
      const { id } = await application({ ...CONSENT, email: 'bo@example.org' });
      const { token, digest } = aLink();
      const draft = { ...DRAFT, contactId };
      const params = { id, offerId: newId() };
      await admin.call(setOffer, { params, body: { until: daysFromNow(30), draft, digest } });
      const answer = { token, answer: 'interested', words: 'From the scout.' };
      await visitor.call(answerOffer, { body: answer });
      if (how === 'erased') await admin.call(erasePerson, { body: { email, how: 'delete' } });
      else await visitor.call(withdrawInquiry, { body: { token: linkToken } });
      const { reply } = await admin.call(getApplication, { params: { id } });
      expect(offersOf(reply)[0]).toMatchObject({ club: ANONYMISED.name, contactId: null });
      const history = (await admin.call(getHistory, { params: { id } })).reply;
      expect(JSON.stringify([reply, history])).not.toMatch(/FC Example|scout/);
    }
  });

  test('has a picture without what a camera wrote beside it, in the export, until the person is erased', async () => {
    const { admin, db, id, now } = await offered({ picture: aPortrait.jpeg });
    const exported = await admin.call(exportPerson, { body: { email: aDraft.email } });
    expect(exported.reply.applications[0]?.offerPictures).toEqual([aPortrait.jpeg]);
    await admin.call(erasePerson, { body: { email: aDraft.email, how: 'anonymise' } });
    expect(await now()).toMatchObject({ offers: null, offerConsentOn: null });
    expect(await db.offerPage.count()).toBe(0);
    const late = { until: daysFromNow(30), draft: DRAFT, digest: aLink().digest };
    const refused = await admin.call(setOffer, { params: { id, offerId: newId() }, body: late });
    expect(refused.problem.code).toBe('person-not-found');
  });

  test('is refused with the member that is wrong', async () => {
    const { admin, db, id, body, params } = await offered();
    const fields = async (change: object) => {
      const params = { id, offerId: newId() };
      const sent = { ...body, digest: aLink().digest, ...change };
      const { status, problem } = await admin.call(setOffer, { params, body: sent });
      return [status, Object.keys(problem.fields ?? {})];
    };
    expect(await fields({ draft: undefined })).toEqual([400, ['draft']]);
    expect(await fields({ digest: undefined })).toEqual([400, ['digest']]);
    expect(await fields({ digest: body.digest })).toEqual([400, ['digest']]);
    expect(await fields({ picture: 'bm8gcGljdHVyZQ==' })).toEqual([400, ['picture']]);
    expect(await fields({ draft: { ...DRAFT, shows: ['phone'] } })).toEqual([
      400,
      ['draft.shows.0'],
    ]);
    expect(await fields({ draft: { ...DRAFT, timeZone: 'Europe/Nowhere' } })).toEqual([
      400,
      ['draft.timeZone'],
    ]);
    await db.offerPage.deleteMany();
    const gone = await admin.call(setOffer, { params, body: { until: daysFromNow(90) } });
    expect(gone.problem.fields).toEqual({ until: 'This page is gone.' });
  });

  test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
    'is answered on a day of the agency, not of the server (%s)',
    async (timeZone) => {
      const { visitor, token, now } = await offered({ draft: { ...DRAFT, timeZone } });
      const { day } = localTime(new Date(), timeZone);
      await visitor.call(answerOffer, { body: { token, answer: 'interested', words: null } });
      expect((await now()).followUpOn).toBe(day);
    },
  );

  test('is forgotten with its picture 30 days after its end', async () => {
    const { db } = await offered();
    await keepHouse(db, RETENTION, new Date(Date.now() + 59 * DAY));
    expect(await db.offerPage.count()).toBe(1);
    await keepHouse(db, RETENTION, new Date(Date.now() + 61 * DAY));
    expect(await db.offerPage.count()).toBe(0);
  });
});
