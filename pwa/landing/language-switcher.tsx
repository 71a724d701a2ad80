import { shownLanguages } from '#contract/fields/language.ts';
import { languageName, ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { checkIcon, globeIcon } from '#pwa/ui/icons/site-icons.ts';
import popover from '#pwa/ui/windows/popover-menu.module.css';
import styles from './language-switcher.module.css';

const MENU = 'language-menu';

/**
 * The languages in a popover. They are links: before React has loaded, a choice loads the page in that
 * language; with React it needs no load.
 */
export function LanguageSwitcher() {
  const { t, language: shown, chooseLanguage } = useText();
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        className={styles.open}
        aria-label={t('header.languageShown', { language: shown.toUpperCase() })}
      >
        <Icon shape={globeIcon} />
        {shown.toUpperCase()}
      </button>
      <ul id={MENU} popover="auto" className={classNames(popover.menu, styles.menu)}>
        {shownLanguages(publishedSite()?.settings.hiddenLanguages).map((language) => (
          <li key={language}>
            <a
              href={`?lang=${language}`}
              hrefLang={language}
              className={classNames(popover.link, styles.language)}
              aria-current={language === shown ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                chooseLanguage(language);
              }}
            >
              <span lang={language}>{ownName(language)}</span>
              {language === shown ? (
                <Icon shape={checkIcon} />
              ) : (
                <small>{languageName(language, shown)}</small>
              )}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
