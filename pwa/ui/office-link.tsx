import { createLink } from '@tanstack/react-router';
import { ButtonLink, type ButtonLinkProps } from './button-link.tsx';

/**
 * A link that looks like a button and changes the page without loading it anew. The router marks
 * links to a part of the open address as current; a button never is.
 */
export const OfficeLink = createLink(function OfficeLink({
  'aria-current': _current,
  ...props
}: ButtonLinkProps) {
  return <ButtonLink {...props} />;
});
