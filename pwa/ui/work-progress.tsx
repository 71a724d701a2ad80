import styles from './work-progress.module.css';

/** Words and a bar of work that goes on; without `done` (0 to 1) nobody knows how far it is. */
export function WorkProgress({ text, done }: { text: string; done?: number }) {
  return (
    <p className={styles.work}>
      {text}
      <progress className={styles.bar} aria-label={text} value={done} />
    </p>
  );
}
