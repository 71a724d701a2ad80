// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondStep } from './second-step.tsx';

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  vi.stubGlobal('PublicKeyCredential', class {});
});

const REFUSED = JSON.stringify({ message: 'No.', code: 'passkey-refused' });

test.each<[what: string, cause: Error, title: string, description: string]>([
  [
    'the person closes the browser’s sheet',
    named('NotAllowedError'),
    'auth.login.passkeyClosed',
    'auth.login.passkeyClosedText',
  ],
  [
    'the page is open under another name of the site',
    named('SecurityError'),
    'auth.login.error',
    'passkey.otherAddress',
  ],
  [
    'the server refuses it',
    new ApiError(Response.json({}, { status: 401 }), REFUSED),
    'auth.login.error',
    'problem.passkey-refused',
  ],
  ['there is no signal', new Unreachable('No.'), 'auth.login.error', 'failure.unreachable'],
])('a sign-in by passkey says what happened when %s', async (_what, cause, title, description) => {
  await show(
    <PasskeyButton
      variant="secondary"
      signInBy={() => Promise.reject(new Error('Login failed', { cause }))}
      onSignedIn={() => expect.unreachable()}
    />,
  );
  await doing(() => the('button').click());
  await doing(() => vi.waitUntil(() => useToasts.getState().toasts.length > 0));
  expect(useToasts.getState().toasts).toMatchObject([{ title, description }]);
  expect(the('button').getAttribute('aria-busy')).toBeNull();
});

test.each([
  ['unsupported', true],
  ['insecure', false],
] as const)(
  'the second step without passkeys says that the page is %s, and leaves the recovery code',
  async (obstacle, isSecureContext) => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    vi.stubGlobal('isSecureContext', isSecureContext);
    await show(
      <SecondStep
        signInBy={() => expect.unreachable()}
        onSignedIn={() => expect.unreachable()}
        onBack={() => undefined}
      />,
    );
    expect(document.body.textContent).toContain(`passkey.${obstacle}`);
    expect(document.body.textContent).not.toContain('auth.login.passkey');
    expect(document.activeElement).toBe(the('input'));
    await doing(() => the('[type=submit]').click());
    expect(the('input').getAttribute('aria-invalid')).toBe('true');
  },
);

function named(name: string): Error {
  return Object.assign(new Error('No.'), { name });
}
