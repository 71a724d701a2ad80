import { useDroppable } from '@dnd-kit/core';
import { useId, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { lookOf } from '#pwa/features/applications/status/status-look.tsx';
import { StatusMark } from '#pwa/features/applications/status/status-mark.tsx';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { toneClass } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './board.module.css';
import { BoardCard } from './board-card.tsx';

/** Cards that a column shows, and adds when asked for more. */
const PART = 40;

interface BoardColumnProps {
  status: Application['status'];
  rows: readonly ApplicationRow[];
}

/** The applications of one status; a card dropped here gets it. */
export function BoardColumn({ status, rows }: BoardColumnProps) {
  const { t, language } = useText();
  const heading = useId();
  const [shown, setShown] = useState(PART);
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const more = Math.min(PART, rows.length - shown);
  return (
    <section
      ref={setNodeRef}
      className={styles.column}
      data-over={isOver || undefined}
      aria-labelledby={heading}
    >
      <h2 id={heading} className={classNames(styles.head, toneClass(lookOf(status).tone))}>
        <StatusMark status={status} />
        <span className={styles.status}>{wordText(t, 'statusShort', status)}</span>
        <span className={styles.count}>{formatNumber(language, rows.length)}</span>
      </h2>
      <div className={styles.scroll}>
        <ul className={styles.cards} aria-labelledby={heading}>
          {rows.slice(0, shown).map((row) => (
            <li key={row.id}>
              <BoardCard application={row} />
            </li>
          ))}
        </ul>
        {more > 0 && (
          <Button variant="quiet" onClick={() => setShown(shown + PART)}>
            {t('board.more', { count: more })}
          </Button>
        )}
      </div>
    </section>
  );
}
