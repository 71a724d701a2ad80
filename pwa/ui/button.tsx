import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconShape } from './icon.tsx';

/**
 * `primary` is the one thing to do on a screen, `secondary` stands beside it, `quiet` is a button in
 * words only, `danger` destroys. `accent` is the call to action of the public page: it carries on
 * chalk and on the green band alike.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'accent';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: 'medium' | 'large' | undefined;
  /** A drawing in front of the words. */
  icon?: IconShape | undefined;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is under way: it keeps the focus, says so to assistive technology and cannot fire again. */
  busy?: boolean | undefined;
  /** The words while busy, for example 'Sending...'; without them the usual ones stay. */
  busyLabel?: string | undefined;
}

/** A button, at least 44 px high. Its type is `button` unless another is given. */
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

  return (
    <button
      type={type}
      className={classNames(buttonClass({ variant, size }), className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      {...props}
    >
      {busy ? <span className={styles.ring} /> : icon && <Icon shape={icon} />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}

/** The classes of a button's look, for whatever must look like one. */
export function buttonClass({ variant = 'primary', size = 'medium' }: ButtonLook): string {
  return classNames(styles.button, styles[variant], size === 'large' && styles.large);
}
