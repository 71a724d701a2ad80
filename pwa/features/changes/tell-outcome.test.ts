import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { discard } from '#pwa/local/outbox/outbox-actions.ts';
import { queueAll } from '#pwa/local/outbox/queue.ts';
import { aPhoneWithApplication } from '#pwa/test/phone.ts';
import { dismissToasts, useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { tellOutcome } from './tell-outcome.ts';
import { tellOutcomes } from './tell-outcomes.ts';

const t: TextAccess['t'] = (key) => key;
const texts = {
  sent: { title: 'Status Updated', description: 'It has arrived.' },
  refused: { title: 'Update Failed' },
};

function shown() {
  return useToasts.getState().toasts.findLast(({ open }) => open);
}

/** A phone without a signal, and a toast that says that changes are saved on it. */
async function aSavedChange(count = 1) {
  const phone = await aPhoneWithApplication();
  const { application, mirror, network, pass } = phone;
  const change = statusChanged.make({ status: 'signed', notes: 'Yes.' }, { ...application });
  network.fault = () => 'drop-before';
  const reverse = vi.fn(async () => {});
  const keys = await queueAll(mirror, Array(count).fill(change));
  const told =
    count === 1
      ? tellOutcome(t, mirror, keys[0] ?? '', { ...texts, reverse })
      : tellOutcomes(t, mirror, keys, { reverse });
  await pass(1_000);
  await told;
  const toast = shown();
  return { ...phone, keys, reverse, toast };
}

beforeEach(() => {
  useToasts.setState({ toasts: [] });
});

test('a toast that says that a change is saved here says that it was sent as soon as it was, and undoes it by another', async () => {
  const { network, pass, tell, toast, reverse } = await aSavedChange();
  expect(toast?.title).toBe('sync.saved');
  network.fault = () => null;
  tell('online');
  await pass(1_000);
  expect(shown()).toMatchObject({ ...texts.sent, id: toast?.id });
  shown()?.action?.onPress();
  expect(reverse).toHaveBeenCalledOnce();
});

test('a change that is refused while its toast says that it is saved here is told as an alert', async () => {
  const { server, application, network, pass, tell } = await aSavedChange();
  server.applications.delete(application.id);
  network.fault = () => null;
  tell('online');
  await pass(1_000);
  expect(shown()).toMatchObject({ title: 'Update Failed', kind: 'destructive' });
});

test('the toast of a change that a person discards meanwhile closes', async () => {
  const { mirror, keys, pass } = await aSavedChange();
  expect(await discard(mirror, keys[0] ?? '')).toBe(1);
  await pass(100);
  expect(shown()).toBeUndefined();
});

test('a toast that was closed stays closed when its change is sent', async () => {
  const { network, pass, tell } = await aSavedChange();
  dismissToasts();
  network.fault = () => null;
  tell('online');
  await pass(1_000);
  expect(shown()).toBeUndefined();
});

test('the toast of changes that were made together says so when the last of them was sent', async () => {
  const { network, pass, tell, toast } = await aSavedChange(3);
  expect(toast?.title).toBe('select.saved');
  network.fault = () => null;
  tell('online');
  await pass(1_000);
  expect(shown()).toMatchObject({ title: 'select.changed', id: toast?.id });
});
