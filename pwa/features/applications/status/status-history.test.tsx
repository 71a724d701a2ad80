// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import type { HistoryRow } from '#pwa/local/database/rows.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { show } from '#pwa/test/show.tsx';
import { StatusHistory, UNDONE } from './status-history.tsx';

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

test('a note that was taken back is known in every language', () => {
  const texts = LANGUAGE_CODES.map((code) =>
    readFileSync(`pwa/i18n/locales/${code}/office.json`, 'utf8'),
  );
  const begins = texts.map((text) => JSON.parse(text).sync.toast.undone.replace('{{change}}', ''));
  expect(begins.sort()).toEqual([...UNDONE].sort());
});

let made = 0;

function note(more: Partial<HistoryRow>): HistoryRow {
  const [at, status] = ['2026-11-21T10:00:00.000Z', 'pending'];
  made += 1;
  return {
    ...{ id: `entry-${made}`, applicationId: 'a', previousStatus: status, newStatus: status },
    ...{ notes: null, createdAt: at, arrivedAt: at, version: made, by: 'ana', waiting: null },
    ...more,
  };
}
