// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aContact } from '#pwa/test/fake-server.ts';
import { show, the } from '#pwa/test/show.tsx';
import { ContactBadge } from './contact-badge.tsx';
import { findContacts } from './contact-list.ts';

const contact = { ...aContact(1), state: 'of_tomorrow', waiting: null };

test('an unknown state is shown as its raw word in a neutral badge', async () => {
  await show(<ContactBadge contact={contact} />);
  const badge = the('span[class]');
  expect(badge.textContent).toBe('of_tomorrow');
  expect(badge.className).toContain('neutral');
});

test('an inquiry in an unknown state counts under All only', () => {
  const { rows, counts } = findContacts([contact], null, { query: '', filter: 'all' });
  expect(rows).toEqual([contact]);
  expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([
    ['all', 1],
    ['any', 1],
  ]);
});
