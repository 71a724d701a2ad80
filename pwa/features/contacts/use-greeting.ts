import { useTextIn } from '#pwa/i18n/use-text-in.ts';
import type { Greeting } from '#pwa/lib/text/contact-links.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';

/**
 * How a reply to an inquiry begins, in the language in which the visitor wrote. Undefined while that is
 * loading, and if it is not known.
 */
export function useGreeting({ name, language }: ContactRow): Greeting | undefined {
  const t = useTextIn(language);
  if (language === null || !t) return undefined;
  const brand = t('brand.name');
  return {
    subject: t('contactDetail.greeting.subject', { brand }),
    // The reply follows below.
    text: `${t('contactDetail.greeting.text', { name, brand })}\n\n`,
  };
}
