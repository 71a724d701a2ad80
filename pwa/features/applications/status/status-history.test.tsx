// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { offerNote } from '#contract/offers/offer-notes.ts';
import { lastNote, REVERSED, UNDONE } from '#contract/values/undone-notes.ts';
import type { HistoryRow } from '#pwa/local/database/rows.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { show } from '#pwa/test/show.tsx';
import { StatusHistory } from './status-history.tsx';

test('a note that was taken back stands there once, struck, with who took it back; another stays', async () => {
  await show(
    <StatusHistory
      application={{ ...anApplication(), waiting: null }}
      entries={[
        note({ notes: 'Undone: Called.', by: 'bo', createdAt: '2026-11-21T12:00:00.000Z' }),
        note({ notes: 'Signed in Turin.' }),
        note({ notes: 'Called.' }),
        note({ notes: 'Called.' }),
      ]}
    />,
  );
  const entries = [...document.querySelectorAll('[data-status=note]')];
  expect(entries.map((entry) => entry.querySelector('del')?.textContent)).toEqual([
    undefined,
    'Called.',
    undefined,
  ]);
  expect(document.body.textContent).not.toContain('Undone: Called.');
  expect(entries[1]?.textContent).toContain('applicationDetail.history.undone');
  expect(entries[1]?.querySelectorAll('time')).toHaveLength(2);
});

test('a deadline that was set aside is told in words, with what was noted beside it', async () => {
  await show(
    <StatusHistory
      application={{ ...anApplication(), waiting: null }}
      entries={[note({ notes: `${asideNote('mandate-ends 2027-03-31 30')}\nHe signs on Monday.` })]}
    />,
  );
  expect(document.body.textContent).toContain('deadlines.wasSetAside');
  expect(document.body.textContent).toContain('deadlines.mandate-ends');
  expect(document.body.textContent).toContain('He signs on Monday.');
  expect(document.body.textContent).not.toContain('2027-03-31 30');
});

test('what happens to an offer is told in words, with those of the club', async () => {
  const event = { event: 'interested', club: 'FC Sur', words: 'Call us.' } as const;
  await show(
    <StatusHistory
      application={{ ...anApplication(), waiting: null }}
      entries={[
        note({ notes: offerNote(event), by: null }),
        note({ notes: 'Offer (other): FC Sur' }),
      ]}
    />,
  );
  const said = [...document.querySelectorAll('[data-status=note]')].map((one) => one.textContent);
  expect(said[0]).toContain('offers.events.interested');
  expect(said[0]).toContain('Call us.');
  expect(said[0]).not.toContain('Offer (');
  expect(said[0]).not.toContain('byNobody');
  expect(said[1]).toContain('Offer (other): FC Sur');
});

test('a rejection says why, also if that was said later', async () => {
  const rejected = { newStatus: 'rejected', reason: 'age' };
  await show(
    <StatusHistory
      application={{ ...anApplication(), waiting: null }}
      entries={[
        note({ ...rejected, previousStatus: 'rejected', reason: 'of_tomorrow' }),
        note(rejected),
      ]}
    />,
  );
  expect([...document.querySelectorAll('strong')].map((one) => one.textContent)).toEqual([
    'rejection.reason · of_tomorrow',
    'status.rejected · reasons.age',
  ]);
});

test('an edit says what each field held before and after; a long text opens', async () => {
  const edits = [
    { field: 'phone', before: '+34 600', after: null },
    { field: 'dateOfBirth', before: null, after: '2004-02-29' },
    { field: 'foot', before: 'left', after: 'both' },
    {
      field: 'links',
      before: 'Old https://a.example\nB https://b.example',
      after: 'B https://b.example',
    },
    { field: 'agentNotes', before: 'Secret.', after: 'Other.' },
    { field: 'of_tomorrow', before: 1, after: 2 },
  ];
  await show(
    <StatusHistory
      application={{ ...anApplication(), waiting: null }}
      entries={[note({ edits })]}
    />,
  );
  expect([...document.querySelectorAll('dt')].map((one) => one.textContent)).toEqual([
    ...['phone', 'dateOfBirth', 'foot', 'links', 'agentNotes'].map(
      (one) => `applicationDetail.${one}`,
    ),
    'of_tomorrow',
  ]);
  expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual([
    '+34 600 → –',
    '– → Feb 29, 2004',
    'choices.left → choices.both',
    '− Old https://a.example',
    'applicationDetail.edits.changedapplicationDetail.edits.formerSecret.',
    '1 → 2',
  ]);
  expect(document.querySelector('details')?.textContent).toContain('Secret.');
});

test('what Undo writes is known in every language', () => {
  const texts = LANGUAGE_CODES.map((code) =>
    JSON.parse(readFileSync(`pwa/i18n/locales/${code}/office.json`, 'utf8')),
  );
  const undone = texts.map(({ sync }) => sync.toast.undone.replace('{{change}}', ''));
  expect(undone.sort()).toEqual([...UNDONE].sort());
  const reversed = texts.map(({ applicationDetail: { statusUpdate } }) =>
    statusUpdate.reversal.replace('{{status}}', ''),
  );
  expect(reversed.sort()).toEqual([...REVERSED].sort());
});

test('the status that Undo has brought back is told in the language of the reader', async () => {
  const notes = 'Rückgängig gemacht: wieder In Prüfung';
  await show(
    <StatusHistory
      application={{ ...anApplication(), waiting: null }}
      entries={[note({ notes, previousStatus: 'signed', newStatus: 'in_review' })]}
    />,
  );
  expect(document.body.textContent).toContain('applicationDetail.statusUpdate.reversal');
  expect(document.body.textContent).not.toContain(notes);
});

test('the last note of a person is none that Undo has written or taken back', () => {
  const back = { previousStatus: 'signed', newStatus: 'pending' };
  const entries = [
    note({ notes: 'Undone: back to Pending', ...back }),
    note({ notes: 'Undone: Called.' }),
    note({ notes: 'Called.' }),
    note({}),
    note({ notes: asideNote('approach 2027-02-28') }),
    note({ notes: 'The father wants a call.' }),
  ];
  expect(lastNote(entries)).toBe('The father wants a call.');
  expect(lastNote(entries.slice(0, 5))).toBeNull();
});

let made = 0;

function note(more: Partial<HistoryRow>): HistoryRow {
  const [at, status] = ['2026-11-21T10:00:00.000Z', 'pending'];
  made += 1;
  return {
    ...{ id: `entry-${made}`, applicationId: 'a', previousStatus: status, newStatus: status },
    ...{
      notes: null,
      reason: null,
      edits: null,
      createdAt: at,
      arrivedAt: at,
      version: made,
      by: 'ana',
      waiting: null,
    },
    ...more,
  };
}
