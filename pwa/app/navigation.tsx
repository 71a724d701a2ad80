import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import type { Area } from '#contract/access.ts';
import { DueCount } from '#pwa/app/today/due.tsx';
import { WaitingCount } from '#pwa/features/users/waiting-count.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import {
  chartIcon,
  clockIcon,
  inboxIcon,
  moreIcon,
  qrIcon,
  searchIcon,
  syncIcon,
  translateIcon,
  userIcon,
  usersIcon,
} from '#pwa/ui/icons/icons.ts';
import { useBottomBar } from '#pwa/ui/screen/use-bottom-bar.ts';
import styles from './navigation.module.css';
import { type Section, sectionOf } from './section.ts';

interface Destination {
  section: Exclude<Section, 'account' | null>;
  label:
    | 'navigation.today'
    | 'navigation.applications'
    | 'navigation.contacts'
    | 'navigation.campaigns'
    | 'navigation.figures'
    | 'navigation.search'
    | 'navigation.translations'
    | 'navigation.users'
    | 'navigation.waiting'
    | 'navigation.more';
  icon: IconShape;
  link: Pick<LinkProps, 'to' | 'search'>;
  /** Shown in the bar of a phone, in the side bar of a wide screen, or in both. */
  shown: 'phone' | 'wide' | 'both';
  /** Shown only to users who may enter this area. */
  area?: Area;
}

export const DESTINATIONS: readonly Destination[] = [
  {
    section: 'today',
    label: 'navigation.today',
    icon: clockIcon,
    link: { to: '/today' },
    shown: 'both',
    area: 'dashboard',
  },
  {
    section: 'applications',
    label: 'navigation.applications',
    icon: userIcon,
    link: { to: '/dashboard', search: {} },
    shown: 'both',
    area: 'dashboard',
  },
  {
    section: 'contacts',
    label: 'navigation.contacts',
    icon: inboxIcon,
    link: { to: '/dashboard', search: { tab: 'contacts' } },
    shown: 'both',
    area: 'dashboard',
  },
  {
    section: 'campaigns',
    label: 'navigation.campaigns',
    icon: qrIcon,
    link: { to: '/admin/campaigns' },
    shown: 'both',
    area: 'admin',
  },
  {
    section: 'figures',
    label: 'navigation.figures',
    icon: chartIcon,
    link: { to: '/figures' },
    shown: 'wide',
    area: 'dashboard',
  },
  {
    section: 'search',
    label: 'navigation.search',
    icon: searchIcon,
    link: { to: '/search' },
    shown: 'wide',
    area: 'dashboard',
  },
  {
    section: 'translations',
    label: 'navigation.translations',
    icon: translateIcon,
    link: { to: '/admin/translations' },
    shown: 'wide',
    area: 'admin',
  },
  {
    section: 'users',
    label: 'navigation.users',
    icon: usersIcon,
    link: { to: '/admin/users' },
    shown: 'wide',
    area: 'admin',
  },
  {
    section: 'sync',
    label: 'navigation.waiting',
    icon: syncIcon,
    link: { to: '/sync' },
    shown: 'wide',
  },
  {
    section: 'more',
    label: 'navigation.more',
    icon: moreIcon,
    link: { to: '/more' },
    shown: 'both',
  },
];

/** The sections of the back office: a bar under the thumb on phones, a column on wide screens. */
export function Navigation() {
  useBottomBar('sections');
  const { t } = useText();
  const { user } = useAuth();
  const here = useRouterState({
    select: ({ location }) => sectionOf(location.pathname, location.search.tab),
  });
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const reachable = DESTINATIONS.filter(({ area }) => !area || user?.areas.includes(area));

  return (
    <nav
      className={styles.navigation}
      data-bottom-bar="sections"
      aria-label={t('navigation.label')}
    >
      <ul className={styles.list}>
        {reachable.map(({ section, label, icon, link, shown }) => (
          <li key={section} data-shown={shown}>
            <Link
              {...link}
              className={styles.link}
              activeProps={{}}
              activeOptions={{ exact: true }}
              data-here={nearnessOf(section, here)}
              aria-current={currentOf(section === here, pathname)}
              aria-keyshortcuts={section === 'search' ? 'Control+K Meta+K' : undefined}
            >
              <span className={styles.icon}>
                <Icon shape={icon} />
              </span>
              {t(label)}
              {section === 'today' && <DueCount />}
              {section === 'users' && <WaitingCount />}
              {section === 'more' && <WaitingCount phoneOnly />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const UNDER_MORE = new Set<Section>([
  'figures',
  'search',
  'sync',
  'translations',
  'users',
  'account',
]);

/** Sections that only the side bar shows are under More on a phone. */
function nearnessOf(section: Section, here: Section): 'true' | 'near' | 'false' {
  if (section === here) return 'true';
  return section === 'more' && UNDER_MORE.has(here) ? 'near' : 'false';
}

/** A record's page is in its section but is not the section's own page. */
function currentOf(here: boolean, pathname: string): 'page' | 'true' | undefined {
  if (!here) return undefined;
  return /\/(applications|contacts)\//.test(pathname) ? 'true' : 'page';
}
