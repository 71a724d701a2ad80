import type { Contact } from '#contract/contacts.ts';
import { SET_ASIDE } from '#contract/fields/contact-fields.ts';
import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/fields/vocabulary.ts';
import type { OfficeKey } from '#pwa/i18n/text-key.ts';
import type { BadgeProps } from '#pwa/ui/badge.tsx';
import type { IconShape } from '#pwa/ui/icons/icon.tsx';
import {
  archiveIcon,
  blockIcon,
  checkCircleIcon,
  inboxIcon,
  trashIcon,
} from '#pwa/ui/icons/icons.ts';
import { alertIcon, checkIcon } from '#pwa/ui/icons/site-icons.ts';

interface BadgeLook extends Required<Pick<BadgeProps, 'tone' | 'icon'>>, Pick<BadgeProps, 'look'> {
  /** The text in the badge; left out, it is `contactState.<state>`. */
  text?: OfficeKey;
}

interface ContactLook {
  badge: BadgeLook;
  /** The icon of the button that sets this state. */
  action: IconShape;
}

/**
 * One line for each state; badge, buttons and filters follow. The order is that of CONTACT_STATES, the
 * words are the texts `contactState.<state>` and `contacts.filters.<state>`.
 */
export const CONTACT_LOOKS: Record<ContactState, ContactLook> = {
  new: {
    badge: { tone: 'blue', icon: inboxIcon, text: 'contactStatus.new' },
    action: inboxIcon,
  },
  answered: { badge: { tone: 'violet', icon: checkIcon }, action: checkIcon },
  spam: {
    badge: { tone: 'red', look: 'outline', icon: alertIcon },
    action: alertIcon,
  },
  archived: {
    badge: { tone: 'neutral', look: 'outline', icon: trashIcon },
    action: archiveIcon,
  },
};

/** A converted inquiry, whatever its state. */
export const CONVERTED: BadgeLook = {
  tone: 'green',
  icon: checkCircleIcon,
  text: 'contactStatus.converted',
};

/** An inquiry in the history of a player who was here already, whatever its state. */
export const ADDED: BadgeLook = { ...CONVERTED, text: 'contactStatus.added' };

/** An inquiry that its visitor has taken back, whatever its state. */
export const WITHDRAWN: BadgeLook = {
  tone: 'red',
  look: 'outline',
  icon: blockIcon,
  text: 'contactStatus.withdrawn',
};

/** A state that only a newer server knows. */
const UNKNOWN: BadgeLook = { tone: 'neutral', look: 'outline', icon: inboxIcon };

/** How the badge of a state is drawn. */
export function badgeOf(state: Contact['state']): BadgeLook {
  return isOneOf(CONTACT_STATES, state) ? CONTACT_LOOKS[state].badge : UNKNOWN;
}

/** True for states that keep an inquiry out of the list. */
export function isAside(state: Contact['state']): boolean {
  return isOneOf(SET_ASIDE, state);
}
