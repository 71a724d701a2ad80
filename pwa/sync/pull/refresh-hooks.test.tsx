// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { useCampaigns } from '#pwa/app/pages/campaigns-page.tsx';
import { useNewestApplications } from '#pwa/features/applications/use-applications.ts';
import { useNewestContacts } from '#pwa/features/contacts/use-contacts.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { createApplication } from '#pwa/test/commands.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { keepRows } from '#pwa/test/mirrored.ts';
import { signedIn } from '#pwa/test/signed-in.ts';
import { useRefreshApplication } from './use-refresh-application.ts';
import { useRefreshOnEntry } from './use-refresh-on-entry.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
/** A page of a signed-in user; `show` puts a screen on it, `text` is what it says. */
function aPage() {
  const { user, server, network, mirror } = signedIn();
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
  });
  const show = (screen: ReactNode) =>
    act(async () => root.render(<SyncProvider user={user}>{screen}</SyncProvider>));
  /** Waits until React shows a text: it draws between two acts. */
  const says = async (text: string) => {
    for (let turn = 0; turn < 100 && place.textContent !== text; turn += 1) {
      await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
    }
    expect(place.textContent).toBe(text);
  };
  const press = () => act(async () => place.querySelector('button')?.click());
  return { server, network, mirror, show, says, press };
}

function Lists() {
  const { state, retry } = useRefreshOnEntry(['applications', 'contacts', 'campaigns']);
  const applications = useNewestApplications(true);
  const contacts = useNewestContacts(true);
  const campaigns = useCampaigns();
  const counts = [applications?.length, contacts?.length, campaigns?.rows.length].join();
  return (
    <button type="button" onClick={retry}>
      {state} {counts}
    </button>
  );
}

function One({ id }: { id: string }) {
  return <p>{useRefreshApplication(id).state}</p>;
}

test('D-13 W-05 a screen loads its lists once, and shows them when the first rows are there', async () => {
  const { server, network, show, says } = aPage();
  server.addApplication();
  server.addContact();
  await show(<Lists />);
  await says('ready 1,1,0');
  expect(network.reads('/api/applications')).toBe(1);
  expect(network.reads('/api/contacts')).toBe(1);
});

test('C-03 a list that was never there and cannot be read is an error, and can be asked for again', async () => {
  const { server, network, show, says, press } = aPage();
  server.addApplication();
  network.fault = ({ path }) => (path.includes('since=') ? 'error-500' : null);
  await show(<Lists />);
  await says('error 0,0,0');
  network.fault = () => null;
  await press();
  await says('ready 1,0,0');
});

test('W-04 without a network a list that was there before is ready', async () => {
  const { server, network, mirror, show, says } = aPage();
  await keepRows(mirror, 'applications', [server.addApplication()]);
  for (const key of ['applications', 'contacts', 'campaigns'] as const) {
    const state = { epoch: server.epoch, cursor: 1, syncedAt: 0, generation: 0, tail: null };
    await mirror.meta.add({ key, ...state });
  }
  network.fault = () => 'drop-before';
  await show(<Lists />);
  await says('ready 1,0,0');
});

test('P-10 an application that is not on the phone is read, and is then ready', async () => {
  const { server, network, show, says } = aPage();
  const { id } = server.addApplication();
  network.fault = ({ path }) => (path.includes('since=') ? 'drop-before' : null);
  await show(<One id={id} />);
  await says('ready');
});

test('P-03 an application that the server does not know is missing', async () => {
  const { show, says } = aPage();
  await show(<One id={newId()} />);
  await says('missing');
});

test('Q-42 an application that is not on the phone cannot be called missing without the server', async () => {
  const { network, show, says } = aPage();
  network.fault = () => 'drop-before';
  await show(<One id={newId()} />);
  await says('unreachable');
});

test('E-06 an application that was made here and waits is ready, and nobody asks the server for it', async () => {
  const { network, mirror, show, says } = aPage();
  network.fault = () => 'drop-before';
  const { id } = await createApplication(mirror, anApplication());
  await show(<One id={id} />);
  await says('ready');
  expect(network.reads(`/api/applications/${id}`)).toBe(0);
});
