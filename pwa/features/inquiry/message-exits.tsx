import { referenceOf } from '#contract/fields/references.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { mailAddress, siteSettings } from '#pwa/lib/site-settings.ts';
import { contactCard } from '#pwa/lib/text/contact-card.ts';
import { mailLink, whatsappLink } from '#pwa/lib/text/contact-links.ts';
import { saveFile } from '#pwa/lib/text/save-file.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { downloadIcon, mailIcon, phoneIcon, whatsappIcon } from '#pwa/ui/icons/site-icons.ts';
import type { WaitingInquiry } from './send-inquiry.ts';
import styles from './unsent-messages.module.css';

/**
 * Other ways for a message that waits, with the same text. The reference in it tells the agent which inquiry it is when
 * both arrive.
 */
export function MessageExits({ inquiry }: { inquiry: WaitingInquiry }) {
  const { t } = useText();
  const { phone, phoneDigits, site } = siteSettings();
  const whatsapp = publishedSite()?.settings.whatsapp ?? phone;
  const email = mailAddress();
  const name = t('brand.name');
  const { key, body } = inquiry;
  const subject = t('contact.receipt.reference', { reference: referenceOf(key) });
  const who = [body.name, body.email, body.phone].filter(Boolean).join(', ');
  const text = `${body.message}\n\n${who}\n${subject}`;
  return (
    <>
      <p className={styles.hint}>{t('contact.exits.text')}</p>
      <div className={styles.buttons}>
        <ButtonLink
          variant="secondary"
          icon={whatsappIcon}
          href={whatsappLink(whatsapp, { subject, text })}
        >
          {t('contact.phone.whatsapp')}
        </ButtonLink>
        <ButtonLink
          variant="secondary"
          icon={phoneIcon}
          href={`sms:+${phoneDigits}?&body=${encodeURIComponent(text)}`}
        >
          {t('contact.exits.sms')}
        </ButtonLink>
        {email && (
          <ButtonLink variant="secondary" icon={mailIcon} href={mailLink(email, { subject, text })}>
            {t('contact.email.title')}
          </ButtonLink>
        )}
        <Button
          variant="secondary"
          icon={downloadIcon}
          onClick={() => {
            const phone = `+${phoneDigits}`;
            const card = contactCard(name, { 'TEL;TYPE=CELL': phone, EMAIL: email, URL: site });
            saveFile(new Blob([card], { type: 'text/vcard;charset=utf-8' }), 'contact.vcf');
          }}
        >
          {t('contact.exits.contact')}
        </Button>
      </div>
    </>
  );
}
