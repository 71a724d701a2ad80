import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { arrowUpIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './waiting-mark.module.css';

const ICONS = { 'not-sent': clockIcon, sending: arrowUpIcon, refused: alertIcon };

type Told = keyof typeof ICONS;

/** Marks a record with changes that the server does not have; nothing for null. */
export function WaitingMark({ waiting }: { waiting: Told | null }) {
  return waiting && <Mark waiting={waiting} />;
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

/** The mark in the place of a fact, which keeps its room: nothing of a record moves while a change is sent. */
export function WaitingInstead({
  waiting,
  className,
  children,
}: {
  waiting: Told | null;
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={classNames(styles.place, className)}>
      <span className={styles.fact} data-hidden={waiting !== null || undefined}>
        {children}
      </span>
      <WaitingMark waiting={waiting} />
    </span>
  );
}
