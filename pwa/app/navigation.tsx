import { Link } from '@tanstack/react-router';
import { AREAS } from '#contract/access.ts';
import { DueCount } from '#pwa/app/today/due.tsx';
import { WaitingCount } from '#pwa/features/users/waiting-count.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { useBottomBar } from '#pwa/ui/screen/use-bottom-bar.ts';
import styles from './navigation.module.css';
import { linksAt, type ScreenName, sectionOf } from './screens.ts';
import { useScreen } from './use-screen.ts';

const ON_PHONES = linksAt(['everywhere'], AREAS);

/** The sections of the back office: a bar under the thumb on phones, a column on wide screens. */
export function Navigation() {
  useBottomBar('sections');
  const { t } = useText();
  const { user } = useAuth();
  const screen = useScreen();
  const here = screen && sectionOf(screen);

  return (
    <nav
      className={styles.navigation}
      data-bottom-bar="sections"
      aria-label={t('navigation.label')}
    >
      <ul className={styles.list}>
        {linksAt(['everywhere', 'wide'], user?.areas).map(({ name, label, icon, link, place }) => (
          <li key={name} data-shown={place}>
            <Link
              {...link}
              className={styles.link}
              activeProps={{}}
              activeOptions={{ exact: true }}
              data-here={nearnessOf(name, here)}
              aria-current={name === here ? currentOf(name, screen) : undefined}
              aria-keyshortcuts={name === 'search' ? 'Control+K Meta+K' : undefined}
            >
              <span className={styles.icon}>
                <Icon shape={icon} />
              </span>
              {t(label)}
              {name === 'today' && <DueCount />}
              {name === 'users' && <WaitingCount />}
              {name === 'more' && <WaitingCount phoneOnly />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A record's page is in its section but is not the section's own page. */
function currentOf(name: ScreenName, screen: ScreenName | undefined): 'page' | 'true' {
  return name === screen ? 'page' : 'true';
}

/** Screens that only a wide window links to are under More on a phone. */
function nearnessOf(name: ScreenName, here: ScreenName | undefined): 'true' | 'near' | 'false' {
  if (name === here) return 'true';
  const isUnderMore = ON_PHONES.every((link) => link.name !== here);
  return name === 'more' && here && isUnderMore ? 'near' : 'false';
}
