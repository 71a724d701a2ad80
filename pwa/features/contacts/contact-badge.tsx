import type { Contact } from '#contract/contacts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { badgeOf, CONVERTED } from './contact-state-look.ts';

interface ContactBadgeProps {
  contact: Pick<Contact, 'convertedToApplication' | 'state'>;
}

/** The state of an inquiry as a word, an icon and a colour; `converted` replaces any other state. */
export function ContactBadge({ contact }: ContactBadgeProps) {
  const { t } = useText();
  const { state } = contact;
  const { text, ...look } = contact.convertedToApplication ? CONVERTED : badgeOf(state);
  return <Badge {...look}>{text ? t(text) : wordText(t, 'contactState', state)}</Badge>;
}
