import type { ReactElement } from 'react';
import type { Application } from '#contract/applications.ts';
import { isOneOf, STATUSES, type Status } from '#contract/fields/vocabulary.ts';
import type { BadgeProps, BadgeTone } from '#pwa/ui/badge.tsx';
import styles from './status-mark.module.css';

/** The shape of a status, in the colour of the text around it. The words stand beside it. */
export function StatusMark({ status }: { status: Application['status'] }) {
  return (
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      {lookOf(status).mark}
    </svg>
  );
}

interface StatusLook {
  tone: BadgeTone;
  look?: BadgeProps['look'];
  /** Drawn in the colour of the text around it, in a box of 16 × 16. */
  mark: ReactElement;
}

/**
 * One line for each status; badge, choices, filters and history follow. The order is that of STATUSES,
 * the words are the texts `status.<status>`. The ring fills up as the application goes on.
 */
const LOOKS: Record<Status, StatusLook> = {
  pending: { tone: 'neutral', mark: <Circle dashes="2.2 2.5" /> },
  in_review: { tone: 'blue', mark: <Ring share={0.25} /> },
  interview_scheduled: { tone: 'violet', mark: <Ring share={0.5} /> },
  contract_offered: { tone: 'amber', mark: <Ring share={0.75} /> },
  signed: { tone: 'green', look: 'solid', mark: <Tick /> },
  rejected: { tone: 'red', look: 'outline', mark: <Cross /> },
};

/** A status that only a newer server knows. */
const UNKNOWN: StatusLook = { tone: 'neutral', look: 'outline', mark: <Dot /> };

/** How a status is drawn. */
export function lookOf(status: Application['status']): StatusLook {
  return isOneOf(STATUSES, status) ? LOOKS[status] : UNKNOWN;
}

function Circle({ dashes }: { dashes?: string }) {
  return (
    <circle
      cx="8"
      cy="8"
      r="6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeDasharray={dashes}
    />
  );
}

function Ring({ share }: { share: number }) {
  const angle = 2 * Math.PI * share;
  const x = 8 + 4 * Math.sin(angle);
  const y = 8 - 4 * Math.cos(angle);
  return (
    <>
      <Circle />
      <path d={`M8 8V4A4 4 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y}Z`} fill="currentColor" />
    </>
  );
}

function Tick() {
  return (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m4.8 8.2 2.2 2.2 4.2-4.6" className={styles.stroke} />
    </>
  );
}

function Cross() {
  return (
    <>
      <Circle />
      <path
        d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </>
  );
}

function Dot() {
  return (
    <>
      <Circle />
      <circle cx="8" cy="8" r="2" fill="currentColor" />
    </>
  );
}
