import { Link, type LinkProps } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import type { IconShape } from './icons/icon.tsx';
import styles from './task-row.module.css';

export interface TaskRowProps {
  name: string;
  /** The record's page. */
  link: Pick<LinkProps, 'to' | 'params'>;
  /** The state of the record; a phone has no room for it. */
  badge?: ReactNode;
  /** The second line. */
  facts: ReactNode;
  /** Why it is here, before the facts. */
  mark: ReactNode;
  /** Links that reach the person. */
  reach: ReactNode;
  /** Buttons that end the task or put it off. */
  actions: ReactNode;
  /** The question after a call or a message. */
  after?: ReactNode;
}

/** A record that needs attention: two lines, with the ways to the person and the acts beside them. */
export function TaskRow({ name, link, badge, facts, mark, reach, actions, after }: TaskRowProps) {
  return (
    <li className={styles.row} data-row>
      <div className={styles.first}>
        <Link {...link} className={styles.name}>
          {name}
        </Link>
        {badge}
      </div>
      <div className={styles.second}>
        {mark}
        <span className={styles.facts}>{facts}</span>
      </div>
      <div className={styles.actions}>
        {reach}
        <span className={styles.apart} />
        {actions}
      </div>
      {after}
    </li>
  );
}

interface TaskButtonProps extends Pick<ButtonProps, 'onClick' | 'children'> {
  icon: IconShape;
  label: string;
  /** The key that presses it in the row with the focus. */
  shortcut?: string | undefined;
  /** A phone has room for one button: a swipe to the right is this one, a swipe to the left the other. */
  isMain?: boolean;
}

/** An act of a row, on a phone an icon. */
export function TaskButton({
  icon,
  label,
  shortcut,
  isMain = false,
  onClick,
  ...props
}: TaskButtonProps) {
  return (
    <Button
      variant={isMain ? 'secondary' : 'quiet'}
      icon={icon}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      className={isMain ? styles.main : styles.other}
      data-swipe={isMain ? 'right' : 'left'}
      onClick={(event) => {
        if (!isSecondTap(event)) onClick?.(event);
      }}
      {...props}
    />
  );
}

/** How soon after a tap one in the same place belongs to it, in milliseconds, and how near it is, in pixels. */
const DOUBLE_TAP = { time: 500, distance: 24 };
let tapped = { at: -Infinity, x: 0, y: 0 };

/** Its act takes the row away: the second one of two taps is not meant for the row that comes in its place. */
function isSecondTap({ timeStamp: at, clientX: x, clientY: y, detail }: MouseEvent): boolean {
  const isByPointer = detail > 0;
  const isSecond =
    isByPointer &&
    at - tapped.at < DOUBLE_TAP.time &&
    Math.hypot(x - tapped.x, y - tapped.y) < DOUBLE_TAP.distance;
  if (isByPointer) tapped = { at, x, y };
  return isSecond;
}
