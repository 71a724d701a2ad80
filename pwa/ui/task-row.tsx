import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './task-row.module.css';

interface TaskRowProps {
  name: string;
  /** The record's page. */
  link: Pick<LinkProps, 'to' | 'params'>;
  /** The state of the record and why it is here. */
  badge: ReactNode;
  /** The second line. */
  facts: ReactNode;
  mark: ReactNode;
  /** How the person's message begins. */
  preview?: string;
  /** Links that reach the person. */
  reach: ReactNode;
  /** Buttons that end the task or put it off. */
  actions: ReactNode;
  /** The question after a call or a message. */
  after?: ReactNode;
}

/** A record that needs attention, with every act in reach of a thumb. */
export function TaskRow({
  name,
  link,
  badge,
  facts,
  mark,
  preview,
  reach,
  actions,
  after,
}: TaskRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.first}>
        <Link {...link} className={styles.name}>
          {name}
        </Link>
        {badge}
      </div>
      <div className={styles.second}>
        <span className={styles.facts}>{facts}</span>
        {mark}
      </div>
      {preview && <p className={styles.preview}>{preview}</p>}
      <div className={styles.actions}>
        {reach}
        <span className={styles.apart} />
        {actions}
      </div>
      {after}
    </li>
  );
}
