// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aUser } from '#pwa/test/fake-server.ts';
import { AuthProvider, useAuth } from './auth-provider.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function WhoAmI() {
  const { user, loading, offline, expired } = useAuth();
  const marks = [loading && 'loading', offline && 'offline', expired && 'expired'];
  return <p>{[user?.username ?? 'nobody', ...marks].filter(Boolean).join(' ')}</p>;
}

test('A-18 outside an AuthProvider there is an error that says so', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const root = createRoot(document.createElement('div'));
  expect(() => act(() => root.render(<WhoAmI />))).toThrow('There is no AuthProvider.');
});

test('R-12 A-01 the screens first hear that nobody knows, then who it is', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => {
    act(() => root.unmount());
    vi.unstubAllGlobals();
  });
  let answer = (_: Response) => {};
  const asked = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  vi.stubGlobal('fetch', asked);
  await act(async () =>
    root.render(
      <AuthProvider>
        <WhoAmI />
      </AuthProvider>,
    ),
  );
  expect(place.textContent).toBe('nobody loading');

  await act(async () => {
    answer(Response.json(aUser(7)));
    await vi.waitUntil(() => place.textContent === 'user-7');
  });
  expect(asked).toHaveBeenCalledOnce();
});
