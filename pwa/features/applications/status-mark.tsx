import type { ReactElement } from 'react';
import type { Status } from '#contract/vocabulary.ts';
import styles from './status-mark.module.css';

/** A ring that fills up as the application goes on; signed is ticked, rejected is crossed (D-14). */
const SHAPES: Record<Status, ReactElement> = {
  pending: (
    <circle
      cx="8"
      cy="8"
      r="6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeDasharray="2.2 2.5"
    />
  ),
  in_review: <Ring share={0.25} />,
  interview_scheduled: <Ring share={0.5} />,
  contract_offered: <Ring share={0.75} />,
  signed: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m4.8 8.2 2.2 2.2 4.2-4.6" className={styles.stroke} />
    </>
  ),
  rejected: (
    <>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" />
      <path
        d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </>
  ),
};

/** The shape of a status, in the colour of the text around it. The words stand beside it. */
export function StatusMark({ status }: { status: Status }) {
  return (
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[status]}
    </svg>
  );
}

function Ring({ share }: { share: number }) {
  const angle = 2 * Math.PI * share;
  const x = 8 + 4 * Math.sin(angle);
  const y = 8 - 4 * Math.cos(angle);
  return (
    <>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d={`M8 8V4A4 4 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y}Z`} fill="currentColor" />
    </>
  );
}
