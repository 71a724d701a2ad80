import { expect, test } from 'vitest';
import { ALL_RULES } from '#contract/values/search-text.ts';
import { Haystack } from '#pwa/lib/text/haystack.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import {
  dueApplications,
  findApplications,
  haystackOf,
  silentApplications,
  sortedApplications,
} from './application-list.ts';

function row(more: Partial<ApplicationRow>): ApplicationRow {
  return { ...anApplication(), waiting: null, ...more };
}

const TODAY = '2026-11-21';
const ana = row({
  playerName: 'Ana Muñoz',
  status: 'signed',
  updatedAt: '2026-01-03T00:00:00.000Z',
});
const bo = row({
  playerName: 'bo 10',
  currentClub: null,
  agentNotes: 'Left foot,\nvery fast.',
  followUpOn: TODAY,
  updatedAt: '2026-01-02T00:00:00.000Z',
});
const cy = row({
  playerName: 'Bo 9',
  status: 'signed',
  followUpOn: '2026-11-22',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const rows = [ana, bo, cy];
const haystack = new Haystack(
  rows.map((row) => haystackOf(row, ALL_RULES)),
  ALL_RULES,
);

test('a search and a filter leave what fits both; each filter counts what the search found', () => {
  const all = findApplications(rows, null, { query: '', filter: 'all' }, TODAY);
  expect(all.rows).toEqual(rows);
  expect(all.counts).toMatchObject({ all: 3, due: 1, signed: 2, pending: 1, rejected: 0 });

  const signed = findApplications(rows, haystack, { query: 'bo', filter: 'signed' }, TODAY);
  expect(signed.rows).toEqual([cy]);
  expect(signed.counts).toMatchObject({ all: 2, signed: 1, pending: 1 });
  const notes = findApplications(rows, haystack, { query: 'foot FAST', filter: 'all' }, TODAY);
  expect(notes.rows).toEqual([bo]);
});

test('due is what has a day that has come', () => {
  const due = (today: string) =>
    findApplications(rows, null, { query: '', filter: 'due' }, today).rows;
  expect(due('2026-11-20')).toEqual([]);
  expect(due(TODAY)).toEqual([bo]);
  expect(due('2026-11-23')).toEqual([bo, cy]);
});

test('Q-29 the newest change is first, unless another order is chosen', () => {
  const mixed = [cy, ana, bo];
  expect(sortedApplications(mixed, 'updated')).toEqual([ana, bo, cy]);
  expect(sortedApplications(mixed, 'name')).toEqual([ana, cy, bo]);
  expect(sortedApplications(mixed, 'status')).toEqual([bo, ana, cy]);
  expect(sortedApplications(mixed, 'followUp')).toEqual([bo, cy, ana]);
  expect(mixed).toEqual([cy, ana, bo]);
});

test('by position and by club those without one come last', () => {
  const keeper = { ...bo, position: 'keeper', currentClub: null };
  const back = { ...ana, position: 'Left back', currentClub: 'Ajax' };
  const none = { ...cy, position: null, currentClub: 'Ávila' };
  expect(sortedApplications([none, back, keeper], 'position')).toEqual([keeper, back, none]);
  expect(sortedApplications([keeper, none, back], 'currentClub')).toEqual([back, none, keeper]);
});

test.each(['contractUntil', 'mandateUntil'] as const)(
  'by %s the first to end stands first, and those without a day last',
  (field) => {
    const soon = { ...bo, [field]: '2027-06-30' };
    const later = { ...ana, [field]: '2028-06-30' };
    const open = { ...cy, [field]: null };
    expect(sortedApplications([open, later, soon], field)).toEqual([soon, later, open]);
  },
);

test('today shows the follow-ups whose day has come, the longest due first', () => {
  expect(dueApplications(rows, '2026-11-20')).toEqual([]);
  expect(dueApplications([cy, ana, bo], '2026-11-23')).toEqual([bo, cy]);
});

test('an open application is silent after 14 days without a change, unless it has a day', () => {
  const now = Date.parse('2026-01-15T12:00:00.000Z');
  const at = (updatedAt: string, more: Partial<ApplicationRow> = {}) =>
    row({ status: 'pending', followUpOn: null, updatedAt, ...more });
  const fresh = at('2026-01-01T12:00:00.001Z');
  const silent = at('2026-01-01T12:00:00.000Z');
  const older = at('2025-06-01T00:00:00.000Z', { status: 'contract_offered' });
  const ended = at('2025-06-01T00:00:00.000Z', { status: 'signed' });
  const rejected = at('2025-06-01T00:00:00.000Z', { status: 'rejected' });
  const planned = at('2025-06-01T00:00:00.000Z', { followUpOn: '2026-03-01' });
  expect(silentApplications([older, fresh, ended, rejected, planned, silent], now)).toEqual([
    silent,
    older,
  ]);
});

test('silent applications that were set aside are left out for 14 days; one that fell silent since is shown', () => {
  const day = 24 * 60 * 60_000;
  const aside = Date.parse('2026-11-21T12:00:00.000Z');
  const before = row({ status: 'pending', updatedAt: '2026-11-01T00:00:00.000Z' });
  const since = row({ status: 'pending', updatedAt: '2026-11-08T00:00:00.000Z' });
  const at = (now: number) => silentApplications([before, since], now, aside);
  expect(at(aside)).toEqual([]);
  expect(at(aside + day)).toEqual([since]);
  expect(at(aside + 14 * day)).toEqual([since, before]);
});
