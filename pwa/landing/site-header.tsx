import { useEffect } from 'react';
import { ShareMenu } from '#pwa/features/share/share-menu.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { linkedSections } from '#pwa/landing/sections/testimonials.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { Mark } from '#pwa/ui/icons/mark.tsx';
import { closeIcon, menuIcon } from '#pwa/ui/icons/site-icons.ts';
import { markScrolled } from './before-react.ts';
import { LanguageSwitcher } from './language-switcher.tsx';
import styles from './site-header.module.css';

const MENU = 'site-menu';

export interface SiteHeaderProps {
  signedIn: boolean;
  /** Handles Logout; without it the link goes to `/api/logout`. */
  onSignOut?: (() => void) | undefined;
}

/**
 * The sticky header. On small screens the menu is a popover: its button opens it before React has
 * loaded, a click outside, Esc or a choice closes it. On wide screens the same element is inline.
 */
export function SiteHeader({ signedIn, onSignOut }: SiteHeaderProps) {
  const { t, language } = useText();

  useEffect(() => {
    markScrolled();
    addEventListener('scroll', markScrolled, { passive: true });
    return () => removeEventListener('scroll', markScrolled);
  }, []);

  return (
    <header className={styles.header}>
      <a href="#top" className={styles.brand}>
        <Mark className={styles.mark} />
        <span>{t('brand.name')}</span>
      </a>
      <div id={MENU} popover="auto" className={styles.menu}>
        <nav aria-label={t('header.navigation')} className={styles.links}>
          {linkedSections(language).map((link) => (
            <a key={link} href={`#${link}`} className={styles.link}>
              {t(`header.${link}`)}
            </a>
          ))}
        </nav>
        {signedIn ? (
          <Account onSignOut={onSignOut} />
        ) : (
          <ButtonLink href="/api/login" rel="nofollow" variant="secondary">
            {t('header.login')}
          </ButtonLink>
        )}
      </div>
      <ShareMenu />
      <LanguageSwitcher />
      <button
        type="button"
        popoverTarget={MENU}
        className={styles.toggle}
        aria-label={t('header.openMenu')}
      >
        <Icon shape={menuIcon} className={styles.bars} />
        <Icon shape={closeIcon} className={styles.cross} />
      </button>
    </header>
  );
}

function Account({ onSignOut }: Pick<SiteHeaderProps, 'onSignOut'>) {
  const { t } = useText();
  return (
    <>
      <ButtonLink href="/dashboard">{t('header.dashboard')}</ButtonLink>
      <ButtonLink
        href="/api/logout"
        variant="secondary"
        onClick={(event) => {
          if (!onSignOut) return;
          event.preventDefault();
          onSignOut();
        }}
      >
        {t('header.logout')}
      </ButtonLink>
    </>
  );
}
