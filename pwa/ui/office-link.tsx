import { createLink } from '@tanstack/react-router';
import { ButtonLink, type ButtonLinkProps } from './button-link.tsx';

/**
 * A router link that looks like a button. It drops `aria-current`, which the router sets on links to a
 * part of the open address.
 */
export const OfficeLink = createLink(function OfficeLink({
  'aria-current': _current,
  ...props
}: ButtonLinkProps) {
  return <ButtonLink {...props} />;
});
