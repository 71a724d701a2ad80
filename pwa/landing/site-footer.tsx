import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { siteSettings } from '#pwa/lib/site-settings.ts';
import { Icon } from '#pwa/ui/icon.tsx';
import { facebookIcon, linkedinIcon, pitchIcon, twitterIcon } from '#pwa/ui/icons.ts';
import { showYear } from './before-react.ts';
import styles from './site-footer.module.css';

const LINKS = ['about', 'services', 'testimonials', 'contact'] as const;
/** Icons without a link: the owner has set no pages for them. */
const SOCIAL = [linkedinIcon, twitterIcon, facebookIcon];

/** A placeholder for the year in the translated text. */
const YEAR = '%YEAR%';

/** The footer of the public page. */
export function SiteFooter() {
  const { t, language } = useText();
  const { phone, phoneDigits } = siteSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div>
          <p className={styles.brand}>
            <Icon shape={pitchIcon} />
            {t('brand.name')}
          </p>
          <p>{t('footer.description')}</p>
          <div aria-hidden="true" className={styles.social}>
            {SOCIAL.map((shape) => (
              <Icon key={shape.d} shape={shape} />
            ))}
          </div>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links" className={styles.title}>
            {t('footer.quickLinks')}
          </h2>
          {LINKS.map((link) => (
            <a key={link} href={`#${link}`}>
              {t(`header.${link}`)}
            </a>
          ))}
        </nav>
        <div>
          <h2 className={styles.title}>{t('footer.contact')}</h2>
          <p>{t('contact.location.place')}</p>
          <a href={`tel:+${phoneDigits}`}>{phone}</a>
        </div>
        <div>
          <h2 className={styles.title}>{t('footer.legal')}</h2>
          <a href={publicPage('/privacy', language)}>{t('footer.privacy')}</a>
          <a href={publicPage('/terms', language)}>{t('footer.terms')}</a>
          <a href="/admin/translations" rel="nofollow">
            {t('footer.translations')}
          </a>
        </div>
      </div>
      <Copyright text={t('footer.copyright', { year: YEAR })} />
    </footer>
  );
}

/** The copyright line with the current year, whenever the page was prerendered. */
function Copyright({ text }: { text: string }) {
  const [before, after] = text.split(YEAR);
  return (
    <p className={styles.copyright}>
      {before}
      <span data-year ref={showYear} suppressHydrationWarning>
        {new Date().getFullYear()}
      </span>
      {after}
    </p>
  );
}
