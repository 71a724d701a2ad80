// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { afterPaint } from '#pwa/lib/time/when-idle.ts';
import type { AccountsState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { wipe } from '#pwa/session/leave-device.ts';
import { signedIn } from '#pwa/test/signed-in.ts';
import { SyncProvider } from './sync-provider.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
/** The back office of a user, and the mirror that its screens use. */
function anOffice() {
  const { user } = signedIn();
  const root = createRoot(document.createElement('div'));
  let mirror: Mirror | undefined;
  function Screen() {
    mirror = useMirror();
    return null;
  }
  const show = async (shown: typeof user) => {
    await act(async () =>
      root.render(
        <SyncProvider user={shown}>
          <Screen />
        </SyncProvider>,
      ),
    );
    // The engine starts after the paint.
    await act(async () => new Promise<void>((painted) => afterPaint(painted)));
  };
  const leave = () => act(async () => root.unmount());
  onTestFinished(async () => {
    await leave();
  });
  const used = (): Mirror => {
    if (!mirror) throw new Error('No screen was shown.');
    return mirror;
  };
  return { user, show, leave, used };
}

const late: AccountsState = { key: 'accounts', accounts: [], agentAccess: 'none', syncedAt: 1 };

test('W-18 fault 35: what comes late after a sign-out does not bring the database back', async () => {
  const { user, show, leave, used } = anOffice();
  await show(user);
  await used().meta.put(late);
  await leave();
  await wipe(user.id, { keepOutbox: false });

  await expect(used().meta.put(late)).rejects.toThrow();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(used().name);
});

test('an identity that the server confirms with another name keeps the mirror of its screens', async () => {
  const { user, show, used } = anOffice();
  await show(user);
  const before = used();
  await show({ ...user, firstName: 'Marta María' });
  expect(used()).toBe(before);
  await used().meta.put(late);
  expect(await used().meta.get('accounts')).toEqual(late);
});
