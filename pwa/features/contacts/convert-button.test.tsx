// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { Contact } from '#contract/contacts.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { aContact } from '#pwa/test/fake-server.ts';
import { keepRows } from '#pwa/test/mirrored.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { ConvertButton } from './convert-button.tsx';

/** A signed-in phone with one inquiry; the button stands on its screen. */
async function aButton(more: Partial<Contact> = {}) {
  const { user, server, mirror } = signedIn();
  useToasts.setState({ toasts: [] });
  const contact = { ...aContact(77), ...more };
  await keepRows(mirror, 'contacts', [contact]);
  server.contacts.set(contact.id, contact);
  const onConverted = vi.fn();
  await show(
    <SyncProvider user={user}>
      <ConvertButton
        contact={{ ...contact, waiting: null }}
        label="Convert"
        onConverted={onConverted}
      />
    </SyncProvider>,
  );
  return { server, mirror, contact, onConverted };
}

test('D-15 Q-13 a conversion that fails is told, the contact is as it was, and the button works again', async () => {
  const { server, mirror, contact } = await aButton();
  await doing(() => vi.waitUntil(() => mirror.meta.get('contacts')));
  // On the phone, and no longer on the server.
  server.contacts.delete(contact.id);

  await doing(() => the('button').click());
  await vi.waitFor(async () => {
    await doing(() => new Promise((later) => setTimeout(later, 20)));
    expect(useToasts.getState().toasts.at(-1)?.kind).toBe('destructive');
  }, 4_000);
  expect(useToasts.getState().toasts.at(-1)?.title).toBe('contacts.convertFailed.title');
  expect(await readRow(mirror, 'contacts', 77)).toMatchObject({ convertedToApplication: false });
  expect(server.applications.size).toBe(0);
  await vi.waitFor(() => expect(the('button').getAttribute('aria-disabled')).not.toBe('true'));
});

test('Q-19 the inquiry of a club asks first: Cancel converts nothing, a yes does', async () => {
  const { server, mirror, onConverted } = await aButton({
    inquiryType: 'club_recruitment',
  });
  const question = () => document.querySelector('[role=alertdialog]');
  const press = async (label: string) => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === label,
    );
    await doing(() => button?.click());
  };

  await press('Convert');
  await doing(() => vi.waitUntil(question));
  expect(question()?.textContent).toContain('contacts.club.title');
  await press('Cancel');
  expect(question()).toBeNull();
  expect(await mirror.outbox.count()).toBe(0);

  await press('Convert');
  await doing(() => vi.waitUntil(question));
  await press('contacts.club.confirm');
  await doing(() => vi.waitUntil(() => onConverted.mock.calls.length > 0));
  expect(onConverted).toHaveBeenCalledExactlyOnceWith(applicationIdOf(77));
  await vi.waitFor(async () => {
    await doing(() => new Promise((later) => setTimeout(later, 20)));
    expect(server.applications.get(applicationIdOf(77))?.status).toBe('pending');
  }, 4_000);
});
