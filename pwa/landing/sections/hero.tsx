import { figuresOf } from '#pwa/i18n/published-texts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import styles from './hero.module.css';
import { Picture } from './picture.tsx';
import { Section } from './section.tsx';

/** The first view: audience, promise, link to the form, and years of experience. */
export function Hero() {
  const { t } = useText();
  return (
    <Section id="hero" tone="pitch" className={styles.hero} motif={<HeroPicture />}>
      <div className={styles.words}>
        <Agent />
        <p className={styles.badge}>{t('hero.badge', figuresOf(t))}</p>
        <h1 id="hero-title" className={styles.title}>
          {t('hero.title')}
        </h1>
        <p className={styles.text}>{t('hero.text')}</p>
        <div className={styles.actions}>
          <ButtonLink href="#contact" variant="accent" size="large">
            {t('hero.contact')}
          </ButtonLink>
          <ButtonLink href="#services" variant="secondary" size="large">
            {t('hero.services')}
          </ButtonLink>
        </div>
        <p className={styles.note}>{t('hero.note')}</p>
      </div>
    </Section>
  );
}

/** The drawing behind the words, which the owner has chosen; without its run where a portrait stands. */
export function HeroPicture() {
  const { hero = 'board', portrait } = publishedSite()?.settings ?? {};
  return (
    <img
      src={`/drawings/${hero}.svg${portrait ? '#plain' : ''}`}
      alt=""
      className={hero === 'board' ? styles.pitch : styles.scene}
    />
  );
}

/** Portrait, name and licence of the agent, as far as they are published. */
function Agent() {
  const { t } = useText();
  const { portrait, licence: number, licenceLink } = publishedSite()?.settings ?? {};
  if (!portrait && !number) return null;
  const licence = number && t('footer.licence', { number });
  return (
    <figure className={styles.agent}>
      {portrait && <Picture picture={portrait} alt={t('brand.name')} />}
      <figcaption>
        <b>{t('brand.name')}</b>
        {licence && <small>{licenceLink ? <a href={licenceLink}>{licence}</a> : licence}</small>}
      </figcaption>
    </figure>
  );
}
