import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { linkedSections } from '#pwa/landing/sections/testimonials.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { siteSettings } from '#pwa/lib/site-settings.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { Mark } from '#pwa/ui/icons/mark.tsx';
import { facebookIcon, linkedinIcon, twitterIcon } from '#pwa/ui/icons/site-icons.ts';
import { showYear } from './before-react.ts';
import styles from './site-footer.module.css';

const SOCIAL = [
  { name: 'LinkedIn', field: 'linkedin', shape: linkedinIcon },
  { name: 'Twitter', field: 'twitter', shape: twitterIcon },
  { name: 'Facebook', field: 'facebook', shape: facebookIcon },
] as const;

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
            <Mark />
            {t('brand.name')}
          </p>
          <p>{t('footer.description', { place: t('contact.location.place') })}</p>
          <Licence />
          <Social />
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links" className={styles.title}>
            {t('footer.quickLinks')}
          </h2>
          {linkedSections(language).map((link) => (
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
          <a href={publicPage('/imprint', language)}>{t('footer.imprint')}</a>
        </div>
      </div>
      <div className={styles.end}>
        <Copyright text={t('footer.copyright', { year: YEAR, name: t('brand.name') })} />
        <a href="/admin/translations" rel="nofollow">
          {t('footer.translations')}
        </a>
      </div>
    </footer>
  );
}

/** The number of the licence, with the register's entry if the owner has named it. */
function Licence() {
  const { t } = useText();
  const { licence: number, licenceLink } = publishedSite()?.settings ?? {};
  if (!number) return null;
  const text = t('footer.licence', { number });
  return <p>{licenceLink ? <a href={licenceLink}>{text}</a> : text}</p>;
}

/** Links to the owner's pages; icons without links until there is one. */
function Social() {
  const { t } = useText();
  const settings = publishedSite()?.settings;
  const own = SOCIAL.filter(({ field }) => settings?.[field]);
  if (own.length === 0) {
    return (
      <div aria-hidden="true" className={styles.social}>
        {SOCIAL.map(({ name, shape }) => (
          <Icon key={name} shape={shape} />
        ))}
      </div>
    );
  }
  return (
    <div className={styles.social}>
      {own.map(({ name, field, shape }) => (
        <a
          key={name}
          href={settings?.[field]}
          rel="me"
          aria-label={t('contact.social.follow', { network: name })}
        >
          <Icon shape={shape} />
        </a>
      ))}
    </div>
  );
}

/** The copyright line with the current year, whenever the page was prerendered. */
function Copyright({ text }: { text: string }) {
  const [before, after] = text.split(YEAR);
  return (
    <p>
      {before}
      <span data-year ref={showYear} suppressHydrationWarning>
        {new Date().getFullYear()}
      </span>
      {after}
    </p>
  );
}
