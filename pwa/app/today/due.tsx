import { create } from 'zustand';
import { type Due, rememberedDue } from '#pwa/app/launch.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { afterPaint } from '#pwa/lib/time/when-idle.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { CountMark } from '#pwa/ui/count-mark.tsx';
import { lazyExtra } from '#pwa/ui/lazy.tsx';

const CountDue = lazyExtra(async () => {
  await new Promise<void>((resolve) => afterPaint(resolve));
  return import('./count-due.tsx');
}, 'CountDue');

/** Null until it is counted after a start. */
const useDue = create<Due | null>(() => null);
const setDue = (due: Due) => useDue.setState(due);

/** Counts due tasks, for the sections, the app's icon and the next launch: the first rows of a page come before. */
export function FollowDue() {
  return <CountDue onCount={setDue} />;
}

/** The number of things that are due, until they are counted the one of the last time; nothing for 0. */
export function DueCount() {
  const { t } = useText();
  const { userId } = useMirror();
  const due = useDue();
  const count = due?.userId === userId ? due.count : rememberedDue(userId);
  if (count === 0) return null;
  return (
    <CountMark words={t('today.due', { count })} place="bar">
      {count > 99 ? '99+' : count}
    </CountMark>
  );
}
