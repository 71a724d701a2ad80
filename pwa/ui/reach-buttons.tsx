import { addressOf } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import {
  type Greeting,
  hasCountryCode,
  mailLink,
  phoneLink,
  whatsappLink,
} from '#pwa/lib/contact-links.ts';
import { ButtonLink } from './button-link.tsx';
import type { Reach } from './reach-links.tsx';
import { mailIcon, phoneIcon, whatsappIcon } from './site-icons.ts';
import { useDialNumber } from './use-dial-number.ts';

interface ReachButtonsProps {
  name: string;
  email: string;
  phone: string | null;
  /** In which the person wrote; null if it is not known. */
  language?: string | null;
  /** How a message begins. */
  greeting?: Greeting | undefined;
  /** Called when a link was pressed. */
  onReach?: (how: Reach) => void;
}

/** Icons that call a person and open a chat, or write an e-mail to whoever left no number. */
export function ReachButtons({
  name,
  email,
  phone: typed,
  language = null,
  greeting,
  onReach,
}: ReachButtonsProps) {
  const { t } = useText();
  const phone = useDialNumber(typed, language);
  if (phone === null) {
    if (addressOf({ email }) === null) return null;
    return (
      <ButtonLink
        variant="quiet"
        icon={mailIcon}
        href={mailLink(email, greeting)}
        aria-label={t('today.mail', { name })}
        onClick={() => onReach?.('mail')}
      />
    );
  }
  return (
    <>
      <ButtonLink
        variant="quiet"
        icon={phoneIcon}
        href={phoneLink(phone)}
        aria-label={t('today.call', { name })}
        onClick={() => onReach?.('call')}
      />
      {hasCountryCode(phone) && (
        <ButtonLink
          variant="quiet"
          icon={whatsappIcon}
          href={whatsappLink(phone, greeting)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('today.whatsapp', { name })}
          onClick={() => onReach?.('whatsapp')}
        />
      )}
    </>
  );
}
