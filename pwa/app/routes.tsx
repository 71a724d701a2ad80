import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { type Tab, tabOf } from '#pwa/app/lists/dashboard-tab.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { lazyPartFirst } from '#pwa/lib/first-parts.ts';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { lazyPage } from '#pwa/ui/lazy.tsx';
import { useTitle } from '#pwa/ui/screen/use-title.ts';
import { Spinner } from '#pwa/ui/spinner.tsx';
import type { GuardFlags } from './entry-decision.ts';
import { ErrorPage } from './error-page.tsx';
import { Guard } from './guard.tsx';
import { SCREENS, type Screen, type ScreenName } from './screens.ts';
import { useScreen } from './use-screen.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends GuardFlags {
    screen?: ScreenName;
  }
  interface Register {
    router: AppRouter;
  }
}

// Toasts need no connection once there are rows.
lazyPartFirst(() => import('#pwa/ui/toasts/toaster.tsx'));

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyPage(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
});

/** Everything behind the sign-in. The guard reads the flags of the open route. */
const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', component: Guard });

const office = createRoute({
  getParentRoute: () => guarded,
  id: 'office',
  component: lazyPage(() => import('./shell.tsx'), 'Shell'),
});

const routeTree = root.addChildren([
  publicRoute('home', () => import('./pages/home-page.tsx'), 'HomePage'),
  publicRoute('auth', () => import('./pages/auth-page.tsx'), 'AuthPage'),
  publicRoute('newPassword', () => import('./pages/new-password-page.tsx'), 'NewPasswordPage'),
  publicRoute(
    'confirmAddress',
    () => import('./pages/confirm-address-page.tsx'),
    'ConfirmAddressPage',
  ),
  publicRoute('setUpPasskey', () => import('./pages/set-up-passkey-page.tsx'), 'SetUpPasskeyPage'),
  publicRoute('inquiry', () => import('./pages/inquiry-page.tsx'), 'InquiryPage'),
  guarded.addChildren([
    office.addChildren([
      createRoute({
        getParentRoute: () => office,
        path: APP_PATHS.dashboard,
        staticData: flagsOf('dashboard'),
        validateSearch: (search: Record<string, unknown>): { tab?: Tab } => tabOf(search),
        component: lazyPage(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
      }),
      officeRoute(
        'today',
        () => import('#pwa/app/today/today-page.tsx'),
        'TodayPage',
        lazyPartAhead,
      ),
      officeRoute(
        'newApplication',
        () => import('./pages/new-application-page.tsx'),
        'NewApplicationPage',
        lazyPartAhead,
      ),
      officeRoute(
        'application',
        () => import('./pages/application-page.tsx'),
        'ApplicationPage',
        lazyPartFirst,
      ),
      officeRoute(
        'editApplication',
        () => import('./pages/edit-application-page.tsx'),
        'EditApplicationPage',
      ),
      officeRoute('board', () => import('./pages/board-page.tsx'), 'BoardPage'),
      officeRoute(
        'contact',
        () => import('./pages/contact-page.tsx'),
        'ContactPage',
        lazyPartAhead,
      ),
      officeRoute('newMessage', () => import('./pages/message-page.tsx'), 'MessagePage'),
      officeRoute('campaigns', () => import('./pages/campaigns-page.tsx'), 'CampaignsPage'),
      officeRoute('search', () => import('#pwa/app/search/search-address.tsx'), 'SearchAddress'),
      officeRoute('figures', () => import('./pages/figures-page.tsx'), 'FiguresPage'),
      officeRoute('sync', () => import('./pages/sync-page.tsx'), 'SyncPage', lazyPartFirst),
      officeRoute('import', () => import('#pwa/app/shared/import-here.tsx'), 'ImportHere'),
      officeRoute('shared', () => import('#pwa/app/shared/shared-page.tsx'), 'SharedPage'),
      officeRoute(
        'removed',
        () => import('#pwa/features/applications/removal/removed-page.tsx'),
        'RemovedPage',
      ),
      officeRoute('site', () => import('#pwa/features/site/site-page.tsx'), 'SitePage'),
      officeRoute(
        'translations',
        () => import('./pages/translations-page.tsx'),
        'TranslationsPage',
      ),
      officeRoute('users', () => import('./pages/users-page.tsx'), 'UsersPage'),
      officeRoute('audit', () => import('#pwa/features/audit/audit-page.tsx'), 'AuditPage'),
      officeRoute('account', () => import('./pages/account-page.tsx'), 'AccountPage'),
      officeRoute('more', () => import('./pages/more-page.tsx'), 'MorePage'),
    ]),
  ]),
]);

type Path<Name extends ScreenName> = (typeof APP_PATHS)[Name];

function publicRoute<Name extends ScreenName, Part extends string>(
  screen: Name,
  load: () => Promise<Record<Part, RouteComponent>>,
  name: Part,
) {
  const path: Path<Name> = APP_PATHS[screen];
  const component = lazyPage(load, name);
  return createRoute({ getParentRoute: () => root, path, staticData: { screen }, component });
}

/** @param inTime see `lazyPage` */
function officeRoute<Name extends ScreenName, Part extends string>(
  screen: Name,
  load: () => Promise<Record<Part, RouteComponent>>,
  name: Part,
  inTime?: Parameters<typeof lazyPage>[2],
) {
  const path: Path<Name> = APP_PATHS[screen];
  const component = lazyPage(load, name, inTime);
  return createRoute({
    getParentRoute: () => office,
    path,
    staticData: flagsOf(screen),
    component,
  });
}

function flagsOf(screen: ScreenName): StaticDataRouteOption {
  const { access }: Screen = SCREENS[screen];
  const isForAll = access === 'user' || access === 'public';
  return isForAll ? { screen, requireAdmin: false } : { screen, area: access };
}

/** The whole route table. The code of a page is fetched when its link is touched, unless it is there. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Spinner page />,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    scrollRestorationBehavior: 'instant',
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/** The open page. It gives the document the title of the screen; a page that shows a record names it itself. */
function Root() {
  const { t } = useText();
  const name = useScreen();
  const screen: Screen | undefined = name && SCREENS[name];
  const title = screen?.title ?? screen?.label;
  useTitle(title && t(title));
  return <Outlet />;
}
