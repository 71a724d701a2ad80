import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { digitsOf, mailAddress, siteSettings } from '#pwa/lib/site-settings.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { linkedinIcon, mailIcon, phoneIcon, whatsappIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './contact-section.module.css';
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

/** Shows the e-mail address only after a click: harvesters do not find it. */
function EmailReveal() {
  const { t } = useText();
  const [address, setAddress] = useState<string | null>();

  if (address === undefined) {
    return (
      <Button variant="secondary" icon={mailIcon} onClick={() => setAddress(mailAddress())}>
        {t('contact.email.reveal')}
      </Button>
    );
  }
  // The clicked button is gone: its replacement takes the focus.
  return (
    <p tabIndex={-1} ref={(shown) => (shown?.querySelector('a') ?? shown)?.focus()}>
      {address ? <a href={`mailto:${address}`}>{address}</a> : t('contact.email.unavailable')}
    </p>
  );
}
