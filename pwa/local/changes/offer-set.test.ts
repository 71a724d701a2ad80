import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import { offersOf } from '#contract/offers/offer.ts';
import { queue } from '#pwa/local/outbox/queue.ts';
import { undoChanges } from '#pwa/local/outbox/undo.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { offerSet } from './applications.ts';
import { definitionOf } from './registry.ts';

const BEFORE = '2026-11-01T00:00:00.000Z';
const UNTIL = '2099-12-30T00:00:00.000Z';
const DRAFT = {
  club: 'FC Sur',
  contactId: null,
  language: 'es',
  shows: ['position'],
  words: null,
  timeZone: null,
} as const;

function anOffer({ id, contactId }: Application, offerId = newId()) {
  const body = {
    until: UNTIL,
    draft: { ...DRAFT, shows: [...DRAFT.shows] },
    digest: '0'.repeat(64),
  };
  return offerSet.make(body, { id, contactId, offerId, club: 'FC Sur', was: BEFORE });
}

test('an offer that is made without a signal stands in the row at once and reaches its own address', async () => {
  const { server, network, openTab, pass } = aPhone();
  const application = server.addApplication();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const change = anOffer(application);
  await queue(mirror, change);
  const { offerId } = change.seen;
  const [entry] = await mirror.outbox.toArray();
  expect(entry?.path).toBe(`/api/applications/${application.id}/offers/${offerId}`);
  const row = await readRow(mirror, 'applications', application.id);
  const unread = { people: 0, openings: 0, openedAt: null, answer: null };
  const made = { id: offerId, ...DRAFT, until: UNTIL, ...unread };
  expect(offersOf(row ?? {})).toMatchObject([{ ...made, madeAt: entry?.queuedAt }]);

  network.fault = () => null;
  await pass(90_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(offersOf(server.applications.get(application.id) ?? {})).toMatchObject([made]);
});

test('Undo drops an offer that was not sent, ends one that was, and opens an ended one again as it was', async () => {
  const { server, network, openTab, pass } = aPhone();
  const application = server.addApplication();
  const { mirror } = openTab();
  const untils = () =>
    offersOf(server.applications.get(application.id) ?? {}).map(({ until }) => until);
  await pass(1_000);
  network.fault = () => 'drop-before';
  const dropped = anOffer(application);
  const unsent = [await queue(mirror, dropped)];
  await undoChanges(mirror, unsent, [dropped], String);
  network.fault = () => null;
  await pass(90_000);
  expect(untils()).toEqual([]);

  const sent = anOffer(application);
  const key = await queue(mirror, sent);
  await pass(90_000);
  expect(untils()).toEqual([UNTIL]);
  await undoChanges(mirror, [key], [sent], String);
  await pass(90_000);
  expect(untils()).toEqual([BEFORE]);

  const again = definitionOf(sent).reverse?.(
    { ...sent, body: { until: BEFORE }, seen: { ...sent.seen, was: UNTIL } },
    String,
  );
  expect(again).toMatchObject({ type: 'offer-set', body: { until: UNTIL } });
});

test('what a change does is told by whether its page is open longer than before', () => {
  const made = anOffer({ id: newId(), contactId: null } as Application);
  const { describe } = definitionOf(made);
  expect(describe(made, (key, values) => `${key} ${values?.club}`)).toBe(
    'offers.events.made FC Sur',
  );
  const ended = offerSet.make({ until: BEFORE }, { ...made.seen, was: UNTIL });
  expect(describe(ended, (key) => key)).toBe('offers.events.ended');
});

test('a row of before, without the column, has no offers', () => {
  expect(offersOf({})).toEqual([]);
});
