// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ALL_RULES } from '#contract/values/search-text.ts';
import {
  findApplications,
  haystackOf,
  sortedApplications,
} from '#pwa/features/applications/application-list.ts';
import { Haystack } from '#pwa/lib/text/haystack.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { StatusBadge } from './status-badge.tsx';
import { StatusChoices } from './status-choices.tsx';

const trial = row({ playerName: 'Zoe', status: 'of_tomorrow' });
const signed = row({ playerName: 'Bo', status: 'signed' });

test('an unknown status is shown as its raw word in a neutral badge', async () => {
  await show(<StatusBadge status="of_tomorrow" />);
  const badge = the('span[class]');
  expect(badge.textContent).toBe('of_tomorrow');
  expect(badge.className).toContain('neutral');
});

test('an unknown status counts under All only, is found by a search and sorted last', () => {
  const today = '2026-11-21';
  const all = findApplications([trial, signed], null, { query: '', filter: 'all' }, today);
  expect(all.rows).toEqual([trial, signed]);
  expect(Object.entries(all.counts).filter(([, count]) => count > 0)).toEqual([
    ['all', 2],
    ['signed', 1],
  ]);
  const haystack = new Haystack(
    [trial, signed].map((row) => haystackOf(row, ALL_RULES)),
    ALL_RULES,
  );
  const found = findApplications([trial, signed], haystack, { query: 'zoe', filter: 'all' }, today);
  expect(found.rows).toEqual([trial]);
  expect(sortedApplications([trial, signed], 'status')).toEqual([signed, trial]);
});

test('the status that the application has stays a choice, beside all known ones', async () => {
  const picked: string[] = [];
  await show(
    <StatusChoices
      chosen="of_tomorrow"
      current="of_tomorrow"
      onChange={(status) => picked.push(status)}
    />,
  );
  const radios = [...document.querySelectorAll<HTMLInputElement>('[type=radio]')];
  expect(radios.find(({ checked }) => checked)?.value).toBe('of_tomorrow');
  await doing(() => the<HTMLInputElement>('[value=signed]').click());
  expect(picked).toEqual(['signed']);
});

function row(more: Partial<ApplicationRow>): ApplicationRow {
  return { ...anApplication(), waiting: null, ...more };
}
