import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { LogOut } from '#pwa/app/log-out.tsx';
import { linksAt } from '#pwa/app/screens.ts';
import { WaitingCount } from '#pwa/features/users/waiting-count.tsx';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { chooseTheme, onTheme, shownTheme, THEMES, type Theme } from '#pwa/lib/storage/theme.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import { chevronRightIcon } from '#pwa/ui/icons/icons.ts';
import { checkIcon, globeIcon } from '#pwa/ui/icons/site-icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { ROOMY, useMedia } from '#pwa/ui/screen/use-media.ts';
import styles from './more-page.module.css';

/** What the navigation has no place for, the most used first. */
export function MorePage() {
  const { t } = useText();
  const { user } = useAuth();
  const isWide = useMedia(ROOMY);

  return (
    <div className={primitives.page}>
      <PageHead title={t('navigation.more')}>
        {user && t('navigation.signedInAs', { name: user.username })}
      </PageHead>
      <Card>
        <ul className={styles.links}>
          {linksAt(isWide ? ['more'] : ['wide', 'more'], user?.areas).map(
            ({ name, label, icon, link }) => (
              <Row key={name} link={link} icon={icon} mark={name === 'users' && <WaitingCount />}>
                {t(label)}
              </Row>
            ),
          )}
          <Row link={{ to: APP_PATHS.home }} icon={globeIcon}>
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

interface RowProps {
  link: Pick<LinkProps, 'to' | 'search'>;
  icon: IconShape;
  /** A mark for news on the linked page. */
  mark?: ReactNode;
  children: string;
}

function Row({ link, icon, mark, children }: RowProps) {
  return (
    <li>
      <Link {...link} className={styles.row}>
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

/** Chooses light or dark colours on this device. */
function ThemeCard() {
  const { t } = useText();
  const theme = useTheme();
  return (
    <Card title={t('theme.title')}>
      <FilterBar
        wraps
        label={t('theme.title')}
        filters={THEMES.map((value) => ({ value, label: t(`theme.${value}`), count: undefined }))}
        value={theme}
        onChange={chooseTheme}
      />
    </Card>
  );
}

/** The theme on the screen. */
function useTheme(): Theme {
  return useSyncExternalStore(onTheme, shownTheme);
}
