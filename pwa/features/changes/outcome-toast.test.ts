import { beforeEach, expect, test } from 'vitest';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { UndoResult } from '#pwa/local/outbox-actions.ts';
import { useToasts } from '#pwa/ui/toast-store.ts';
import { showOutcome, showOutcomes } from './outcome-toast.ts';

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
  showOutcomes(t, { sent: 0, refused: 0, waiting, dropped: 0 }, async () => became);
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
