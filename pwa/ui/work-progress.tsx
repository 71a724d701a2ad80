import primitives from '#pwa/ui/primitives.module.css';
import styles from './work-progress.module.css';

/** The words and the bar of running work; without `done` (0 to 1) its progress is unknown. */
export function WorkProgress({ text, done }: { text: string; done?: number }) {
  return (
    <p className={primitives.stack2}>
      {text}
      <progress className={styles.bar} aria-label={text} value={done} />
    </p>
  );
}
