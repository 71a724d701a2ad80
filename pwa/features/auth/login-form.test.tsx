// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { LoginForm } from './login-form.tsx';

beforeEach(() => useToasts.setState({ toasts: [] }));

test.each<[what: string, cause: Error | undefined, said: string]>([
  [
    'a known refusal in the language of the page',
    refusal(401, JSON.stringify({ message: 'No.', code: 'wrong-credentials' })),
    'auth.login.genericError',
  ],
  [
    'that cookies are refused, if the sign-in was not kept',
    refusal(401, JSON.stringify({ message: 'Please sign in.', code: 'signed-out' })),
    'auth.login.noCookie',
  ],
  [
    "anybody else's message as it is",
    refusal(403, JSON.stringify({ message: 'Closed today.' })),
    'Closed today.',
  ],
  [
    'that the service does not answer, after an empty answer',
    refusal(500, ''),
    'failure.elsewhere',
  ],
  ...[401, 403, 407, 413, 429, 500, 502, 503, 520].map((status): [string, Error, string] => [
    `that the service does not answer, after a page with ${status}`,
    new ApiError(
      new Response('<h1>Sign in to the proxy</h1>', {
        status,
        headers: { 'Content-Type': 'text/html' },
      }),
      '<h1>Sign in to the proxy</h1>',
    ),
    'failure.elsewhere',
  ]),
  ['an error of ours that nobody planned', new Error('No store.'), 'No store.'],
  ['that there is no connection', new Unreachable('No answer.'), 'auth.login.offline'],
])('A-14 a login that fails says %s, and keeps the name', async (_what, cause, said) => {
  await show(
    <LoginForm
      username="marta"
      signIn={() => Promise.reject(new Error('Login failed', { cause }))}
      onSignedIn={() => expect.unreachable()}
      onSecondFactor={() => expect.unreachable()}
    />,
  );
  await type('password', 'secret');
  await doing(() => the('[type=submit]').click());
  await doing(() => vi.waitUntil(() => useToasts.getState().toasts.length > 0));

  expect(useToasts.getState().toasts).toMatchObject([
    { title: 'auth.login.error', description: said, kind: 'destructive' },
  ]);
  // The form says it for the eye, too; the toast alone is announced.
  expect(the('form').textContent).toContain(said);
  expect(document.querySelector('form :is([role=alert], [role=status], [aria-live])')).toBeNull();
  expect(the<HTMLInputElement>('[name=username]').value).toBe('marta');
  await doing(() => vi.waitUntil(() => document.activeElement === the('[name=password]')));
});

async function type(name: string, text: string): Promise<void> {
  const field = the<HTMLInputElement>(`[name=${name}]`);
  // Past React, which would take the new value for one that it knows.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  await doing(() => field.dispatchEvent(new Event('input', { bubbles: true })));
}

function refusal(status: number, body: string): ApiError {
  const headers = { 'Content-Type': 'application/json' };
  return new ApiError(new Response(body, { status, headers }), body);
}
