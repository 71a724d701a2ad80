import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { CurrentUser } from '#contract/auth.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useInstallOffer } from '#pwa/app/install/install-offer-store.ts';
import { TABS, type Tab, tabOf } from '#pwa/app/lists/dashboard-tab.ts';
import { ListBar } from '#pwa/app/lists/list-bar.tsx';
import { OfficeKeys } from '#pwa/app/search/office-keys.tsx';
import { FollowDue } from '#pwa/app/today/due.tsx';
import { SyncBadge } from '#pwa/features/changes/sync-badge.tsx';
import { ShareMenu } from '#pwa/features/share/share-menu.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Brand } from '#pwa/landing/brand.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { syncStatus } from '#pwa/sync/status-store.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { lazyExtra } from '#pwa/ui/lazy.tsx';
import { PitchLines } from '#pwa/ui/pitch-lines.tsx';
import { useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import { TYPED } from '#pwa/ui/shortcuts.ts';
import { BackCloses } from './back-closes.tsx';
import { FreshSignInWindow } from './fresh-sign-in-window.tsx';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';
import { colourBrowserBars } from './theme-colour.ts';

// Only a browser that installs apps loads them.
const InstallOffer = lazyExtra(() => import('#pwa/app/install/install-offer.tsx'), 'InstallOffer');
const InstallButton = lazyExtra(
  () => import('#pwa/app/install/install-button.tsx'),
  'InstallButton',
);

// Only an account that waits for its approval loads it.
const ApprovalNotice = lazyExtra(
  () => import('#pwa/features/auth/approval-notice.tsx'),
  'ApprovalNotice',
);

const OfficeBackground = lazyExtra(() => import('./office-background.tsx'), 'OfficeBackground');

// Only an admin's browser loads it.
const ReadAccounts = lazyExtra(
  () => import('#pwa/features/users/read-accounts.tsx'),
  'ReadAccounts',
);

/**
 * The frame of every back-office page. On phones: a slim bar above and the sections below (a page's
 * own action bar replaces them). On wide screens: a column at the side.
 */
export function Shell() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <SyncProvider key={user.id} user={user}>
      <Frame user={user} />
      <FreshSignInWindow />
      <OfficeKeys />
      <BackCloses />
    </SyncProvider>
  );
}

function Frame({ user }: { user: CurrentUser }) {
  const { t } = useText();
  const main = useMainFocus();
  const page = useRef<HTMLDivElement>(null);
  const { way } = useInstallOffer();
  const list = useListHere();
  const barList = useMedia(WIDE) ? null : list;
  const fills = useFills();

  useEffect(() => colourBrowserBars(), []);

  return (
    <div className={styles.shell} ref={page}>
      <a className={`visually-hidden ${styles.skip}`} href="#main">
        {t('header.skip')}
      </a>
      <header className={styles.side}>
        {barList ? (
          <ListBar tab={barList} />
        ) : (
          <Link to={APP_PATHS.dashboard} className={styles.brand}>
            <Brand />
          </Link>
        )}
        <Navigation />
        {!barList && <Account user={user} />}
        <PitchLines className={styles.lines} />
      </header>
      <div className={styles.page}>
        <div className={styles.state}>
          <SyncBadge />
        </div>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className={classNames(styles.main, barList && styles.list, fills && styles.fills)}
        >
          <LostChanges install={way !== 'none' && <InstallButton />} />
          {way !== 'none' && <InstallOffer />}
          {!user.approved && <ApprovalNotice />}
          <Outlet />
        </main>
      </div>
      {!barList && <ShareMenu place={{ button: styles.share, menu: styles.shareMenu }} />}
      <OfficeBackground page={page} />
      {user.areas.includes('dashboard') && <FollowDue />}
      {user.areas.includes('admin') && <ReadAccounts />}
    </div>
  );
}

/** The link to More, with the name of the signed-in user. */
function Account({ user }: { user: CurrentUser }) {
  const { t } = useText();
  return (
    <Link
      to={APP_PATHS.more}
      className={styles.user}
      title={t('navigation.signedInAs', { name: user.username })}
    >
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(user)}
      </span>
      <span className={styles.who}>
        {`${user.firstName} ${user.lastName}`.trim() || user.username}
        <small>{t(`role.${user.role}`)}</small>
      </span>
    </Link>
  );
}

/** The list that is open; null on every page but the dashboard. */
function useListHere(): Tab | null {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname === APP_PATHS.dashboard ? (tabOf(search).tab ?? TABS[0]) : null,
  });
}

/** Whether the open page is a list or a board, which use the whole width of the window. */
function useFills(): boolean {
  return useRouterState({
    select: ({ location }) => /^\/dashboard(\/board)?$/.test(location.pathname),
  });
}

/** Moves the focus to the new page after a navigation, for the Tab key and screen readers; a field of it that has it already keeps it. */
function useMainFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement?.matches(`main :is(${TYPED})`)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function initialsOf({ firstName, lastName, username }: CurrentUser): string {
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || username.slice(0, 1)).toUpperCase();
}

const LossNotice = lazyExtra(() => import('#pwa/features/changes/loss-notice.tsx'), 'LossNotice');

/** Tells that the browser cleared its storage while changes were not sent yet. */
function LostChanges({ install }: { install: ReactNode }) {
  const loss = useStore(syncStatus, (now) => now.loss);
  return loss && <LossNotice loss={loss} install={install} />;
}
