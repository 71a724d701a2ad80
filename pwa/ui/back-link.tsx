import { createLink, useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { arrowLeftIcon } from '#pwa/ui/icons/icons.ts';
import styles from './back-link.module.css';
import { addressBefore } from './trail.ts';

/**
 * The link back at the top of a page; never marked as the current page. A page that was open just before is found as
 * it was left.
 */
export const BackLink = createLink(function BackLink({
  children,
  'aria-current': _current,
  className: _state,
  ...link
}: ComponentProps<'a'>) {
  const { history } = useRouter();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    const isElsewhere = ctrlKey || metaKey || shiftKey || altKey;
    if (isElsewhere || addressBefore(history) !== link.href) {
      link.onClick?.(event);
    } else {
      event.preventDefault();
      history.back();
    }
  }

  const props = { ...link, onClick: follow };
  return (
    <a {...props} className={styles.back}>
      <Icon shape={arrowLeftIcon} />
      {children}
    </a>
  );
});

/** The way back from a record: to Today if it was opened there, else to its list. */
export function RecordBackLink({ tab }: { tab?: 'contacts' }) {
  const { t } = useText();
  const { history } = useRouter();
  if (addressBefore(history) === APP_PATHS.today) {
    return <BackLink to={APP_PATHS.today}>{t('today.back')}</BackLink>;
  }
  return (
    <BackLink to={APP_PATHS.dashboard} {...(tab && { search: { tab } })}>
      {t('applicationDetail.back')}
    </BackLink>
  );
}
