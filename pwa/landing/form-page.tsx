import type { Language } from '#contract/vocabulary.ts';
import { InquiryForm } from '#pwa/features/inquiry/inquiry-form.tsx';
import { textOf } from '#pwa/features/inquiry/inquiry-text.ts';
import { fieldMessage } from '#pwa/i18n/field-message.ts';
import { SiteTextProvider } from '#pwa/i18n/site-text-provider.tsx';
import type { SiteTexts } from '#pwa/i18n/site-texts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import styles from './contact-section.module.css';
import type { InquiryAnswer } from './frame.ts';
import { Section } from './section.tsx';

interface FormPageProps {
  language: Language;
  texts: SiteTexts;
  answer: InquiryAnswer;
}

/** The page that answers a form that was posted without JavaScript. */
export function FormPage({ language, texts, answer }: FormPageProps) {
  return (
    <SiteTextProvider language={language} texts={texts}>
      <main>
        <Section id="contact" className={styles.contact}>
          <Answer answer={answer} />
        </Section>
      </main>
    </SiteTextProvider>
  );
}

function Answer({ answer }: Pick<FormPageProps, 'answer'>) {
  if (answer === 'sent') return <Thanks />;
  return answer === 'too-many' ? <TooMany /> : <Refused {...answer} />;
}

/** The browser has what was typed: it is there again when one goes back. */
function TooMany() {
  const { t } = useText();
  return (
    <div role="alert" className={styles.ways}>
      <h1 id="contact-title">{t('contact.error.title')}</h1>
      <p className={styles.text}>{t('contact.error.tooMany')}</p>
    </div>
  );
}

function Thanks() {
  const { t, language } = useText();
  return (
    <div className={styles.ways}>
      <h1 id="contact-title">{t('contact.success.title')}</h1>
      <p className={styles.text}>{t('contact.success.description')}</p>
      <ButtonLink href={`/?lang=${language}`} variant="secondary">
        {t('notFound.home')}
      </ButtonLink>
    </div>
  );
}

function Refused({ typed, errors }: Exclude<InquiryAnswer, string>) {
  const { t } = useText();
  const wrong = [...new Set(Object.values(errors).map((message) => t(fieldMessage(message))))];
  const told = wrong.length > 0 ? wrong : [t('contact.error.description')];
  return (
    <>
      <div role="alert" className={styles.ways}>
        <h1 id="contact-title">{t('contact.error.title')}</h1>
        <div className={styles.text}>
          {told.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      <div className={styles.card}>
        <InquiryForm campaign={() => ({})} refused={{ text: textOf(typed), errors }} />
      </div>
    </>
  );
}
