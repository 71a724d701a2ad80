import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useQuestions } from '#pwa/local/outbox/questions.ts';
import { syncStatus } from '#pwa/sync/status-store.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { arrowUpIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './waiting-mark.module.css';

const ICONS = { 'not-sent': clockIcon, sending: arrowUpIcon, refused: alertIcon, asked: alertIcon };

type Told = keyof typeof ICONS;

interface WaitingMarkProps {
  /** What the server lacks; null for nothing. */
  waiting: Exclude<Told, 'asked'> | null;
  /** The lane of the record; with it the mark also tells an open question. */
  lane?: string;
  /** In place of a mark when there is none. */
  children?: ReactNode;
}

/** Marks a record with changes that the server does not have, or about which a question is open. */
export function WaitingMark({ waiting, lane, children }: WaitingMarkProps) {
  // Rows look for their questions only while there is one at all.
  const isAsking = useStore(syncStatus, ({ conflicts }) => conflicts > 0);
  const mark = waiting === null ? children : <Mark waiting={waiting} />;
  if (!isAsking || lane === undefined || waiting === 'refused') return mark;
  return <AskedMark lane={lane}>{mark}</AskedMark>;
}

function AskedMark({ lane, children }: { lane: string; children: ReactNode }) {
  const questions = useQuestions(lane);
  return questions && questions.length > 0 ? <Mark waiting="asked" /> : children;
}

function Mark({ waiting }: { waiting: Told }) {
  const { t } = useText();
  // While a request hangs, the line under the top bar says that the change is saved here.
  const told = useIsOffline() && waiting === 'sending' ? 'not-sent' : waiting;
  return (
    <span className={styles.mark} data-waiting={told}>
      <Icon shape={ICONS[told]} />
      <span className={styles.word}>{t(`sync.row.${told}`)}</span>
    </span>
  );
}

interface WaitingInsteadProps extends Pick<WaitingMarkProps, 'waiting'> {
  className: string | undefined;
  children: ReactNode;
}

/** The mark in the place of a fact, which keeps its room: nothing of a record moves while a change is sent. */
export function WaitingInstead({ waiting, className, children }: WaitingInsteadProps) {
  return (
    <span className={classNames(styles.place, className)}>
      <span className={styles.fact} data-hidden={waiting !== null || undefined}>
        {children}
      </span>
      <WaitingMark waiting={waiting} />
    </span>
  );
}
