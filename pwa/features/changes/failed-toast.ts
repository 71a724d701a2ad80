import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { definitionOf, type Mutation } from '#pwa/local/changes/registry.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';
import type { ToastContent } from '#pwa/ui/toasts/toast-store.ts';
import {
  areOfOneRecord,
  type FailedStage,
  type ToastActions,
  type ToastSubject,
} from './change-toast.ts';

/** The toast of changes that the server has refused, or could not take when they were sent. */
export function failedToast(
  t: TextAccess['t'],
  stage: FailedStage,
  { changes, title }: ToastSubject,
  actions: ToastActions,
): ToastContent | null {
  const [change] = changes;
  if (!change) return null;
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
