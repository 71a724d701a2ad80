// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expiry } from '#pwa/lib/expiry.ts';
import { link } from '#pwa/lib/link.ts';
import { Mirror } from '#pwa/local/mirror.ts';
import { readContact } from '#pwa/local/read-contacts.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { FakeLocks } from '#pwa/test/fake-locks.ts';
import { aContact, aUser, FakeServer } from '#pwa/test/fake-server.ts';
import { Network } from '#pwa/test/network.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { useToasts } from '#pwa/ui/toast-store.ts';
import { ConvertButton } from './convert-button.tsx';

const USER = aUser(9_900);

test('D-15 Q-13 a conversion that fails is told, the contact is as it was, and the button works again', async () => {
  const server = new FakeServer();
  server.user = USER;
  vi.stubGlobal('fetch', new Network(server).fetch);
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks(), configurable: true });
  link.setState({ link: 'online', answeredAt: -1 });
  expiry.setState({ expired: false });
  const mirror = new Mirror(USER.id);
  onTestFinished(() => {
    mirror.close();
    vi.unstubAllGlobals();
  });
  // On the phone, and no longer on the server.
  const contact = aContact(77);
  await mirror.contacts.add(contact);
  await show(
    <SyncProvider user={USER}>
      <ConvertButton
        contact={{ ...contact, waiting: null }}
        label="Convert"
        onConverted={() => undefined}
      />
    </SyncProvider>,
  );

  await doing(() => the('button').click());
  await vi.waitFor(async () => {
    await doing(() => new Promise((later) => setTimeout(later, 20)));
    expect(useToasts.getState().toasts.at(-1)?.kind).toBe('destructive');
  }, 4_000);
  expect(useToasts.getState().toasts.at(-1)?.title).toBe('contacts.convertFailed.title');
  expect(await readContact(mirror, 77)).toMatchObject({ convertedToApplication: false });
  expect(server.applications.size).toBe(0);
  await vi.waitFor(() => expect(the('button').getAttribute('aria-disabled')).not.toBe('true'));
});
