import { beforeEach, expect, test, vi } from 'vitest';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { UndoResult } from '#pwa/local/outbox/outbox-actions.ts';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { showOutcome } from './outcome-toast.ts';
import { showOutcomes } from './tell-outcomes.ts';

const t: TextAccess['t'] = (key) => key;
const sent = { title: 'Status Updated', description: 'It has arrived.' };

function shown() {
  return useToasts.getState().toasts.at(-1);
}

/** Presses Undo, and waits for what is said then. */
async function pressUndo() {
  const before = shown();
  before?.action?.onPress();
  await expect.poll(shown).not.toBe(before);
  return shown();
}

/** A queued change and the result of its undo. */
function oneThatWaits(became: UndoResult) {
  showOutcome(
    t,
    { kind: 'waiting' },
    { sent, refused: { title: 'Update Failed' }, undo: async () => became },
  );
  return pressUndo();
}

function severalThatWait(...became: UndoResult[]) {
  const waiting = became.length;
  showOutcomes(t, { sent: 0, refused: 0, waiting, dropped: 0 }, { undo: async () => became });
  return pressUndo();
}

beforeEach(() => {
  useToasts.setState({ toasts: [] });
});

test('Q-33 only what never left the phone is said not to have been sent', async () => {
  expect(await oneThatWaits('undone')).toMatchObject({ description: 'sync.undoneDescription' });
  expect(await oneThatWaits('unanswered')).toMatchObject({
    title: 'sync.undone',
    description: 'sync.refusal.discardMaybe',
  });
});

test('Q-33 a change that is still on its way is not called sent when it is too late to undo it', async () => {
  expect(await oneThatWaits('sending')).toMatchObject({ title: 'sync.edit.tooLate' });
  expect(await oneThatWaits('sent')).toMatchObject(sent);
});

test('Q-33 of several changes that are taken back some may have arrived: that is said', async () => {
  const undone = { title: 'sync.undone', description: 'sync.undoneDescription' };
  expect(await severalThatWait('undone', 'undone')).toMatchObject(undone);
  const some = { title: 'sync.undone', description: 'select.undoneSome' };
  expect(await severalThatWait('undone', 'sent')).toMatchObject(some);
  expect(await severalThatWait('undone', 'unanswered')).toMatchObject(some);
  expect(await severalThatWait('sending', 'sent')).toMatchObject({ title: 'sync.edit.tooLate' });
  expect(await severalThatWait('sent', 'sent')).toMatchObject({ title: 'select.changed' });
});

test('a change that the server has is undone by another change, also if it was queued or in flight', async () => {
  const reversed = vi.fn(async () => {});
  const refused = { title: 'Update Failed' };
  showOutcome(t, { kind: 'sent' }, { sent, refused, reverse: reversed });
  shown()?.action?.onPress();
  expect(reversed).toHaveBeenCalledTimes(1);

  const became = (result: UndoResult) => ({
    sent,
    refused,
    undo: async () => result,
    reverse: reversed,
  });
  showOutcome(t, { kind: 'waiting' }, became('sent'));
  shown()?.action?.onPress();
  await expect.poll(() => reversed.mock.calls.length).toBe(2);
  showOutcome(t, { kind: 'waiting' }, became('sending'));
  shown()?.action?.onPress();
  await expect.poll(() => reversed.mock.calls.length).toBe(3);
  showOutcome(t, { kind: 'waiting' }, became('undone'));
  await pressUndo();
  expect(reversed).toHaveBeenCalledTimes(3);
});

test('several changes that the server has are undone together', async () => {
  const reversed = vi.fn(async () => {});
  const undo = async () => [];
  showOutcomes(t, { sent: 3, refused: 0, waiting: 0, dropped: 0 }, { undo, reverse: reversed });
  shown()?.action?.onPress();
  expect(reversed).toHaveBeenCalledOnce();
});
