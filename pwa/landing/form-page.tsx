import type { Language } from '#contract/fields/vocabulary.ts';
import { fieldMessage } from '#pwa/i18n/field-message.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { SiteTextProvider } from '#pwa/i18n/site-text-provider.tsx';
import type { SiteTexts } from '#pwa/i18n/site-texts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from '#pwa/landing/sections/contact-section.module.css';
import hero from '#pwa/landing/sections/hero.module.css';
import { HeroPicture } from '#pwa/landing/sections/hero.tsx';
import { Section } from '#pwa/landing/sections/section.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { Mark } from '#pwa/ui/icons/mark.tsx';
import type { InquiryAnswer } from './frame.ts';
import header from './site-header.module.css';

interface FormPageProps {
  language: Language;
  texts: SiteTexts;
  answer: InquiryAnswer;
}

/** The page that answers a form that was posted without JavaScript. */
export function FormPage({ language, texts, answer }: FormPageProps) {
  return (
    <SiteTextProvider language={language} texts={texts}>
      <Header />
      <main>{'sent' in answer ? <Thanks {...answer} /> : <Refused {...answer} />}</main>
    </SiteTextProvider>
  );
}

function Header() {
  const { t, language } = useText();
  return (
    <header className={header.header}>
      <a href={publicPage('/', language)} className={header.brand}>
        <Mark className={header.mark} />
        <span>{t('brand.name')}</span>
      </a>
    </header>
  );
}

/** In the dress of the first view: its style is in the document. */
function Thanks({ sent }: Extract<InquiryAnswer, { sent: unknown }>) {
  const { t, language } = useText();
  return (
    <Section id="contact" tone="pitch" className={hero.hero} motif={<HeroPicture />}>
      <div className={hero.words}>
        <h1 id="contact-title" className={hero.title}>
          {t('contact.success.title')}
        </h1>
        <p className={hero.text}>{t('contact.success.description')}</p>
        {sent && (
          <>
            <p className={hero.text}>{t('contact.receipt.reference', sent)}</p>
            <p className={hero.text}>{t('contact.receipt.link')}</p>
          </>
        )}
        <div className={hero.actions}>
          {sent && (
            <ButtonLink href={sent.link} rel="noreferrer" variant="accent" size="large">
              {t('contact.receipt.open')}
            </ButtonLink>
          )}
          <ButtonLink
            href={publicPage('/', language)}
            variant={sent ? 'secondary' : 'accent'}
            size="large"
          >
            {t('common.home')}
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}

/** The browser restores the typed values when the visitor goes back. */
function Refused({ refused }: Extract<InquiryAnswer, { refused: unknown }>) {
  const { t } = useText();
  const isTooMany = refused === 'too-many';
  return (
    <Section id="contact" className={styles.contact}>
      <div role="alert" className={styles.ways}>
        <h1 id="contact-title">{t('contact.error.title')}</h1>
        {isTooMany && <p className={styles.text}>{t('contact.error.tooMany')}</p>}
        {refused.length === 0 && <p className={styles.text}>{t('contact.error.description')}</p>}
        {!isTooMany && (
          <>
            <ul className={styles.wrong}>
              {refused.map((message) => (
                <li key={message}>{t(fieldMessage(message))}</li>
              ))}
            </ul>
            <p className={styles.text}>{t('contact.error.back')}</p>
          </>
        )}
      </div>
    </Section>
  );
}
