import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { changeStatus, editApplication, setFollowUp } from '#contract/applications.ts';
import { decideCopies } from '#contract/backups/copies.ts';
import {
  addContact,
  changeContactState,
  convertContact,
  setContactNotes,
  setWanted,
} from '#contract/contacts.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { correctInquiry } from '#contract/inquiry.ts';
import { withdrawInquiry } from '#contract/inquiry-link.ts';
import { countOpening, setOffer } from '#contract/offers/offer.ts';
import { erasePerson } from '#contract/people.ts';
import { removeApplication } from '#contract/removal.ts';
import { closeDatabase, openDatabase, readRows } from '#prisma/client.ts';
import { openOffice } from '#server/test/agency.ts';
import { aDraft, anInquiry } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { Phone, waitingOf } from '#server/test/restored.ts';

const REFUSALS = [
  'person-not-found',
  'link-not-found',
  'contact-not-found',
  'application-not-found',
];

onBothDatabases('writes of one person at one moment', ({ url, provider }) => {
  test('lock in one order: whatever they are, none waits for another that waits for it', async () => {
    const address = await url();
    const db = await openDatabase(address);
    const { admin, visitor, contact } = await openOffice(db);
    const seen = new Phone(admin);
    const body = { status: 'pending' as const };
    const { privacyPolicy: _, ...inquired } = anInquiry;

    for (let round = 0; round < 12; round += 1) {
      const token = newLinkToken();
      const email = `ana${round}@example.com`;
      const { id: contactId } = await contact({ linkToken: token, email });
      const inquiry = { params: { id: contactId } };
      const { id } = (await admin.call(convertContact, { ...inquiry, body })).reply;
      const params = { id };
      await admin.call(removeApplication, { params, body: { removed: true } });

      await seen.pull();
      // As the devices of another database have them.
      seen.epoch = `before ${round}`;
      const version = 1_000_000;
      const gone = [{ list: 'contacts', id: contactId, version }];
      await db.contact.update({ where: { id: contactId }, data: { name: 'Ana now' } });
      await seen.offer(0, round % 2 === 0 ? { gone, contacts: [] } : {});
      const ids = (await waitingOf(admin)).map((copy) => copy.id);

      const answers = await Promise.all([
        admin.call(decideCopies, { body: { ids, decision: 'take' } }),
        admin.call(changeStatus, { params, body: { status: 'signed', notes: 'Called.' } }),
        admin.call(changeContactState, { ...inquiry, body: { state: 'answered' } }),
        admin.call(setContactNotes, { ...inquiry, body: { notes: `Called ${round} times.` } }),
        admin.call(setWanted, { ...inquiry, body: { wantedAgeTo: 20 + round } }),
        admin.call(editApplication, { params, body: { ...aDraft, playerName: `Ana ${round}` } }),
        admin.call(convertContact, { ...inquiry, body }),
        admin.call(addContact, {
          ...inquiry,
          body: { applicationId: id, added: true },
        }),
        admin.call(setFollowUp, { params, body: { followUpOn: '2026-12-24' } }),
        admin.call(setOffer, {
          params: { id, offerId: newId() },
          body: {
            until: '2099-01-01T00:00:00.000Z',
            draft: { club: 'FC Example', language: 'en', shows: [] },
            digest: createHash('sha256').update(token).digest('hex'),
          },
        }),
        visitor.call(countOpening, { body: { token, isAgain: false } }),
        visitor.call(correctInquiry, { body: { ...inquired, email, token, name: 'Ana R.' } }),
        admin.call(removeApplication, { params, body: { removed: round % 2 === 0 } }),
        round % 3 === 0
          ? visitor.call(withdrawInquiry, { body: { token } })
          : admin.call(erasePerson, { body: { email, how: 'anonymise' } }),
      ]);

      // A person who was erased meanwhile, or was deleted with a copy, is not written about.
      const refusals = answers.filter(({ status }) => status >= 400).map((one) => one.problem.code);
      expect(REFUSALS).toEqual(expect.arrayContaining(refusals));
    }

    // A connection that ends reports what it has counted.
    await closeDatabase(db);
    if (provider === 'sqlite') return;
    const again = await openDatabase(address);
    onTestFinished(() => closeDatabase(again));
    const sql =
      'SELECT "deadlocks"::int FROM "pg_stat_database" WHERE "datname" = current_database()';
    expect(await readRows(again, sql)).toEqual([{ deadlocks: 0 }]);
  });
});
