import type { Language } from '#contract/fields/vocabulary.ts';
import type { Quote } from '#contract/site.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { Section } from './section.tsx';
import styles from './testimonials.module.css';

const SAMPLES = ['player', 'parent', 'club'] as const;

/** What others say about the agent: samples, which a note marks, until the owner has published a quote. */
export function Testimonials() {
  const { t, language } = useText();
  const quotes = quotesIn(language);
  if (!quotes) return null;
  return (
    <Section id="testimonials" className={styles.testimonials}>
      <div>
        <h2 id="testimonials-title">{t('testimonials.title')}</h2>
        {quotes.length === 0 && <p className={styles.who}>{t('testimonials.sampleNote')}</p>}
      </div>
      <div className={styles.voices}>
        {quotes.map((quote) => (
          <figure key={quote.text} className={styles.voice}>
            <blockquote lang={quote.language} className={styles.quote}>
              {quote.text}
            </blockquote>
            <figcaption className={styles.who}>
              {quote.link ? <a href={quote.link}>{quote.who}</a> : quote.who}
            </figcaption>
          </figure>
        ))}
        {quotes.length === 0 &&
          SAMPLES.map((voice) => (
            <figure key={voice} className={styles.voice}>
              <blockquote className={styles.quote}>
                {t(`testimonials.items.${voice}.quote`)}
              </blockquote>
              <figcaption className={styles.who}>{t(`testimonials.items.${voice}.who`)}</figcaption>
            </figure>
          ))}
      </div>
    </Section>
  );
}

/** The quotes in a language, none while the owner has published none; null if the page has no section of them. */
function quotesIn(language: Language): readonly Quote[] | null {
  const { quotes = [], hidesQuotes } = publishedSite()?.settings ?? {};
  const own = quotes.filter((quote) => quote.language === language);
  return hidesQuotes || own.length < Math.min(1, quotes.length) ? null : own;
}

/** The sections that header and footer lead to. */
export function linkedSections(language: Language) {
  return LINKS.filter((link) => link !== 'testimonials' || quotesIn(language));
}

const LINKS = ['about', 'services', 'testimonials', 'contact'] as const;
