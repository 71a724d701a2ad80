import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon.module.css';

/** One drawing on a grid of 24: path data, drawn as a line unless it is `solid`. */
export interface IconShape {
  readonly d: string;
  readonly solid?: boolean;
}

export interface IconProps extends Omit<ComponentProps<'svg'>, 'children'> {
  /** A drawing of `icons.ts`; only those that are named somewhere reach the bundle. */
  shape: IconShape;
  /** What it says, when no words stand beside it. Without it the icon is decoration. */
  label?: string | undefined;
}

/** A drawing of the product's own set, 1.25 em high in the colour of its words. */
export function Icon({ shape, label, className, ...props }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={classNames(styles.icon, shape.solid && styles.solid, className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...props}
    >
      <path d={shape.d} fillRule="evenodd" />
    </svg>
  );
}
