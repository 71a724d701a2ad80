import type { ComponentProps } from 'react';
import styles from './filter-bar.module.css';

/** A round button of a filter bar; `aria-pressed` fills it. */
export function Chip(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={styles.filter} {...props} />;
}
