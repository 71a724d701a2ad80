import { addressOf } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import {
  type Greeting,
  hasCountryCode,
  mailLink,
  phoneLink,
  whatsappLink,
} from '#pwa/lib/contact-links.ts';
import { mailIcon, phoneIcon, whatsappIcon } from './site-icons.ts';
import { ThumbLink } from './thumb-bar.tsx';
import { useDialNumber } from './use-dial-number.ts';

/** A way to a person. */
export type Reach = 'call' | 'whatsapp' | 'mail';

interface ReachLinksProps {
  /** The group of the three words. */
  texts: 'applicationDetail' | 'contactDetail';
  email: string;
  phone: string | null;
  /** In which the person wrote; null if it is not known. */
  language?: string | null;
  /** How a message begins. */
  greeting?: Greeting | undefined;
  /** Called when a link was pressed. */
  onReach?: (how: Reach) => void;
}

/** Links for a ThumbBar that call, chat with and write to a person, as far as the record allows it. */
export function ReachLinks({
  texts,
  email,
  phone: typed,
  language = null,
  greeting,
  onReach,
}: ReachLinksProps) {
  const { t } = useText();
  const phone = useDialNumber(typed, language);
  return (
    <>
      {phone !== null && (
        <ThumbLink icon={phoneIcon} href={phoneLink(phone)} onClick={() => onReach?.('call')}>
          {t(`${texts}.call`)}
        </ThumbLink>
      )}
      {phone !== null && hasCountryCode(phone) && (
        <ThumbLink
          icon={whatsappIcon}
          href={whatsappLink(phone, greeting)}
          target="_blank"
          rel="noreferrer"
          onClick={() => onReach?.('whatsapp')}
        >
          {t(`${texts}.whatsapp`)}
        </ThumbLink>
      )}
      {addressOf({ email }) !== null && (
        <ThumbLink
          icon={mailIcon}
          href={mailLink(email, greeting)}
          onClick={() => onReach?.('mail')}
        >
          {t(`${texts}.mail`)}
        </ThumbLink>
      )}
    </>
  );
}
