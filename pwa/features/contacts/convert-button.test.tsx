// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { Application } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { aContact, anApplication } from '#pwa/test/fake-server.ts';
import { keepRows } from '#pwa/test/mirrored.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { ConvertButton } from './convert-button.tsx';

/** A signed-in phone with one inquiry; the button stands on its screen. */
async function aButton(more: Partial<Contact> = {}, known: Application[] = []) {
  const { user, server, mirror } = signedIn();
  useToasts.setState({ toasts: [] });
  await keepRows(mirror, 'applications', known);
  for (const application of known) server.applications.set(application.id, application);
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

  await press('Convert');
  await asked();
  expect(question()?.textContent).toContain('contacts.club.title');
  await press('Cancel');
  expect(question()).toBeNull();
  expect(await mirror.outbox.count()).toBe(0);

  await press('Convert');
  await asked();
  await press('contacts.club.confirm');
  await doing(() => vi.waitUntil(() => onConverted.mock.calls.length > 0));
  expect(onConverted).toHaveBeenCalledExactlyOnceWith(applicationIdOf(77));
  await vi.waitFor(async () => {
    await doing(() => new Promise((later) => setTimeout(later, 20)));
    expect(server.applications.get(applicationIdOf(77))?.status).toBe('pending');
  }, 4_000);
});

test('of what somebody wrote for a player the question shows who becomes the player, and who is called', async () => {
  const { mirror, contact, onConverted } = await aButton({
    playerName: 'Diego Ruiz',
    phone: '+34 600 000 001',
  });
  await press('Convert');
  await asked();
  expect(question()?.textContent).toContain('contacts.forPlayer.title');
  const facts = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['Diego Ruiz', contact.email, contact.phone, contact.name]);
  expect(await mirror.outbox.count()).toBe(0);
  await press('contactDetail.convert');
  await doing(() => vi.waitUntil(() => onConverted.mock.calls.length > 0));
  expect(await readRow(mirror, 'applications', applicationIdOf(77))).toMatchObject({
    playerName: 'Diego Ruiz',
    agentNotes: expect.stringContaining(`Written by: ${contact.name}`),
  });
});

test('a player who is here already is offered first, wherever Convert stands', async () => {
  const known = { ...anApplication(), playerName: 'Diego Ruiz', email: 'Diego@example.org' };
  const { mirror, onConverted } = await aButton({ email: 'diego@example.org' }, [known]);
  await press('Convert');
  await asked();
  expect(question()?.textContent).toContain('contacts.known.title');
  expect(question()?.textContent).toContain('contactDetail.makeAnother');
  await press('contactDetail.addTo');
  expect(question()).toBeNull();
  await vi.waitFor(async () => expect(await mirror.outbox.count()).toBe(1));
  expect((await mirror.outbox.toArray())[0]).toMatchObject({
    type: 'contact-added',
    body: { applicationId: known.id, added: true },
  });
  expect(onConverted).not.toHaveBeenCalled();
});

test('a player with the same name alone is offered more quietly, with the club', async () => {
  const known = { ...anApplication(), playerName: 'Ruiz Diego', currentClub: 'CD Ejemplo' };
  const { mirror } = await aButton({ name: 'Diego Ruíz' }, [known]);
  await press('Convert');
  await asked();
  expect(question()?.textContent).toContain('contacts.known.byName');
  const labels = [...(question()?.querySelectorAll('button') ?? [])].map((one) => one.textContent);
  expect(labels).toContain('contactDetail.convert');
  await press('contactDetail.addTo');
  await vi.waitFor(async () => expect(await mirror.outbox.count()).toBe(1));
});

function question(): Element | null {
  return document.querySelector('[role=alertdialog]');
}

/** Waits for the question: rows are read first. */
async function asked(): Promise<void> {
  await vi.waitFor(async () => {
    await doing(() => new Promise((later) => setTimeout(later, 20)));
    expect(question()).not.toBeNull();
  });
}

async function press(label: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === label,
  );
  await doing(() => button?.click());
}
