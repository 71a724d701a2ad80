import type { LinkProps } from '@tanstack/react-router';
import type { Area } from '#contract/access.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import type { IconShape } from '#pwa/ui/icons/icon.tsx';
import {
  archiveIcon,
  boardIcon,
  chartIcon,
  clockIcon,
  editIcon,
  inboxIcon,
  keyIcon,
  moreIcon,
  noteIcon,
  qrIcon,
  searchIcon,
  syncIcon,
  translateIcon,
  trashIcon,
  uploadIcon,
  userIcon,
  usersIcon,
} from '#pwa/ui/icons/icons.ts';

/** A screen of the router app. */
interface Place {
  /**
   * Where a link stands: in the navigation of every window; in the navigation of a wide window and under
   * More; under More alone; in the palette alone. The palette has all of them. Absent: nowhere.
   */
  place: 'everywhere' | 'wide' | 'more' | 'palette';
  /** The text and the icon of that link. */
  label: TextKey;
  icon: IconShape;
}

export type Screen = {
  /** The tab that the address opens. */
  search?: { tab: 'contacts' };
  /** The document's title if it isn't the label; a page that shows a record names it itself. */
  title?: TextKey;
  /** Who may enter: users of an area, every signed-in user, or everybody. */
  access: Area | 'user' | 'public';
  /** The screen that the navigation marks while this one is open: by default More if its link is there, else itself. */
  section?: string;
} & (Place | { [Name in keyof Place]?: undefined });

/** Every screen, in the order in which links to it stand. Routes, navigation, More and palette follow from it. */
export const SCREENS = {
  home: { access: 'public' },
  auth: { title: 'titles.auth', access: 'public' },
  newPassword: { title: 'titles.newPassword', access: 'public' },
  confirmAddress: { title: 'titles.address', access: 'public' },
  setUpPasskey: { title: 'titles.passkey', access: 'public' },
  inquiry: { title: 'titles.inquiry', access: 'public' },

  today: {
    access: 'dashboard',
    place: 'everywhere',
    label: 'navigation.today',
    icon: clockIcon,
  },
  dashboard: {
    title: 'titles.dashboard',
    access: 'dashboard',
    place: 'everywhere',
    label: 'navigation.applications',
    icon: userIcon,
  },
  newApplication: {
    title: 'titles.newApplication',
    access: 'dashboard',
    section: 'dashboard',
  },
  application: { access: 'dashboard', section: 'dashboard' },
  editApplication: {
    title: 'titles.editApplication',
    access: 'dashboard',
    section: 'dashboard',
  },
  board: {
    access: 'dashboard',
    section: 'dashboard',
    place: 'palette',
    label: 'board.title',
    icon: boardIcon,
  },
  contacts: {
    search: { tab: 'contacts' },
    access: 'dashboard',
    place: 'everywhere',
    label: 'navigation.contacts',
    icon: inboxIcon,
  },
  contact: { access: 'dashboard', section: 'contacts' },
  newMessage: {
    title: 'message.title',
    access: 'dashboard',
    section: 'contacts',
  },
  campaigns: {
    access: 'admin',
    place: 'everywhere',
    label: 'navigation.campaigns',
    icon: qrIcon,
  },
  search: {
    access: 'dashboard',
    place: 'wide',
    label: 'navigation.search',
    icon: searchIcon,
  },
  figures: {
    access: 'dashboard',
    place: 'wide',
    label: 'navigation.figures',
    icon: chartIcon,
  },
  sync: {
    access: 'user',
    place: 'more',
    label: 'readiness.title',
    icon: syncIcon,
  },
  import: {
    access: 'dashboard',
    place: 'more',
    label: 'import.title',
    icon: uploadIcon,
  },
  shared: {
    access: 'dashboard',
    place: 'more',
    label: 'shared.title',
    icon: noteIcon,
  },
  removed: {
    access: 'dashboard',
    place: 'more',
    label: 'removed.title',
    icon: trashIcon,
  },
  site: {
    access: 'admin',
    place: 'more',
    label: 'navigation.ownSite',
    icon: editIcon,
  },
  translations: {
    access: 'admin',
    place: 'wide',
    label: 'navigation.translations',
    icon: translateIcon,
  },
  users: {
    access: 'admin',
    place: 'wide',
    label: 'navigation.users',
    icon: usersIcon,
  },
  audit: {
    access: 'admin',
    place: 'more',
    label: 'navigation.audit',
    icon: archiveIcon,
  },
  account: {
    access: 'user',
    place: 'more',
    label: 'navigation.account',
    icon: keyIcon,
  },
  more: {
    access: 'user',
    place: 'everywhere',
    label: 'navigation.more',
    icon: moreIcon,
  },
} as const satisfies Record<keyof typeof APP_PATHS, Screen>;

export type ScreenName = keyof typeof SCREENS;

/** A link to a screen, with its text and its icon. */
export interface ScreenLink extends Place {
  name: ScreenName;
  link: Pick<LinkProps, 'to' | 'search'>;
}

/** The links that users of these areas see at these places, in their order. */
export function linksAt(
  places: readonly Screen['place'][],
  areas: readonly Area[] = [],
): ScreenLink[] {
  return Object.entries(SCREENS as Record<string, Screen>).flatMap(([name, screen]) => {
    const { search = {}, access } = screen;
    const isOpen = access === 'user' || (access !== 'public' && areas.includes(access));
    if (!screen.place || !places.includes(screen.place) || !isOpen) return [];
    const { label, icon, place } = screen;
    const link = { to: APP_PATHS[name as ScreenName], search };
    return [{ name: name as ScreenName, label, icon, place, link }];
  });
}

/** The screen of a route: both lists stand at one address and differ by the tab. */
export function screenOf(
  name: ScreenName | undefined,
  search: { tab?: unknown },
): ScreenName | undefined {
  return name === 'dashboard' && search.tab === 'contacts' ? 'contacts' : name;
}

/** The screen that the navigation marks while this one is open. */
export function sectionOf(name: ScreenName): ScreenName {
  const { section, place }: Screen = SCREENS[name];
  return (section ?? (place === 'more' ? 'more' : name)) as ScreenName;
}
