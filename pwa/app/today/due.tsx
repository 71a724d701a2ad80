import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { type Due, rememberDue, rememberedDue } from '#pwa/app/launch.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { afterPaint } from '#pwa/lib/time/when-idle.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { CountMark } from '#pwa/ui/count-mark.tsx';
import { useTasks } from './tasks.ts';

/** Null until it is counted after a start. */
const useDue = create<Due | null>(() => null);

/** Counts due tasks, for the sections, the app's icon and the next launch: the first rows of a page come before. */
export function FollowDue() {
  const { userId } = useMirror();
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  const { questions, due, urgent, total } = useTasks(isPainted);
  const count = questions + due.length + urgent.length;
  const isKnown = isPainted && total !== undefined;

  useEffect(() => {
    if (!isKnown) return;
    useDue.setState({ userId, count });
    rememberDue({ userId, count });
    // Absent where an app has no badge; refused where notifications are.
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [isKnown, count, userId]);
  return null;
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
