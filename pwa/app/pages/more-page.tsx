import { Link, type LinkProps } from '@tanstack/react-router';
import { LANGUAGES } from '#contract/vocabulary.ts';
import { LogOut } from '#pwa/app/log-out.tsx';
import { useTitle } from '#pwa/app/use-title.ts';
import { OWN_NAMES } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Icon, type IconShape } from '#pwa/ui/icon.tsx';
import { checkIcon, chevronRightIcon, globeIcon, syncIcon, translateIcon } from '#pwa/ui/icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import styles from './more-page.module.css';

/** What has no place in the bar: waiting changes, texts, language, the public site, Logout. */
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
          <Row to="/sync" icon={syncIcon}>
            {t('navigation.waiting')}
          </Row>
          {user?.areas.includes('admin') && (
            <Row to="/admin/translations" icon={translateIcon}>
              {t('navigation.translations')}
            </Row>
          )}
          <Row to="/" icon={globeIcon}>
            {t('navigation.site')}
          </Row>
        </ul>
      </Card>
      <Languages />
      <LogOut />
    </div>
  );
}

function Row({
  to,
  icon,
  children,
}: {
  to: NonNullable<LinkProps['to']>;
  icon: IconShape;
  children: string;
}) {
  return (
    <li>
      <Link to={to} className={styles.row}>
        <Icon shape={icon} />
        {children}
        <Icon shape={chevronRightIcon} className={styles.go} />
      </Link>
    </li>
  );
}

function Languages() {
  const { t, language: shown, chooseLanguage } = useText();
  return (
    <Card title={t('header.language')}>
      <ul className={styles.languages}>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              className={styles.language}
              aria-pressed={language === shown}
              onClick={() => chooseLanguage(language)}
            >
              {OWN_NAMES[language]}
              {language === shown && <Icon shape={checkIcon} />}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
