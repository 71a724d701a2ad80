import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { keepMine, takeTheirs } from '#pwa/local/conflicts.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { Conflict } from '#pwa/local/rows.ts';
import { ConflictQuestion } from './conflict-question.tsx';

/** Two people changed one status: both are in the history, this person decides which one stays. */
export function ConflictNotice({ conflict }: { conflict: Conflict }) {
  const { t } = useText();
  const mirror = useMirror();
  const statuses = {
    seen: wordText(t, 'status', conflict.seen),
    mine: wordText(t, 'status', conflict.mine),
    theirs: wordText(t, 'status', conflict.theirs),
  };
  return (
    <ConflictQuestion
      mine={{
        hint: t('sync.conflict.keepMineHint', statuses),
        take: () => keepMine(mirror, conflict),
      }}
      theirs={{
        hint: t('sync.conflict.takeTheirsHint', statuses),
        take: () => takeTheirs(mirror, conflict),
      }}
    >
      {t('sync.conflict.text', statuses)}
    </ConflictQuestion>
  );
}
