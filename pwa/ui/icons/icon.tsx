import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './icon.module.css';

/** An icon on a grid of 24: path data, stroked unless it is `solid`. */
export interface IconShape {
  readonly d: string;
  readonly solid?: boolean;
}

export interface IconProps extends ComponentProps<'svg'> {
  /** A shape of `icons.ts`; only imported shapes reach the bundle. */
  shape: IconShape;
  /** The accessible name, if there is no text beside it. Without it the icon is decoration. */
  label?: string | undefined;
  /** A drawing in place of the shape. */
  children?: ReactNode;
}

/** An icon of the product's set, 1.25 em high in the colour of the text. */
export function Icon({ shape, label, className, children, ...props }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={classNames(styles.icon, shape.solid && styles.solid, className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...props}
    >
      {children ?? <path d={shape.d} fillRule="evenodd" />}
    </svg>
  );
}
