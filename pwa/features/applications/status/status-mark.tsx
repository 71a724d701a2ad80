import type { Application } from '#contract/applications.ts';
import { lookOf } from './status-look.tsx';
import styles from './status-mark.module.css';

/** The shape of a status, in the colour of the text around it. The words stand beside it. */
export function StatusMark({ status }: { status: Application['status'] }) {
  return (
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      {lookOf(status).mark}
    </svg>
  );
}
