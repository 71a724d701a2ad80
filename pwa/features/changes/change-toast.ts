import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { definitionOf, type Mutation } from '#pwa/local/changes/registry.ts';
import type { Outcomes } from '#pwa/local/outbox/outcome.ts';
import { entityOf } from '#pwa/local/outbox/reverse-of.ts';
import type { ToastContent } from '#pwa/ui/toasts/toast-store.ts';

/** What is known of the changes that one toast is about. */
export type ToastStage =
  /** On this device; the server has not accepted them. */
  | { at: 'saved' }
  /** Without Undo, all was so before. */
  | { at: 'accepted'; count: number; hasUndo: boolean }
  | { at: 'refused'; count: number; reason: Outcomes['reason'] }
  /** Nothing to say any more: the changes were dropped, a question is open, or the record is gone. */
  | { at: 'over' };

export type ToastNews = { type: 'outcomes'; outcomes: Outcomes } | { type: 'record-gone' };

/** The next stage of a toast; the same object if the news change nothing. */
export function nextStage(stage: ToastStage, news: ToastNews): ToastStage {
  if (news.type === 'record-gone') return { at: 'over' };
  const { sent, asked, already, refused, waiting, reason } = news.outcomes;
  if (stage.at !== 'saved') return stage;
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

type Actions = Partial<
  Record<'saved' | 'accepted' | 'already' | 'refused', ToastContent['action']>
> & { more?: ToastContent['more'] };

/** The toast at a stage; null if there is none. */
export function toastOf(
  t: TextAccess['t'],
  stage: ToastStage,
  { changes, name, title, done }: ToastSubject,
  actions: Actions,
): ToastContent | null {
  const [change] = changes;
  if (stage.at === 'over' || !change) return null;
  const { failed, ...definition } = definitionOf(change);
  const isOne = new Set(changes.map(entityOf)).size === 1;
  const { more } = actions;
  if (stage.at === 'saved') {
    return { title, description: t('sync.saved'), action: actions.saved, more };
  }
  if (stage.at === 'accepted' && !stage.hasUndo) {
    return { title, description: t('sync.toast.already'), action: actions.already };
  }
  if (stage.at === 'accepted') {
    const many = t('select.changed', { count: stage.count });
    const description = isOne ? (done ?? definition.done(change, t, name)) : many;
    return { title, description, action: actions.accepted, more };
  }
  if (!isOne || !stage.reason) {
    return {
      title: t('select.refused', { count: stage.count }),
      description: t('select.refusedDescription'),
      kind: 'destructive',
      action: actions.refused,
    };
  }
  const message = problemText(t, stage.reason);
  return {
    title: t(failed?.title ?? 'sync.refusal.title'),
    description: failed?.why ? t(failed.why, { message }) : `${title}. ${message}`,
    kind: 'destructive',
  };
}

/** The title of the toast of a change: subject and act. */
export function titleOf(t: TextAccess['t'], change: Mutation, name: string): string {
  const definition = definitionOf(change);
  return (
    definition.title?.(change, t, name) ??
    t('sync.toast.change', { name, change: definition.describe(change, t) })
  );
}
