import type { ComponentProps } from 'react';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { type ButtonLook, buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';

export interface ButtonLinkProps extends ComponentProps<'a'>, ButtonLook {}

/**
 * A link that looks like a button. It takes all props of an anchor, `ref` too, and works with a router:
 * `createLink(ButtonLink)`.
 */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...props
}: ButtonLinkProps) {
  return (
    <a className={classNames(buttonClass({ variant, size }), className)} {...props}>
      {icon && <Icon shape={icon} />}
      {children}
    </a>
  );
}
