// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { keepIdentity } from './stored-identity.ts';

test('a sign-out ends the subscription of this browser for reminders', async () => {
  const unsubscribe = vi.fn(async () => true);
  const pushManager = { getSubscription: async () => ({ unsubscribe }) };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  keepIdentity(null);
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
});
