import { hasCountryCode } from '#contract/values/phone.ts';
import { addressOf } from '#pwa/i18n/person-name.ts';
import { type Greeting, mailLink, phoneLink, whatsappLink } from '#pwa/lib/text/contact-links.ts';
import type { IconShape } from '#pwa/ui/icons/icon.tsx';
import { mailIcon, phoneIcon, whatsappIcon } from '#pwa/ui/icons/site-icons.ts';
import { useDialNumbers } from './use-dial-numbers.ts';

/** A way to a person. */
export type Reach = 'call' | 'whatsapp' | 'mail';

export interface Reachable {
  email: string;
  phone: string | null;
  /** In which the person wrote; null if it is not known. */
  language?: string | null;
  /** How a message begins. */
  greeting?: Greeting | undefined;
  /** Called when a link was pressed. */
  onReach?: (how: Reach) => void;
}

interface Way {
  how: Reach;
  icon: IconShape;
  /** Of the link. */
  link: { href: string; onClick: () => void; target?: string; rel?: string };
}

/**
 * The ways to a person that the record allows, the quickest first: a call, a chat, an e-mail. Of several numbers it is
 * the first; the record's card has links of each.
 */
export function useReach({ email, phone, language = null, greeting, onReach }: Reachable): Way[] {
  const [first] = useDialNumbers(phone, language);
  const ways: Way[] = [];
  const add = (how: Reach, icon: IconShape, href: string, tab = {}) =>
    ways.push({ how, icon, link: { href, onClick: () => onReach?.(how), ...tab } });
  if (first) add('call', phoneIcon, phoneLink(first.number));
  if (first && hasCountryCode(first.number)) {
    const tab = { target: '_blank', rel: 'noreferrer' };
    add('whatsapp', whatsappIcon, whatsappLink(first.number, greeting), tab);
  }
  if (addressOf({ email }) !== null) add('mail', mailIcon, mailLink(email, greeting));
  return ways;
}
