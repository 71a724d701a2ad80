import type { ComponentProps, MouseEvent } from 'react';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/**
 * `primary` is the main action of a screen, `secondary` an action beside it, `quiet` has no box,
 * `danger` deletes. `accent` is the call to action of the public page, readable on light and on green.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'accent';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: 'medium' | 'large' | undefined;
  /** An icon before the text. */
  icon?: IconShape | undefined;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is in flight: the button keeps the focus, is announced as busy and cannot be pressed. */
  busy?: boolean | undefined;
  /** The text while busy, for example 'Sending...'; by default the children. */
  busyLabel?: string | undefined;
}

/** A button, at least 44 px high. Its default type is `button`. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyLabel,
  type = 'button',
  className,
  onClick,
  children,
  ...props
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }

  const mark = busy ? <span className={styles.ring} /> : icon && <Icon shape={icon} />;
  const label = busy ? (busyLabel ?? children) : children;

  return (
    <button
      type={type}
      className={classNames(buttonClass({ variant, size }), className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      {...props}
    >
      {/* A text that changes is alone in its element: a translation may have replaced the text itself. */}
      {mark ? (
        <>
          {mark}
          {typeof label === 'string' ? <span>{label}</span> : label}
        </>
      ) : (
        label
      )}
    </button>
  );
}

/** The classes of a button, for other elements that must look like one. */
export function buttonClass({ variant = 'primary', size = 'medium' }: ButtonLook): string {
  return classNames(styles.button, styles[variant], size === 'large' && styles.large);
}
