import { Navigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CurrentUser } from '#contract/auth.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { AuthPage as AuthScreen } from '#pwa/features/auth/auth-page.tsx';
import { ShareMenu } from '#pwa/features/share/share-menu.tsx';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { rememberWanted, takeWanted } from '#pwa/lib/storage/wanted.ts';
import { readText } from '#pwa/lib/storage/web-storage.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { unsentChangesOf } from '#pwa/session/leave-device.ts';
import { leftBehind } from '#pwa/session/session.ts';
import { type Farewell, storedFarewell } from '#pwa/session/stored-identity.ts';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { carryToast } from '#pwa/ui/toasts/carried-toast.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { addressBefore } from '#pwa/ui/trail.ts';
import { allShares, claimShares, SHARE_FAULTS } from '#pwa/visitor/shares.ts';
import styles from './auth-page.module.css';

/** How long the success stays visible before the browser leaves, in ms; the toast goes on at `/`. */
const READ = 700;

/**
 * /auth. Redirects a signed-in user to the dashboard, unless the session has expired and is renewed
 * here. A sign-in goes on at the page of the back office from which the person came; without one it ends on `/`.
 */
export function AuthPage() {
  const { t } = useText();
  const { user, loading, standIn, expired, signIn, signInBy } = useAuth();
  const isOffline = useIsOffline();
  const isLeftBehind = useStore(leftBehind, ({ records }) => records);
  const router = useRouter();
  /** Set while a user signs in. */
  const signingIn = useRef<{ renews: boolean }>(null);
  const unsent = useUnsent(expired ? user?.id : undefined);
  const shared = useSharedNotice();

  // Loads the toaster early: the browser leaves soon after the toast.
  useEffect(() => void import('#pwa/ui/toasts/toaster.tsx').catch(() => undefined), []);

  useEffect(() => rememberWanted(addressBefore(router.history) ?? ''), [router]);

  if (!signingIn.current && !expired) {
    // Until the server has answered, the session of a stored user may have ended.
    if (loading || standIn) return <Spinner page />;
    if (user) return <Navigate to={APP_PATHS.dashboard} replace />;
  }

  return (
    <>
      <AuthScreen
        notice={[shared, notice()].filter(Boolean).join(' ')}
        signIn={(credentials) => here(signIn(credentials))}
        signInBy={(enter) => here(signInBy(enter))}
        onSignedIn={(entered) => {
          const title = t('auth.login.success');
          showToast({ title, description: t('auth.login.redirecting') });
          const renews = signingIn.current?.renews === true;
          const waiting = renews ? unsentChangesOf(entered.id) : null;
          setTimeout(async () => {
            if (entered.areas.includes('dashboard')) await claimShares(entered.id);
            const count = await waiting;
            const description = count ? t('auth.login.safe', { count }) : undefined;
            const way = wayOf(entered, renews);
            const dashboard = { label: t('header.dashboard'), href: APP_PATHS.dashboard };
            const link = way === '/' && entered.approved ? dashboard : undefined;
            carryToast({ title, description, link });
            location.assign(way);
          }, READ);
        }}
      />
      <ShareMenu place={{ button: styles.share, menu: styles.shareMenu }} />
    </>
  );

  /** Keeps this page from leading a user on who has signed in here: it does so by itself. */
  async function here(entering: Promise<CurrentUser>): Promise<CurrentUser> {
    signingIn.current = { renews: expired || storedFarewell() !== null };
    try {
      return await entering;
    } catch (error) {
      signingIn.current = null;
      throw error;
    }
  }

  function notice(): string | null {
    if (isLeftBehind) return t('auth.login.leftBehind');
    const farewell = storedFarewell();
    if (farewell) return farewellText(t, farewell);
    if (isOffline) return t('auth.login.offline');
    return expired ? farewellText(t, { reason: 'expired', unsent }) : null;
  }
}

/** Tells that what was shared waits for the sign-in, which then leads there, or why it was not kept. */
function useSharedNotice(): string {
  const { t } = useText();
  const [isKept, setKept] = useState(false);
  const asked = readText('tab', 'wanted');
  const fault = SHARE_FAULTS.find((one) => asked?.startsWith(`${APP_PATHS.shared}?${one}`));
  useEffect(() => void allShares().then((all) => setKept(all.length > 0)), []);
  useEffect(() => {
    if (isKept && !fault) rememberWanted(APP_PATHS.shared);
  }, [isKept, fault]);
  if (fault) return t(`shared.${fault}`);
  return isKept ? t('shared.kept') : '';
}

/** How many changes of a user wait on this device; null if that is not known, and without a user. */
function useUnsent(userId: number | undefined): number | null {
  const [unsent, setUnsent] = useState<number | null>(null);
  useEffect(() => {
    if (userId !== undefined) void unsentChangesOf(userId).then(setUnsent);
  }, [userId]);
  return unsent;
}

/** Where a sign-in leads; `renews` says that a session of the back office had ended. */
function wayOf(user: CurrentUser, renews: boolean): string {
  if (user.mustChangePassword) return APP_PATHS.newPassword;
  if (user.mustSetUpPasskey) return APP_PATHS.setUpPasskey;
  const wanted = takeWanted() ?? (renews ? APP_PATHS.dashboard : '/');
  return user.approved ? wanted : '/';
}

/** Why this device is signed out, and how its unsent changes ended. */
function farewellText(t: TextAccess['t'], { reason, unsent }: Farewell): string {
  if (reason === 'expired') {
    if (!unsent) return t('auth.login.expired');
    return `${t('sync.signInPlain')} ${t('auth.farewell.kept', { count: unsent })}`;
  }
  const why = t(`auth.farewell.${reason}`);
  if (unsent === 0) return why;
  if (reason === 'signed-out') {
    return unsent === null ? why : `${why} ${t('auth.farewell.kept', { count: unsent })}`;
  }
  const gone =
    unsent === null
      ? t('auth.farewell.deletedUnknown')
      : t('auth.farewell.deleted', { count: unsent });
  return `${why} ${gone}`;
}
