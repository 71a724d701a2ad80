import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { type Tab, tabOf } from '#pwa/app/lists/dashboard-tab.ts';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { lazyPage } from '#pwa/ui/lazy.tsx';
import type { GuardFlags } from './entry-decision.ts';
import { ErrorPage } from './error-page.tsx';
import { Guard } from './guard.tsx';
import { PageSpinner } from './page-spinner.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends GuardFlags {}
  interface Register {
    router: AppRouter;
  }
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyPage(
    async () => (await import('./pages/not-found-page.tsx')).NotFoundPage,
  ),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyPage(async () => (await import('./pages/home-page.tsx')).HomePage),
});

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyPage(async () => (await import('./pages/auth-page.tsx')).AuthPage),
});

const setUpPasskey = createRoute({
  getParentRoute: () => root,
  path: '/auth/passkey',
  component: lazyPage(
    async () => (await import('./pages/set-up-passkey-page.tsx')).SetUpPasskeyPage,
  ),
});

const confirmAddress = createRoute({
  getParentRoute: () => root,
  path: '/auth/address',
  component: lazyPage(
    async () => (await import('./pages/confirm-address-page.tsx')).ConfirmAddressPage,
  ),
});

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/new-password',
  component: lazyPage(async () => (await import('./pages/new-password-page.tsx')).NewPasswordPage),
});

const inquiry = createRoute({
  getParentRoute: () => root,
  path: '/inquiry',
  component: lazyPage(async () => (await import('./pages/inquiry-page.tsx')).InquiryPage),
});

/** Everything behind the sign-in. The guard reads the flags of the open route. */
const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', component: Guard });

const office = createRoute({
  getParentRoute: () => guarded,
  id: 'office',
  component: lazyPage(async () => (await import('./shell.tsx')).Shell),
});

const dashboard = createRoute({
  getParentRoute: () => office,
  path: '/dashboard',
  staticData: { area: 'dashboard' },
  validateSearch: (search: Record<string, unknown>): { tab?: Tab } => tabOf(search),
  component: lazyPage(async () => (await import('./pages/dashboard-page.tsx')).DashboardPage),
});

const today = createRoute({
  getParentRoute: () => office,
  path: '/today',
  staticData: { area: 'dashboard' },
  component: lazyPage(
    async () => (await import('#pwa/app/today/today-page.tsx')).TodayPage,
    lazyPartAhead,
  ),
});

const newApplication = createRoute({
  getParentRoute: () => office,
  path: '/dashboard/applications/new',
  staticData: { area: 'dashboard' },
  component: lazyPage(
    async () => (await import('./pages/new-application-page.tsx')).NewApplicationPage,
    lazyPartAhead,
  ),
});

const application = createRoute({
  getParentRoute: () => office,
  path: '/dashboard/applications/$id',
  staticData: { area: 'dashboard' },
  component: lazyPage(
    async () => (await import('./pages/application-page.tsx')).ApplicationPage,
    lazyPartAhead,
  ),
});

const editApplication = createRoute({
  getParentRoute: () => office,
  path: '/dashboard/applications/$id/edit',
  staticData: { area: 'dashboard' },
  component: lazyPage(
    async () => (await import('./pages/edit-application-page.tsx')).EditApplicationPage,
  ),
});

const newMessage = createRoute({
  getParentRoute: () => office,
  path: '/dashboard/contacts/new',
  staticData: { area: 'dashboard' },
  component: lazyPage(async () => (await import('./pages/message-page.tsx')).MessagePage),
});

const contact = createRoute({
  getParentRoute: () => office,
  path: '/dashboard/contacts/$id',
  staticData: { area: 'dashboard' },
  component: lazyPage(
    async () => (await import('./pages/contact-page.tsx')).ContactPage,
    lazyPartAhead,
  ),
});

const board = createRoute({
  getParentRoute: () => office,
  path: '/dashboard/board',
  staticData: { area: 'dashboard' },
  component: lazyPage(async () => (await import('./pages/board-page.tsx')).BoardPage),
});

const removed = createRoute({
  getParentRoute: () => office,
  path: '/dashboard/removed',
  staticData: { area: 'dashboard' },
  component: lazyPage(
    async () => (await import('#pwa/features/applications/removal/removed-page.tsx')).RemovedPage,
  ),
});

const importApplications = createRoute({
  getParentRoute: () => office,
  path: '/dashboard/import',
  staticData: { area: 'dashboard' },
  component: lazyPage(
    async () => (await import('#pwa/features/import/import-page.tsx')).ImportPage,
  ),
});

const campaigns = createRoute({
  getParentRoute: () => office,
  path: '/admin/campaigns',
  staticData: { area: 'admin' },
  component: lazyPage(async () => (await import('./pages/campaigns-page.tsx')).CampaignsPage),
});

const translations = createRoute({
  getParentRoute: () => office,
  path: '/admin/translations',
  staticData: { area: 'admin' },
  component: lazyPage(async () => (await import('./pages/translations-page.tsx')).TranslationsPage),
});

const users = createRoute({
  getParentRoute: () => office,
  path: '/admin/users',
  staticData: { area: 'admin' },
  component: lazyPage(async () => (await import('./pages/users-page.tsx')).UsersPage),
});

const audit = createRoute({
  getParentRoute: () => office,
  path: '/admin/audit',
  staticData: { area: 'admin' },
  component: lazyPage(async () => (await import('./pages/audit-page.tsx')).AuditPage),
});

const site = createRoute({
  getParentRoute: () => office,
  path: '/admin/site',
  staticData: { area: 'admin' },
  component: lazyPage(async () => (await import('./pages/site-page.tsx')).SitePage),
});

const search = createRoute({
  getParentRoute: () => office,
  path: '/search',
  staticData: { area: 'dashboard' },
  component: lazyPage(async () => (await import('#pwa/app/search/search-page.tsx')).SearchPage),
});

const figures = createRoute({
  getParentRoute: () => office,
  path: '/figures',
  staticData: { area: 'dashboard' },
  component: lazyPage(async () => (await import('./pages/figures-page.tsx')).FiguresPage),
});

/** The outbox, "More" and the account belong to every signed-in user, whatever the role. */
const sync = createRoute({
  getParentRoute: () => office,
  path: '/sync',
  staticData: { requireAdmin: false },
  component: lazyPage(async () => (await import('#pwa/features/changes/sync-page.tsx')).SyncPage),
});

const more = createRoute({
  getParentRoute: () => office,
  path: '/more',
  staticData: { requireAdmin: false },
  component: lazyPage(async () => (await import('./pages/more-page.tsx')).MorePage),
});

const flight = createRoute({
  getParentRoute: () => office,
  path: '/flight',
  staticData: { requireAdmin: false },
  component: lazyPage(async () => (await import('./pages/flight-page.tsx')).FlightPage),
});

const account = createRoute({
  getParentRoute: () => office,
  path: '/account',
  staticData: { requireAdmin: false },
  component: lazyPage(async () => (await import('./pages/account-page.tsx')).AccountPage),
});

const routeTree = root.addChildren([
  home,
  auth,
  newPassword,
  confirmAddress,
  setUpPasskey,
  inquiry,
  guarded.addChildren([
    office.addChildren([
      today,
      dashboard,
      newApplication,
      application,
      editApplication,
      newMessage,
      contact,
      board,
      removed,
      importApplications,
      campaigns,
      translations,
      users,
      audit,
      figures,
      site,
      search,
      sync,
      more,
      flight,
      account,
    ]),
  ]),
]);

/** The whole route table. Every page is a chunk of its own, fetched when its link is touched. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: PageSpinner,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    scrollRestorationBehavior: 'instant',
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
