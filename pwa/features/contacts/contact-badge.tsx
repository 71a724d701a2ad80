import type { Contact } from '#contract/contacts.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { ADDED, badgeOf, CONVERTED, WITHDRAWN } from './contact-state-look.ts';

interface ContactBadgeProps {
  contact: Pick<Contact, 'convertedToApplication' | 'addedTo' | 'state' | 'withdrawnAt'>;
}

/** The state of an inquiry as a word, an icon and a colour; `withdrawn`, `converted` and `added` replace any other state. */
export function ContactBadge({ contact }: ContactBadgeProps) {
  const { t } = useText();
  const { text: _, ...look } = lookOf(contact);
  return <Badge {...look}>{stateText(t, contact)}</Badge>;
}

/** The word of the badge. */
export function stateText(t: TextAccess['t'], contact: ContactBadgeProps['contact']): string {
  const { text } = lookOf(contact);
  return text ? t(text) : wordText(t, 'contactState', contact.state);
}

function lookOf({
  withdrawnAt,
  convertedToApplication,
  addedTo,
  state,
}: ContactBadgeProps['contact']) {
  if (withdrawnAt !== null) return WITHDRAWN;
  if (convertedToApplication) return CONVERTED;
  return addedTo === null ? badgeOf(state) : ADDED;
}
