import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { digitsOf, siteSettings } from '#pwa/lib/site-settings.ts';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { linkedinIcon, phoneIcon, whatsappIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './contact-section.module.css';
import { EmailReveal } from './email-reveal.tsx';
import { Section } from './section.tsx';

/**
 * Every way to reach the agent, with the inquiry form beside it.
 *
 * @param form the inquiry form, passed in by the page
 */
export function ContactSection({ form }: { form: ReactNode }) {
  const { t } = useText();
  const { phone, phoneDigits, linkedin } = siteSettings();
  const whatsapp = publishedSite()?.settings.whatsapp;
  return (
    <Section id="contact" className={styles.contact}>
      <div className={styles.ways}>
        <h2 id="contact-title">{t('contact.title')}</h2>
        <p className={styles.text}>{t('contact.text')}</p>
        <dl className={styles.list}>
          <Way title={t('contact.location.title')}>
            <p className={styles.place}>{t('contact.location.place')}</p>
            <p>{t('contact.location.travel')}</p>
          </Way>
          <Way title={t('contact.email.title')}>
            <EmailReveal />
          </Way>
          <Way title={t('contact.phone.title')}>
            <p className={styles.place}>{phone}</p>
            <div className={styles.buttons}>
              <ButtonLink href={`tel:+${phoneDigits}`} variant="secondary" icon={phoneIcon}>
                {t('contact.phone.call')}
              </ButtonLink>
              <ButtonLink
                href={`https://wa.me/${whatsapp ? digitsOf(whatsapp) : phoneDigits}`}
                variant="secondary"
                icon={whatsappIcon}
              >
                {t('contact.phone.whatsapp')}
              </ButtonLink>
            </div>
          </Way>
          <Way title={t('contact.social.title')}>
            <ButtonLink href={linkedin} rel="me" variant="secondary" icon={linkedinIcon}>
              {t('contact.social.follow', { network: 'LinkedIn' })}
            </ButtonLink>
          </Way>
        </dl>
      </div>
      <div className={styles.card}>{form}</div>
    </Section>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.way}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
