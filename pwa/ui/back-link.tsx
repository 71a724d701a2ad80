import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import styles from './back-link.module.css';
import { Icon } from './icon.tsx';
import { arrowLeftIcon } from './icons.ts';

/** The link back at the top of a page; never marked as the current page. */
export const BackLink = createLink(function BackLink({
  children,
  'aria-current': _current,
  className: _state,
  ...props
}: ComponentProps<'a'>) {
  return (
    <a {...props} className={styles.back}>
      <Icon shape={arrowLeftIcon} />
      {children}
    </a>
  );
});
