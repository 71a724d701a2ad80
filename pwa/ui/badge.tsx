import type { ReactNode } from 'react';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'blue' | 'violet' | 'amber' | 'green' | 'red';

export interface BadgeProps {
  tone?: BadgeTone | undefined;
  /** Says the same as the tone, without colour. */
  icon?: IconShape | undefined;
  /** `tint` by default; `solid` for a goal that was reached, `outline` for something that is over. */
  look?: 'tint' | 'solid' | 'outline' | undefined;
  children: ReactNode;
}

/** A state as a word. Icon and look tell states apart without colour. */
export function Badge({ tone = 'neutral', icon, look = 'tint', children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], styles[look])}>
      {icon ? (
        <>
          <Icon shape={icon} />
          {typeof children === 'string' ? <span>{children}</span> : children}
        </>
      ) : (
        children
      )}
    </span>
  );
}

/** A class that sets a tone's colours: `--tone` for the ground, `--tone-ink` for words on it. */
export function toneClass(tone: BadgeTone): string | undefined {
  return styles[tone];
}
