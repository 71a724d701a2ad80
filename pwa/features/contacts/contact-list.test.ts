import { expect, test } from 'vitest';
import { ALL_RULES } from '#contract/values/search-text.ts';
import { Haystack } from '#pwa/lib/text/haystack.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { aContact } from '#pwa/test/fake-server.ts';
import {
  type ContactSort,
  findContacts,
  haystackOf,
  sortedContacts,
  timeLeft,
  waitingContacts,
} from './contact-list.ts';

function row(id: number, more: Partial<ContactRow> = {}): ContactRow {
  return { ...aContact(id), createdAt: `2026-01-0${id}T00:00:00.000Z`, waiting: null, ...more };
}

const rows = [
  row(5),
  row(4, { state: 'answered' }),
  row(3, { convertedToApplication: true, state: 'answered' }),
  row(2, { state: 'spam' }),
  row(1, { state: 'archived', convertedToApplication: true }),
];
const added = row(6, { addedTo: 'a' });

test('D-07 spam and archived inquiries stand aside; converted counts before answered', () => {
  const shown = (filter: 'all' | 'unanswered' | 'answered' | 'converted' | 'spam' | 'archived') =>
    findContacts(rows, null, { query: '', filter }).rows.map(({ id }) => id);
  expect(shown('all')).toEqual([5, 4, 3]);
  expect(shown('unanswered')).toEqual([5]);
  expect(shown('answered')).toEqual([4]);
  expect(shown('converted')).toEqual([3]);
  expect(shown('spam')).toEqual([2]);
  expect(shown('archived')).toEqual([1]);
  const haystack = new Haystack(
    rows.map((row) => haystackOf(row, ALL_RULES)),
    ALL_RULES,
  );
  const found = findContacts(rows, haystack, { query: 'player 2', filter: 'all' });
  expect(found.rows).toEqual([]);
  expect(found.counts).toMatchObject({ all: 0, spam: 1 });
});

test('the promise of 48 hours runs until somebody answers, converts or sets it aside', () => {
  const now = Date.parse('2026-01-06T23:00:00.000Z');
  expect(rows.map((one) => timeLeft(one, now))).toEqual([3_600_000, null, null, null, null]);
  expect(timeLeft(row(5), now + 2 * 3_600_000)).toBe(-3_600_000);
});

test('an inquiry that was added to a player is dealt with: it is no task, has no clock and counts as converted', () => {
  const now = Date.parse('2026-01-30T00:00:00.000Z');
  expect(timeLeft(added, now)).toBeNull();
  expect(waitingContacts([added], now)).toEqual({ urgent: [], fresh: [], doubtful: [] });
  const { counts } = findContacts([added], null, { query: '', filter: 'all' });
  expect(counts).toMatchObject({ all: 1, unanswered: 0, converted: 1 });
});

test('Q-29 the newest inquiry is first, unless another order is chosen', () => {
  const mixed = [row(2), row(3), row(1)];
  const order = (sort: 'received' | 'oldest' | 'name') =>
    sortedContacts(mixed, sort).map(({ id }) => id);
  expect(order('received')).toEqual([3, 2, 1]);
  expect(order('oldest')).toEqual([1, 2, 3]);
  expect(order('name')).toEqual([1, 2, 3]);
});

test('by position and by club the newest of equals is first', () => {
  const mixed = [
    row(1, { position: 'Keeper', currentClub: 'Ajax' }),
    row(2, { position: null, currentClub: 'Ajax' }),
    row(3, { position: 'Back', currentClub: null }),
  ];
  const order = (sort: ContactSort) => sortedContacts(mixed, sort).map(({ id }) => id);
  expect(order('position')).toEqual([3, 1, 2]);
  expect(order('currentClub')).toEqual([2, 1, 3]);
});

test('a reply is urgent from a day before its promise on, the latest one first; before that the inquiry is fresh', () => {
  const at = (instant: string) => {
    const { urgent, fresh } = waitingContacts(rows, Date.parse(instant));
    return { urgent: urgent.map(({ id }) => id), fresh: fresh.map(({ id }) => id) };
  };
  expect(at('2026-01-05T23:59:59.000Z')).toEqual({ urgent: [], fresh: [5] });
  expect(at('2026-01-06T00:00:00.000Z')).toEqual({ urgent: [5], fresh: [] });

  const unanswered = [row(5), row(3), row(6), row(7), row(4, { suspect: true })];
  const { urgent, fresh, doubtful } = waitingContacts(
    unanswered,
    Date.parse('2026-01-06T12:00:00.000Z'),
  );
  expect(urgent.map(({ id }) => id)).toEqual([3, 5]);
  expect(doubtful.map(({ id }) => id)).toEqual([4]);
  expect(fresh.map(({ id }) => id)).toEqual([7, 6]);
});
