import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconShape } from './icon.tsx';
import styles from './thumb-bar.module.css';

/**
 * A page's own actions within the thumb's reach: on phones a bar that takes the place of the
 * sections', above the keyboard; on wide screens a plain row where it stands.
 */
export function ThumbBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.bar} data-bottom-bar="actions">
      {children}
    </div>
  );
}

interface ThumbLook {
  icon: IconShape;
  /** The one that matters most. */
  primary?: boolean;
  children: ReactNode;
}

/** An action of the bar that leaves the page: a call, a chat, a mail. */
export function ThumbLink({ icon, primary, children, ...props }: ThumbLook & ComponentProps<'a'>) {
  return (
    <a className={classNames(styles.action, primary && styles.primary)} {...props}>
      <Icon shape={icon} />
      {children}
    </a>
  );
}

/** An action of the bar on the page itself. */
export function ThumbButton({
  icon,
  primary,
  children,
  ...props
}: ThumbLook & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={classNames(styles.action, primary && styles.primary)}
      {...props}
    >
      <Icon shape={icon} />
      {children}
    </button>
  );
}
