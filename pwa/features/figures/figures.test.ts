import { expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/applications.ts';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { countedOf, figuresOfPeriod, type Period } from './figures.ts';

/** A Wednesday. */
const NOW = new Date(2026, 10, 25, 12).getTime();
const DAY = 24 * 60 * 60_000;
const ago = (days: number) => new Date(NOW - days * DAY).toISOString();

function figuresOf(records: Parameters<typeof countedOf>[0], now: number, period?: Period) {
  return figuresOfPeriod(countedOf(records, now), period);
}

test('an application counts in each stage that it has reached, with the days it stayed there', () => {
  const { stages } = figuresOf(
    {
      applications: [
        application('a', 'signed', { createdAt: ago(20) }),
        application('b', 'rejected', { createdAt: ago(10) }),
        application('c', 'pending', { createdAt: ago(5) }),
      ],
      contacts: [],
      history: [
        change('a', 'pending', 'in_review', 18, 1),
        // A note.
        change('a', 'in_review', 'in_review', 17, 2),
        change('a', 'in_review', 'signed', 12, 3),
        change('b', 'interview_scheduled', 'rejected', 2, 5),
        change('b', 'pending', 'interview_scheduled', 4, 4),
      ],
    },
    NOW,
  );
  expect(stages).toEqual([
    { status: 'pending', now: 1, reached: 3, conversion: null, days: 4 },
    { status: 'in_review', now: 0, reached: 2, conversion: 67, days: 6 },
    { status: 'interview_scheduled', now: 0, reached: 2, conversion: 100, days: 2 },
    { status: 'contract_offered', now: 0, reached: 1, conversion: 50, days: null },
    { status: 'signed', now: 1, reached: 1, conversion: 100, days: null },
    { status: 'rejected', now: 1, reached: 1, conversion: 33, days: null },
  ]);
});

test('a status that was taken back within minutes is none', () => {
  const minute = 1 / (24 * 60);
  const { stages, totals, weeks } = figuresOf(
    {
      applications: [application('a', 'pending'), application('b', 'signed')],
      contacts: [],
      history: [
        change('a', 'pending', 'signed', 1, 1),
        change('a', 'signed', 'pending', 1 - minute, 2),
        change('b', 'pending', 'signed', 1, 1),
        change('b', 'signed', 'pending', 1 - minute, 2),
        change('b', 'pending', 'signed', 1 - 2 * minute, 3),
      ],
    },
    NOW,
  );
  expect(stages.map(({ reached }) => reached)).toEqual([2, 1, 1, 1, 1, 0]);
  expect(totals.signed.now).toBe(1);
  expect(weeks.at(-1)?.signed).toBe(1);
});

test('inquiries and contracts of twelve weeks, each from Monday; spam is left out', () => {
  const { weeks } = figuresOf(
    {
      applications: [application('a', 'signed')],
      contacts: [
        contact(1, { createdAt: ago(0) }),
        contact(2, { createdAt: ago(2) }),
        contact(3, { createdAt: ago(3) }),
        contact(4, { createdAt: ago(0), state: 'spam' }),
        contact(5, { createdAt: ago(200) }),
      ],
      // The second one is of a removed application.
      history: [change('a', 'pending', 'signed', 8, 1), change('z', 'pending', 'signed', 1, 2)],
    },
    NOW,
  );
  expect(weeks).toHaveLength(12);
  expect(weeks.slice(-3)).toEqual([
    { from: '2026-11-09', inquiries: 0, signed: 0 },
    { from: '2026-11-16', inquiries: 1, signed: 1 },
    { from: '2026-11-23', inquiries: 2, signed: 0 },
  ]);
  expect(weeks.reduce((sum, { inquiries }) => sum + inquiries, 0)).toBe(3);
});

test('campaigns and languages by their inquiries, with the players who signed', () => {
  const { campaigns, languages } = figuresOf(
    {
      applications: [application('a', 'signed', { contactId: 2 }), application('b', 'signed')],
      contacts: [
        contact(1, { campaignId: 7, language: 'de' }),
        contact(2, { campaignId: 7, language: 'en' }),
        contact(3, { campaignId: null, language: 'de' }),
      ],
      history: [],
    },
    NOW,
  );
  expect(campaigns).toEqual([
    { key: 7, inquiries: 2, signed: 1 },
    { key: null, inquiries: 1, signed: 0 },
  ]);
  expect(languages).toEqual([
    { key: 'de', inquiries: 2, signed: 0 },
    { key: 'en', inquiries: 1, signed: 1 },
  ]);
});

test('inquiries of each month settled within 48 hours, or late, or still open after them', () => {
  const at = (days: number, hours: number) => new Date(NOW - days * DAY + hours * 3_600_000);
  const settled = (days: number, hours: number, row = {}) =>
    contact(days, {
      createdAt: ago(days),
      state: 'answered',
      answeredAt: at(days, hours).toISOString(),
      ...row,
    });
  const { promises } = figuresOf(
    {
      applications: [],
      history: [],
      contacts: [
        settled(3, 47),
        settled(4, 48),
        settled(5, 49),
        settled(1, 1, { convertedToApplication: true }),
        settled(40, 2),
        // Their time is over; that of the next one is not.
        contact(10, { createdAt: ago(3) }),
        // Added to a player before that ended the clock.
        contact(17, { createdAt: ago(3), addedTo: 'a' }),
        contact(11, { createdAt: ago(1) }),
        // Before anybody noted when; a machine's; spam; withdrawn in time, and too late.
        contact(12, { createdAt: ago(9), state: 'answered' }),
        contact(13, { createdAt: ago(9), suspect: true }),
        contact(14, { createdAt: ago(9), state: 'spam', answeredAt: ago(8) }),
        contact(15, { createdAt: ago(9), withdrawnAt: ago(8) }),
        contact(16, { createdAt: ago(9), withdrawnAt: ago(6) }),
      ],
    },
    NOW,
  );
  expect(promises).toEqual([
    { month: '2026-11', due: 6, kept: 3 },
    { month: '2026-10', due: 1, kept: 1 },
  ]);
});

test('a period counts what came in it, beside the same time before', () => {
  const records = {
    applications: [
      application('a', 'signed', { createdAt: ago(100) }),
      application('b', 'signed', { createdAt: ago(29), contactId: 2 }),
      application('c', 'pending', { createdAt: ago(30) }),
    ],
    contacts: [
      contact(1, { createdAt: ago(59), language: 'de', answeredAt: ago(50), state: 'answered' }),
      contact(2, { createdAt: ago(29), language: 'en', answeredAt: ago(28), state: 'answered' }),
      contact(3, { createdAt: ago(0), language: 'en' }),
      contact(4, { createdAt: ago(60), language: 'de' }),
    ],
    // The first one signed twice.
    history: [
      change('a', 'pending', 'signed', 40, 1),
      change('a', 'signed', 'rejected', 20, 2),
      change('a', 'rejected', 'signed', 10, 3),
    ],
  };
  const month = figuresOf(records, NOW, 'month');
  expect(month.totals).toEqual({
    inquiries: { now: 2, before: 1 },
    applications: { now: 1, before: 1 },
    signed: { now: 1, before: 1 },
    kept: { now: 100, before: 0 },
  });
  expect(month.days).toBe('2026-10-27..2026-11-25');
  expect(month.stages.map(({ reached }) => reached)).toEqual([1, 1, 1, 1, 1, 0]);
  expect(month.languages).toEqual([{ key: 'en', inquiries: 2, signed: 1 }]);
  // Whole months, each of which leads to its inquiries.
  expect(month.promises.map(({ month }) => month)).toEqual(['2026-10']);

  const all = figuresOf(records, NOW);
  expect(all.days).toBeNull();
  expect(all.promises.map(({ month }) => month)).toEqual(['2026-10', '2026-09']);
  expect(all.totals).toEqual({
    inquiries: { now: 4, before: null },
    applications: { now: 3, before: null },
    signed: { now: 2, before: null },
    kept: { now: 33, before: null },
  });
  const nothing = figuresOf({ applications: [], contacts: [], history: [] }, NOW, 'year').totals;
  expect(nothing.kept).toEqual({ now: null, before: null });
});

test('rejections of the period count by the reason that was given last before the status changed again', () => {
  const minute = 1 / (24 * 60);
  const records = {
    applications: ['a', 'b', 'c', 'd'].map((id) => application(id, 'rejected')),
    contacts: [],
    history: [
      { ...change('a', 'pending', 'rejected', 2, 1), reason: 'age' },
      { ...change('b', 'pending', 'rejected', 2, 2), reason: 'level' },
      // Another reason was given later.
      { ...change('b', 'rejected', 'rejected', 1, 3), reason: 'age' },
      { ...change('c', 'pending', 'rejected', 50, 4), reason: 'of_tomorrow' },
      change('c', 'rejected', 'pending', 40, 5),
      change('c', 'pending', 'rejected', 3, 6),
      // It was undone, with its reason.
      { ...change('d', 'pending', 'rejected', 1, 7), reason: 'level' },
      change('d', 'rejected', 'pending', 1 - minute, 8),
    ],
  };
  expect(figuresOf(records, NOW, 'month').reasons).toEqual([
    { reason: 'age', count: 2 },
    { reason: null, count: 1 },
  ]);
  expect(figuresOf(records, NOW).reasons).toEqual([
    { reason: 'age', count: 2 },
    { reason: 'of_tomorrow', count: 1 },
    { reason: null, count: 1 },
  ]);
});

function application(id: string, status: string, row: Partial<ApplicationRow> = {}) {
  return { id, status, contactId: null, createdAt: ago(30), ...row } as ApplicationRow;
}

function contact(id: number, row: Partial<ContactRow> = {}) {
  const nothing = {
    campaignId: null,
    language: null,
    state: 'new',
    addedTo: null,
    answeredAt: null,
    withdrawnAt: null,
    createdAt: ago(1),
  };
  return { id, ...nothing, ...row } as ContactRow;
}

function change(
  applicationId: string,
  previousStatus: string,
  newStatus: string,
  days: number,
  version: number,
) {
  const entry = { id: `${applicationId}${version}`, applicationId, previousStatus, newStatus };
  return { ...entry, createdAt: ago(days), version } as HistoryEntry;
}
