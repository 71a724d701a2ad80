import type { ComponentProps } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon, type IconShape } from './icon.tsx';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconShape;
  /** The accessible name. */
  label: string;
}

/** A square button of 44 px with an icon only. */
export function IconButton({ icon, label, type = 'button', className, ...props }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={classNames(styles.button, className)}
      {...props}
    >
      <Icon shape={icon} />
    </button>
  );
}
