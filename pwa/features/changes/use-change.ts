import { liveQuery } from 'dexie';
import { useCallback } from 'react';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { definitionOf, entityOf, type Mutation, reverseOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { SendFailure } from '#pwa/local/database/rows.ts';
import { retry } from '#pwa/local/outbox/outbox-actions.ts';
import { outcomesOf } from '#pwa/local/outbox/outcome.ts';
import { queueAll } from '#pwa/local/outbox/queue.ts';
import { type UndoResult, undoChanges } from '#pwa/local/outbox/undo.ts';
import { presenceOf } from '#pwa/local/rows/forget-records.ts';
import { readRecord } from '#pwa/local/rows/read-rows.ts';
import {
  dismissToast,
  reviseToast,
  showToast,
  type ToastContent,
  whileOpen,
} from '#pwa/ui/toasts/toast-store.ts';
import {
  areOfOneRecord,
  nextStage,
  type ToastNews,
  type ToastStage,
  type ToastSubject,
  titleOf,
  toastOf,
} from './change-toast.ts';
import { showNotSaved } from './not-saved.ts';
import { addUndoable, removeUndoable } from './undoable.ts';

/**
 * How long a toast waits, in ms. The row that has changed is painted before it: 87 ms after the press instead of 105
 * on a slow phone with 10,000 applications.
 */
const ROW_FIRST = 40;

interface ChangeOptions {
  /** The name of the record, where the change itself does not have it; of several changes: how many records. */
  name?: string;
  /** What was done, for several changes that are one act; the words of each by default. */
  act?: string;
  /** False for a change that its page is about, which cannot be undone there. */
  hasUndo?: boolean;
  /** Offered in place of Undo once the server has accepted the change. */
  action?: ToastContent['action'];
  /** Offered beside Undo. */
  more?: ToastContent['more'];
}

interface SavedChange {
  /** Whether the server has refused the first change; false also if it has not answered after four seconds. */
  isRefused: () => Promise<boolean>;
}

/**
 * Returns the one function that saves a change on this device, or several of one kind or of one record. A toast names
 * them at once, follows them to the server, and takes them back: what never left this device is dropped, the rest is
 * reversed by other changes. It never rejects; null if nothing was saved, which a toast says.
 */
export function useChange() {
  const { t } = useText();
  const mirror = useMirror();
  return useCallback(
    (change: Mutation | readonly Mutation[], options: ChangeOptions = {}) =>
      save({ t, mirror }, 'type' in change ? [change] : change, options),
    [t, mirror],
  );
}

interface Office {
  t: TextAccess['t'];
  mirror: Mirror;
}

async function save(
  office: Office,
  changes: readonly Mutation[],
  { name, act, ...options }: ChangeOptions,
): Promise<SavedChange | null> {
  const { t, mirror } = office;
  try {
    const keys = await keysOf(mirror, changes);
    const [change, ...others] = changes;
    const [key] = keys;
    if (!change || key === undefined) {
      showToast({ title: t('select.same') });
    } else {
      const subject = name ?? definitionOf(change).name?.(change, t) ?? '';
      const acts = areOfOneRecord(changes) ? others : [];
      const said = acts.map((one) => definitionOf(one).describe(one, t));
      const title = act
        ? t('sync.toast.change', { name: subject, change: act })
        : [titleOf(t, change, subject), ...said].join(' · ');
      void tell(office, keys, { changes, name: subject, title }, options);
    }
    return {
      isRefused: async () => (await outcomesOf(mirror, keys.slice(0, 1))).refused > 0,
    };
  } catch (error) {
    showNotSaved(t, error);
    return null;
  }
}

/** Queues the changes. One that is queued once, and was refused, is retried. */
async function keysOf(mirror: Mirror, changes: readonly Mutation[]): Promise<string[]> {
  const keys = await queueAll(mirror, changes);
  const isOnce = changes.some((change) => definitionOf(change).once);
  return isOnce ? Promise.all(keys.map((key) => retry(mirror, key))) : keys;
}

/** Shows the toast of queued changes, and changes it as long as it is open. */
async function tell(
  office: Office,
  keys: readonly string[],
  subject: ToastSubject,
  { hasUndo = true, action, more }: Omit<ChangeOptions, 'name' | 'act'>,
): Promise<void> {
  const { t, mirror } = office;
  const [change] = subject.changes;
  const isReversible = subject.changes.some((one) => reverseOf(one, t) !== null);
  function takeBack(): void {
    removeUndoable(takeBack);
    void takeAllBack(office, keys, subject);
  }
  const undo = hasUndo ? { label: t('sync.undo'), onPress: takeBack } : undefined;
  if (undo) addUndoable(takeBack);
  const actions = {
    more,
    saved: undo,
    accepted: action ?? (isReversible ? undo : undefined),
    already: action,
    refused: undo,
  };
  let stage: ToastStage = { at: 'saved' };
  const shown = toastOf(t, stage, subject, actions);
  if (!change || !shown) return;
  const lane = entityOf(change);
  await new Promise((later) => setTimeout(later, ROW_FIRST));
  follow(showToast(shown));

  function follow(id: number): void {
    const closed = whileOpen(id);

    function hear(news: ToastNews): void {
      const next = nextStage(stage, news);
      if (closed.aborted || next === stage) return;
      stage = next;
      const content = toastOf(t, next, subject, actions);
      if (content?.action !== undo) removeUndoable(takeBack);
      if (!content) dismissToast(id);
      else if (next.at === 'failing') follow(reviseToast(id, content));
      else reviseToast(id, content);
    }

    void outcomesIn(mirror, keys, closed).then((outcomes) => hear({ type: 'outcomes', outcomes }));
    if (stage.at === 'saved') {
      void outcomesOf(mirror, keys.slice(-1)).then(
        ({ waiting }) => waiting > 0 && hear({ type: 'waiting' }),
      );
      whenFailed(mirror, keys, closed, (failure) => hear({ type: 'failure', failure }));
    }
    if (keys.length === 1) {
      whenGone(mirror, lane, closed, () => hear({ type: 'record-gone' }));
    }
  }
}

/** How changes ended once all have left the queue, or one was refused. */
async function outcomesIn(mirror: Mirror, keys: readonly string[], until: AbortSignal) {
  // One is cheaper to watch than 10,000, and the last one leaves when the others have left.
  if (keys.length > 1) await outcomesOf(mirror, keys.slice(-1), until);
  return outcomesOf(mirror, keys, until);
}

/** Calls `onFailure` when the server has answered one of these changes, and has neither accepted nor refused it. */
function whenFailed(
  mirror: Mirror,
  keys: readonly string[],
  until: AbortSignal,
  onFailure: (failure: SendFailure) => void,
): void {
  // They are sent in their order.
  const first = mirror.outbox.where('key').equals(keys[0] ?? '');
  watch(
    async () => first.first(),
    until,
    (entry) => {
      const { state, tries = 0, failure } = entry ?? {};
      if (state === 'refused' || tries === 0) return;
      // Below 400 something else has answered: the phone is as good as offline.
      if (failure && (failure.status ?? 0) >= 400) onFailure(failure);
    },
  );
}

/** Calls `onGone` when a record that is there is deleted, erased or removed. */
function whenGone(mirror: Mirror, lane: string, until: AbortSignal, onGone: () => void): void {
  let before = 0;
  watch(
    async () => readRecord(mirror, lane),
    until,
    (row) => {
      const presence = presenceOf(row);
      if (presence < before) onGone();
      before = presence;
    },
  );
}

function watch<Value>(
  read: () => Promise<Value>,
  until: AbortSignal,
  next: (value: Value) => void,
): void {
  const query = liveQuery(read).subscribe({ next, error: () => {} });
  until.addEventListener('abort', () => query.unsubscribe());
}

/** Takes changes back, the last first: drops changes that never left this device, reverses the others. */
async function takeAllBack(
  office: Office,
  keys: readonly string[],
  { changes, name, title }: ToastSubject,
): Promise<void> {
  const { t, mirror } = office;
  const undone = t('sync.toast.undone', { change: title });
  try {
    const { became, ...back } = await undoChanges(mirror, keys, changes, t);
    // The last reverse is that of the first change, whose words the toast had.
    const first = back.reverses.at(-1);
    if (!first) return void showToast(droppedToast(t, undone, [...became.values()]));
    const said = titleOf(t, first, name);
    const done = said === title ? t('sync.toast.sent') : said;
    const subject = { changes: back.reverses, name, title: undone, done };
    void tell(office, back.keys, subject, { hasUndo: false });
  } catch (error) {
    showNotSaved(t, error);
  }
}

/** "Not sent" is said only of changes that never left this device. */
function droppedToast(
  t: TextAccess['t'],
  title: string,
  became: readonly UndoResult[],
): ToastContent {
  if (became.some((one) => one === 'sending' || one === 'sent')) {
    return { title: t('sync.edit.tooLate'), kind: 'destructive' };
  }
  const isUnsent = became.every((one) => one === 'undone');
  return {
    title,
    description: t(isUnsent ? 'sync.undoneDescription' : 'sync.refusal.discardMaybe'),
  };
}
