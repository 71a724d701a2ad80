import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useQuestions } from '#pwa/local/outbox/questions.ts';
import { syncStatus } from '#pwa/sync/status-store.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { arrowUpIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './waiting-mark.module.css';

const ICONS = { 'not-sent': clockIcon, sending: arrowUpIcon, refused: alertIcon, asked: alertIcon };

interface WaitingMarkProps {
  /** What the server lacks; null for nothing. */
  waiting: Exclude<keyof typeof ICONS, 'asked'> | null;
  /** The lane of the record: an open question about it is told, too. */
  lane?: string;
  /** In place of a mark when there is none. */
  children?: ReactNode;
}

/** Marks a record with changes that the server does not have, or about which a question is open. */
export function WaitingMark({ waiting, lane, children }: WaitingMarkProps) {
  // Rows look for their questions only while there is one at all.
  const isAsking = useStore(syncStatus, ({ conflicts }) => conflicts > 0);
  const mark = waiting === null ? children : <Mark state={waiting} />;
  if (!isAsking || lane === undefined || waiting === 'refused') return mark;
  return <AskedMark lane={lane}>{mark}</AskedMark>;
}

function AskedMark({ lane, children }: { lane: string; children: ReactNode }) {
  const questions = useQuestions(lane);
  return questions && questions.length > 0 ? <Mark state="asked" /> : children;
}

function Mark({ state }: { state: keyof typeof ICONS }) {
  const { t } = useText();
  return (
    <span className={styles.mark} data-waiting={state}>
      <Icon shape={ICONS[state]} />
      <span className={styles.word}>{t(`sync.row.${state}`)}</span>
    </span>
  );
}
