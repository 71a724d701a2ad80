import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { definitionOf, entityOf, type Mutation } from '#pwa/local/changes/registry.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';
import type { Outcomes } from '#pwa/local/outbox/outcome.ts';
import type { ToastContent } from '#pwa/ui/toasts/toast-store.ts';

/** The changes of one toast, and their state. */
export type ToastStage =
  /** On this device; the server has not accepted them. `isWaiting`: nor does it answer at once. */
  | { at: 'saved'; isWaiting?: boolean }
  /** The server has answered, and has not accepted them: they are tried again. */
  | { at: 'failing'; failure: SendFailure }
  /** Without Undo, all was so before. */
  | { at: 'accepted'; count: number; hasUndo: boolean }
  | { at: 'refused'; count: number; reason: Outcomes['reason'] }
  /** Nothing to say any more: the changes were dropped, a question is open, or the record is gone. */
  | { at: 'over' };

export type ToastNews =
  | { type: 'outcomes'; outcomes: Outcomes }
  | { type: 'failure'; failure: SendFailure }
  | { type: 'waiting' }
  | { type: 'record-gone' };

/** The next stage of a toast; the same object if the news change nothing. */
export function nextStage(stage: ToastStage, news: ToastNews): ToastStage {
  if (news.type === 'record-gone') return { at: 'over' };
  if (news.type === 'waiting') {
    return stage.at === 'saved' ? { at: 'saved', isWaiting: true } : stage;
  }
  if (news.type === 'failure') {
    return stage.at === 'saved' ? { at: 'failing', failure: news.failure } : stage;
  }
  const { sent, asked, already, refused, waiting, reason } = news.outcomes;
  if (stage.at !== 'saved' && stage.at !== 'failing') return stage;
  if (refused > 0) return { at: 'refused', count: refused, reason };
  if (waiting > 0) return stage;
  const count = sent - asked;
  return count > 0 ? { at: 'accepted', count, hasUndo: count > already } : { at: 'over' };
}

/** What a toast is about: changes of one kind, or several of one record, and the words for the first. */
export interface ToastSubject {
  changes: readonly Mutation[];
  /** The name of the record, or how many there are. */
  name: string;
  title: string;
  /** Said once the server has accepted the only change; the definition's words if not set. */
  done?: string;
}

export type ToastActions = Partial<
  Record<'saved' | 'accepted' | 'already' | 'refused', ToastContent['action']>
> & { more?: ToastContent['more'] };

/** The toast at a stage; null if there is none. */
export function toastOf(
  t: TextAccess['t'],
  stage: ToastStage,
  subject: ToastSubject,
  actions: ToastActions,
): ToastContent | null {
  const { changes, name, title, done } = subject;
  const [change] = changes;
  if (stage.at === 'over' || !change) return null;
  if (stage.at === 'failing' || stage.at === 'refused') {
    return failedToast(t, stage, change, subject, actions);
  }
  const { more } = actions;
  if (stage.at === 'saved') {
    const description = t(stage.isWaiting ? 'sync.saved' : 'sync.savedHere');
    return { title, description, action: actions.saved, more };
  }
  if (stage.at === 'accepted' && !stage.hasUndo) {
    return { title, description: t('sync.toast.already'), action: actions.already };
  }
  const description = areOfOneRecord(changes)
    ? (done ?? definitionOf(change).done?.(change, t, name) ?? t('sync.toast.sent'))
    : t('select.changed', { count: Math.min(stage.count, recordsOf(changes).size) });
  return { title, description, action: actions.accepted, more };
}

/** The toast of changes that the server has refused, or could not take when they were sent. */
function failedToast(
  t: TextAccess['t'],
  stage: Extract<ToastStage, { at: 'failing' | 'refused' }>,
  change: Mutation,
  { changes, title }: ToastSubject,
  actions: ToastActions,
): ToastContent {
  if (stage.at === 'failing') {
    const { failure } = stage;
    const toast = toastOfOne(t, change, title, failureText(t, failure));
    const description = `${toast.description}\n${t('sync.toast.kept')}`;
    return { ...toast, description, action: actions.saved };
  }
  if (areOfOneRecord(changes) && stage.reason) {
    return toastOfOne(t, change, title, problemText(t, stage.reason));
  }
  return {
    title: t('select.refused', { count: stage.count }),
    description: t('select.refusedDescription'),
    kind: 'destructive',
    action: actions.refused,
  };
}

/** In the words of the change's kind. */
function toastOfOne(t: TextAccess['t'], change: Mutation, title: string, message: string) {
  const { failed } = definitionOf(change);
  return {
    title: t(failed?.title ?? 'sync.refusal.title'),
    description: failed?.why ? t(failed.why, { message }) : `${title}. ${message}`,
    kind: 'destructive' as const,
  };
}

/** What happened when a change was last sent. */
export function failureText(t: TextAccess['t'], failure: SendFailure): string {
  return t(`sync.lastFailure.${whatHappened(failure)}`, { status: failure.status ?? '' });
}

function whatHappened({ status, code }: SendFailure) {
  if (status === null) return 'noAnswer';
  if (status < 400) return 'unreadable';
  if (code === null) return 'notOurs';
  if (status === 401) return 'notAllowed';
  if (status === 500) return 'internal';
  return status > 500 || status === 408 || status === 425 || status === 429 ? 'later' : 'refused';
}

/** Whether all changes are about the same record. */
export function areOfOneRecord(changes: readonly Mutation[]): boolean {
  return recordsOf(changes).size === 1;
}

/** Several changes may be of one record. */
function recordsOf(changes: readonly Mutation[]): Set<string> {
  return new Set(changes.map(entityOf));
}

/** The title of the toast of a change: subject and act. */
export function titleOf(t: TextAccess['t'], change: Mutation, name: string): string {
  const definition = definitionOf(change);
  return (
    definition.title?.(change, t, name) ??
    t('sync.toast.change', { name, change: definition.describe(change, t) })
  );
}
