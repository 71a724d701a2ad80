// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { Unreachable } from '#pwa/api/api-error.ts';
import { makePasskey } from '#pwa/session/passkey.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { NewPasskeyForm } from './new-passkey-form.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

vi.mock('#pwa/session/passkey.ts', () => ({ makePasskey: vi.fn() }));

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.mocked(makePasskey).mockReset();
});

test.each([
  ['NotAllowedError', 'account.passkeys.closed'],
  ['InvalidStateError', 'passkey.known'],
  ['SecurityError', 'passkey.otherAddress'],
  ['ConstraintError', 'passkey.noLock'],
])(
  'a passkey that the browser refuses by %s is explained, and its name stays',
  async (name, text) => {
    vi.mocked(makePasskey).mockRejectedValue(Object.assign(new Error('No.'), { name }));
    await submit('My phone');
    expect(the('[role=alert]').textContent).toContain(text);
    expect(the<HTMLInputElement>('[name=name]').value).toBe('My phone');
  },
);

test('a passkey that cannot be added without a signal says so', async () => {
  vi.mocked(makePasskey).mockRejectedValue(new Unreachable('No.'));
  await submit('My phone');
  expect(the('[role=alert]').textContent).toContain('failure.unreachable');
});

test('a passkey without a name is not begun', async () => {
  await submit('  ');
  expect(makePasskey).not.toHaveBeenCalled();
  expect(the('[name=name]').getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['unsupported', true],
  ['insecure', false],
] as const)(
  'where passkeys are %s, that stands in place of the form',
  async (obstacle, isSecureContext) => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    vi.stubGlobal('isSecureContext', isSecureContext);
    await show(<NewPasskeyForm onAdded={() => expect.unreachable()} />);
    expect(document.body.textContent).toContain(`passkey.${obstacle}`);
    expect(document.querySelector('form')).toBeNull();
  },
);

test('recovery codes stay on screen at the first Esc, which reminds the person to keep them', async () => {
  const onClose = vi.fn();
  await show(<RecoveryCodesDialog codes={['aaaa-bbbb']} onClose={onClose} />);
  const esc = () =>
    doing(() =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
  await esc();
  expect(onClose).not.toHaveBeenCalled();
  expect(the('[role=alert]').textContent).toContain('account.passkeys.codes.reminder');
  await esc();
  expect(onClose).toHaveBeenCalledOnce();
});

async function submit(name: string): Promise<void> {
  await show(<NewPasskeyForm onAdded={() => expect.unreachable()} />);
  const field = the<HTMLInputElement>('[name=name]');
  // Past React, which would take the new value for one that it knows.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, name);
  await doing(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  await doing(() => the('[type=submit]').click());
  await doing(() => vi.waitUntil(() => !document.querySelector('[aria-busy]')));
}
