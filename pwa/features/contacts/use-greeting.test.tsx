// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { aContact } from '#pwa/test/fake-server.ts';
import { doing, show } from '#pwa/test/show.tsx';
import { useGreeting } from './use-greeting.ts';

function Greeting({ contact }: { contact: ContactRow }) {
  const greeting = useGreeting(contact);
  return <output>{greeting ? greeting.text : 'none'}</output>;
}

test('a reply begins in the language of the inquiry, not in that of the screen', async () => {
  const contact = { ...aContact(1), name: 'Ana & Bo', language: 'de', waiting: null };
  await show(<Greeting contact={contact} />);
  const said = () => document.querySelector('output')?.textContent ?? '';
  await vi.waitUntil(async () => {
    await doing(() => undefined);
    return said() !== 'none';
  });
  expect(said()).toMatch(/^Guten Tag Ana & Bo,\n\nvielen Dank .* an Football Agent\.\n\n$/);
});

test('without a known language a reply begins empty', async () => {
  await show(<Greeting contact={{ ...aContact(1), language: null, waiting: null }} />);
  expect(document.querySelector('output')?.textContent).toBe('none');
});
