// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { Unreachable } from '#pwa/api/api-error.ts';
import { proveByOwnPasskey } from '#pwa/session/passkey.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { FreshSignInDialog } from './fresh-sign-in-dialog.tsx';

vi.mock('#pwa/session/passkey.ts', () => ({ proveByOwnPasskey: vi.fn() }));

beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}));

test('a proof by passkey that fails says why, and the question stays', async () => {
  vi.mocked(proveByOwnPasskey).mockRejectedValueOnce(new Unreachable('No.'));
  const onAnswer = vi.fn();
  await show(<FreshSignInDialog username="marta" onAnswer={onAnswer} />);
  await doing(() => the('button[type=button]:has(svg):not([aria-label])').click());
  expect(document.body.textContent).toContain('failure.unreachable');
  expect(onAnswer).not.toHaveBeenCalled();
  await doing(() => the('button[type=button]:has(svg):not([aria-label])').click());
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
});

test('a passkey sheet that the person closes is told as that, not as an error', async () => {
  vi.mocked(proveByOwnPasskey).mockRejectedValueOnce(
    Object.assign(new Error('No.'), { name: 'NotAllowedError' }),
  );
  await show(<FreshSignInDialog username="marta" onAnswer={vi.fn()} />);
  await doing(() => the('button[type=button]:has(svg):not([aria-label])').click());
  expect(the('[role=alert]').textContent).toBe('freshSignIn.closed');
  expect(the('[role=alert] > div').className).not.toContain('red');
});

test('Esc declines, and an empty password is not sent', async () => {
  const onAnswer = vi.fn();
  await show(<FreshSignInDialog username="marta" onAnswer={onAnswer} />);
  await doing(() => the('[type=submit]').click());
  expect(the('[type=password]').getAttribute('aria-invalid')).toBe('true');
  await doing(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
});
