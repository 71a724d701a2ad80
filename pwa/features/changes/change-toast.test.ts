import { expect, test } from 'vitest';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { applicationRemoved, followUpSet, statusChanged } from '#pwa/local/changes/applications.ts';
import { campaignDeleted } from '#pwa/local/changes/campaigns.ts';
import type { Mutation } from '#pwa/local/changes/registry.ts';
import { nextStage, type ToastStage, titleOf, toastOf } from './change-toast.ts';

const t: TextAccess['t'] = (key) => key;
const NOTHING = { sent: 0, asked: 0, already: 0, refused: 0, waiting: 0, dropped: 0, reason: null };
const saved: ToastStage = { at: 'saved' };

function after(outcomes: Partial<typeof NOTHING>, stage = saved): ToastStage {
  return nextStage(stage, { type: 'outcomes', outcomes: { ...NOTHING, ...outcomes } });
}

test('a toast is never called accepted while one of its changes is queued', () => {
  expect(after({ sent: 2, waiting: 1 })).toBe(saved);
  expect(after({ sent: 3 })).toEqual({ at: 'accepted', count: 3, hasUndo: true });
});

test('a toast ends with its changes: dropped, asked about, or their record gone', () => {
  const over = { at: 'over' };
  expect(after({ dropped: 1 })).toEqual(over);
  expect(after({ sent: 1, asked: 1 })).toEqual(over);
  expect(after({ sent: 3, asked: 1 })).toEqual({ at: 'accepted', count: 2, hasUndo: true });
  for (const stage of [saved, after({ sent: 1 })]) {
    expect(nextStage(stage, { type: 'record-gone' })).toEqual(over);
  }
});

test('what was so before has no Undo', () => {
  expect(after({ sent: 3, already: 2 })).toEqual({ at: 'accepted', count: 3, hasUndo: true });
  expect(after({ sent: 3, already: 2, asked: 1 })).toMatchObject({ count: 2, hasUndo: false });
});

test('a refusal needs a person: it comes before what was accepted, and stays', () => {
  const refused = after({ sent: 2, refused: 1 });
  expect(refused).toEqual({ at: 'refused', count: 1, reason: null });
  expect(after({ sent: 3 }, refused)).toBe(refused);
});

test('at each stage a toast offers what can still be done, and names subject and act', () => {
  const change: Mutation = applicationRemoved.make(
    { removed: true },
    { id: '1', playerName: 'Ana', contactId: null },
  );
  const title = titleOf(t, change, 'Ana');
  const subject = { changes: [change], name: 'Ana', title };
  const press = (label: string) => ({ label, onPress: () => {} });
  const actions = { saved: press('drop'), accepted: press('reverse') };
  expect(toastOf(t, saved, subject, actions)).toMatchObject({
    title: 'removed.done',
    description: 'sync.savedHere',
    action: { label: 'drop' },
  });
  expect(toastOf(t, nextStage(saved, { type: 'waiting' }), subject, actions)?.description).toBe(
    'sync.saved',
  );
  expect(toastOf(t, { at: 'accepted', count: 1, hasUndo: true }, subject, actions)).toMatchObject({
    title: 'removed.done',
    description: 'removed.doneDescription',
    action: { label: 'reverse' },
  });
  const before = toastOf(t, { at: 'accepted', count: 1, hasUndo: false }, subject, actions);
  expect(before?.action).toBeUndefined();
  expect(toastOf(t, { at: 'over' }, subject, actions)).toBeNull();
});

test('P-18 a refusal says why, in the words of its kind', () => {
  const reason = { code: 'campaign-not-found' as const, message: 'Gone.' };
  const stage = { at: 'refused' as const, count: 1, reason };
  const removal: Mutation = applicationRemoved.make(
    { removed: true },
    { id: '1', playerName: 'Ana', contactId: null },
  );
  const one = { changes: [removal], name: 'Ana', title: 'Ana: removed' };
  expect(toastOf(t, stage, one, {})).toEqual({
    title: 'removed.failed',
    description: 'Ana: removed. problem.campaign-not-found',
    kind: 'destructive',
  });
  expect(campaignDeleted.failed?.why).toBe('campaigns.failed.delete');
  const other: Mutation = applicationRemoved.make(
    { removed: true },
    { id: '2', playerName: 'Bo', contactId: null },
  );
  expect(toastOf(t, stage, { ...one, changes: [removal, other] }, {})).toMatchObject({
    title: 'select.refused',
    kind: 'destructive',
  });
});

test('P-18 C-16 a server in trouble is named, in the words of the kind, with what becomes of the change', () => {
  const failure = { status: 502, code: null, requestId: null, at: 0 };
  const failing = nextStage(saved, { type: 'failure', failure });
  expect(failing).toEqual({ at: 'failing', failure });
  const removal: Mutation = applicationRemoved.make(
    { removed: true },
    { id: '1', playerName: 'Ana', contactId: null },
  );
  const undo = { label: 'sync.undo', onPress: () => {} };
  const subject = { changes: [removal], name: 'Ana', title: 'Ana: removed' };
  expect(toastOf(t, { at: 'failing', failure }, subject, { saved: undo })).toEqual({
    title: 'removed.failed',
    description: 'Ana: removed. sync.lastFailure.notOurs\nsync.toast.kept',
    kind: 'destructive',
    action: undo,
  });

  expect(nextStage(failing, { type: 'failure', failure })).toBe(failing);
  expect(after({ waiting: 1 }, failing)).toBe(failing);
  expect(after({ sent: 1 }, failing)).toMatchObject({ at: 'accepted' });
  expect(after({ refused: 1 }, failing)).toMatchObject({ at: 'refused' });
});

test('several changes of one record are told in the words of the first', () => {
  const seen = { id: '1', status: 'pending' as const, followUpOn: '2026-11-28', contactId: null };
  const changes: Mutation[] = [
    followUpSet.make({ followUpOn: null }, seen),
    statusChanged.make({ status: 'pending', notes: 'Follow-up done.' }, seen),
  ];
  const more = [{ label: 'Tomorrow', onPress: () => {} }];
  const subject = { changes, name: 'Ana', title: 'Ana: Follow-up removed' };
  expect(toastOf(t, { at: 'accepted', count: 2, hasUndo: true }, subject, { more })).toMatchObject({
    description: 'sync.toast.sent',
    more,
  });
});
