import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { rememberDue } from '#pwa/app/launch.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { afterPaint } from '#pwa/lib/time/when-idle.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { CountMark } from '#pwa/ui/count-mark.tsx';
import { useTasks } from './tasks.ts';

const useDue = create(() => ({ count: 0 }));

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
    useDue.setState({ count });
    rememberDue(userId, count > 0);
    // Absent where an app has no badge; refused where notifications are.
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [isKnown, count, userId]);
  return null;
}

/** The number of things that are due; nothing for 0. */
export function DueCount() {
  const { t } = useText();
  const count = useDue((due) => due.count);
  if (count === 0) return null;
  return (
    <CountMark words={t('today.due', { count })} place="bar">
      {count > 99 ? '99+' : count}
    </CountMark>
  );
}
