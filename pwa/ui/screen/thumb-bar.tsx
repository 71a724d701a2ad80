import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import styles from './thumb-bar.module.css';
import { useBottomBar } from './use-bottom-bar.ts';

/**
 * A page's main actions: on phones a bottom bar above the keyboard, in place of the navigation; on wide
 * screens a plain row.
 */
export function ThumbBar({
  isConversation = false,
  children,
}: {
  /** The first action is a place to write, the links beside it are icons. */
  isConversation?: boolean;
  children: ReactNode;
}) {
  useBottomBar('actions');
  return (
    <div
      className={classNames(styles.bar, isConversation && styles.conversation)}
      data-bottom-bar="actions"
    >
      {children}
    </div>
  );
}

interface ThumbLook {
  icon: IconShape;
  /** The main action. */
  primary?: boolean;
  children: ReactNode;
}

/** A link in the bar: a call, a chat, an e-mail. */
export function ThumbLink({ icon, primary, children, ...props }: ThumbLook & ComponentProps<'a'>) {
  return (
    <a className={classNames(styles.action, primary && styles.primary)} {...props}>
      <Icon shape={icon} />
      {children}
    </a>
  );
}

/** A button in the bar. */
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
