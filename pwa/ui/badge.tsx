import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconShape } from './icon.tsx';

export type BadgeTone = 'neutral' | 'blue' | 'violet' | 'amber' | 'green' | 'red';

export interface BadgeProps {
  tone?: BadgeTone | undefined;
  /** Says without colour what the tone says with it. */
  icon?: IconShape | undefined;
  /** `tint` by default; `solid` for an end that was reached, `outline` for what is over. */
  look?: 'tint' | 'solid' | 'outline' | undefined;
  children: ReactNode;
}

/** A short state in a word, told apart by its drawing and its look as well as by its colour. */
export function Badge({ tone = 'neutral', icon, look = 'tint', children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], styles[look])}>
      {icon && <Icon shape={icon} />}
      {children}
    </span>
  );
}
