import type { ReactNode } from 'react';
import { LEGALLY_REQUIRED, type PublicSite, type SiteField } from '#contract/site.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { siteSettings } from '#pwa/lib/site-settings.ts';
import styles from './legal-text.module.css';

const FACTS = [
  'legalName',
  'representative',
  'address',
  'email',
  'phone',
  'taxId',
  'register',
  'licence',
] as const satisfies readonly SiteField[];
const MAIL = '%CONTACT_MAIL_TEXT%';

/** Who runs the site. What the law asks for stands in brackets until it is set; the rest is left out. */
export function Identity({ settings }: { settings: PublicSite['settings'] | undefined }) {
  const { t } = useText();
  const { phone, phoneDigits } = siteSettings();

  function said(fact: (typeof FACTS)[number]): ReactNode {
    if (fact === 'email') return <a href={`mailto:${MAIL}`}>{MAIL}</a>;
    if (fact === 'phone') return <a href={`tel:+${phoneDigits}`}>{phone}</a>;
    const text = settings?.[fact] || (isRequired(fact) ? t(`legal.unset.${fact}`) : '');
    const link = fact === 'licence' && text ? settings?.licenceLink : '';
    return link ? <a href={link}>{text}</a> : text;
  }

  return (
    <dl className={styles.identity}>
      {FACTS.map((fact) => ({ fact, text: said(fact) }))
        .filter(({ text }) => text !== '')
        .map(({ fact, text }) => (
          <div key={fact}>
            <dt>{t(`legal.identity.${fact}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

type Required = (typeof LEGALLY_REQUIRED)[number];

function isRequired(fact: SiteField): fact is Required {
  return (LEGALLY_REQUIRED as readonly SiteField[]).includes(fact);
}
