import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { LogOut } from '#pwa/app/log-out.tsx';
import { WaitingCount } from '#pwa/features/users/waiting-count.tsx';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import {
  archiveIcon,
  chartIcon,
  chevronRightIcon,
  editIcon,
  flightIcon,
  keyIcon,
  searchIcon,
  syncIcon,
  translateIcon,
  trashIcon,
  uploadIcon,
  usersIcon,
} from '#pwa/ui/icons/icons.ts';
import { checkIcon, globeIcon } from '#pwa/ui/icons/site-icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { ThemeCard } from '#pwa/ui/screen/theme-card.tsx';
import { useTitle } from '#pwa/ui/screen/use-title.ts';
import styles from './more-page.module.css';

/** What the bar has no place for, the most used first. */
export function MorePage() {
  const { t } = useText();
  const { user } = useAuth();
  useTitle(t('titles.more'));

  return (
    <div className={styles.page}>
      <PageHead title={t('navigation.more')}>
        {user && t('navigation.signedInAs', { name: user.username })}
      </PageHead>
      <Card>
        <ul className={styles.links}>
          {user?.areas.includes('dashboard') && (
            <>
              <Row to="/search" icon={searchIcon}>
                {t('navigation.search')}
              </Row>
              <Row to="/figures" icon={chartIcon}>
                {t('navigation.figures')}
              </Row>
            </>
          )}
          <Row to="/sync" icon={syncIcon}>
            {t('navigation.waiting')}
          </Row>
          <Row to="/flight" icon={flightIcon}>
            {t('flight.title')}
          </Row>
          {user?.areas.includes('dashboard') && (
            <>
              <Row to="/dashboard/import" icon={uploadIcon}>
                {t('import.title')}
              </Row>
              <Row to="/dashboard/removed" icon={trashIcon}>
                {t('removed.title')}
              </Row>
            </>
          )}
          {user?.areas.includes('admin') && (
            <>
              <Row to="/admin/site" icon={editIcon}>
                {t('navigation.ownSite')}
              </Row>
              <Row to="/admin/translations" icon={translateIcon}>
                {t('navigation.translations')}
              </Row>
              <Row to="/admin/users" icon={usersIcon} mark={<WaitingCount />}>
                {t('navigation.users')}
              </Row>
              <Row to="/admin/audit" icon={archiveIcon}>
                {t('navigation.audit')}
              </Row>
            </>
          )}
          <Row to="/account" icon={keyIcon}>
            {t('navigation.account')}
          </Row>
          <Row to="/" icon={globeIcon}>
            {t('navigation.site')}
          </Row>
        </ul>
      </Card>
      <Languages />
      <ThemeCard />
      <LogOut />
    </div>
  );
}

function Row({
  to,
  icon,
  mark,
  children,
}: {
  to: NonNullable<LinkProps['to']>;
  icon: IconShape;
  /** A mark for news on the linked page. */
  mark?: ReactNode;
  children: string;
}) {
  return (
    <li>
      <Link to={to} className={styles.row}>
        <Icon shape={icon} />
        {children}
        <span className={styles.go}>
          {mark}
          <Icon shape={chevronRightIcon} />
        </span>
      </Link>
    </li>
  );
}

function Languages() {
  const { t, language: shown, chooseLanguage } = useText();
  return (
    <Card title={t('header.language')}>
      <ul className={styles.languages}>
        {LANGUAGE_CODES.map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              className={styles.language}
              aria-pressed={language === shown}
              onClick={() => chooseLanguage(language)}
            >
              {ownName(language)}
              {language === shown && <Icon shape={checkIcon} />}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
