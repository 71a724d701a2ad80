import { useEffect } from 'react';
import { type Due, rememberDue } from '#pwa/app/launch.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useTasks } from './tasks.ts';

/** Counts due tasks, for the app's icon and the next launch, too. */
export function CountDue({ onCount }: { onCount: (due: Due) => void }) {
  const { userId } = useMirror();
  const { questions, due, windows, deadlines, searches, urgent, total } = useTasks();
  const all = [due, windows, deadlines, searches, urgent];
  const count = all.reduce((sum, { length }) => sum + length, questions);
  const isKnown = total !== undefined;

  useEffect(() => {
    if (!isKnown) return;
    onCount({ userId, count });
    rememberDue({ userId, count });
    // Absent where an app has no badge; refused where notifications are.
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [isKnown, count, userId, onCount]);
  return null;
}
