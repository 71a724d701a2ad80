import { type MouseEvent, type ReactNode, useRef } from 'react';
import { openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import styles from './guarded-reach.module.css';
import { useMinor } from './use-minor.ts';

/** The links that call, chat with and write to a person. */
const REACH = 'a[href^="tel:"], a[href^="mailto:"], a[href^="https://wa.me/"]';

interface GuardedReachProps {
  application: ApplicationRow;
  /** Links to the person, anywhere in it. Not the page's RowSheets. */
  children: ReactNode;
}

/**
 * Asks for the consent of a minor's guardian before a link in it makes contact. It never blocks: the same link is
 * followed with or without a recorded consent.
 */
export function GuardedReach({ application, children }: GuardedReachProps) {
  const today = useToday();
  if (minorOf(application, today) === null) return children;
  return <Guard application={application}>{children}</Guard>;
}

function Guard({ application, children }: GuardedReachProps) {
  const guarded = useMinor(application);
  /** The link that was pressed again for the person, after the question. */
  const passing = useRef<Element | null>(null);

  function ask(event: MouseEvent): void {
    const link = event.target instanceof Element && event.target.closest<HTMLElement>(REACH);
    if (!link || guarded?.consent !== null || passing.current === link) return;
    event.preventDefault();
    // The page asks for the result of a call only after a call.
    event.stopPropagation();
    openSheet('consent', application, {
      onContact: () => {
        passing.current = link;
        link.click();
        passing.current = null;
      },
    });
  }

  return (
    <div className={styles.none} onClickCapture={ask}>
      {children}
    </div>
  );
}
