import '#pwa/ui/fonts.css';
import '#pwa/ui/tokens.css';
import '#pwa/ui/office-tokens.css';
import '#pwa/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { watchInstallation } from '#pwa/app/install/install-offer-store.ts';
import { openTexts } from '#pwa/i18n/i18n.ts';
import { wantedLanguage } from '#pwa/i18n/language.ts';
import { tolerateForeignNodes } from '#pwa/lib/foreign-nodes.ts';
import { lazyPart } from '#pwa/lib/lazy-part.ts';
import { installTrustedTypes } from '#pwa/lib/trusted-types.ts';
import { type HandedOver, handedOver, leaveWhenHandedOver } from '#pwa/session/handed-over.ts';
import { storedIdentity } from '#pwa/session/stored-identity.ts';
import { followTrail } from '#pwa/ui/trail.ts';
import { App } from './app.tsx';
import { followInternalLinks } from './internal-links.ts';
import { openWhereDue } from './launch.ts';
import { createAppRouter } from './routes.tsx';
import { registerServiceWorker } from './service-worker.ts';

/** How long the first frame waits for its rows, in ms. */
const ROWS = 150;

installTrustedTypes();
tolerateForeignNodes();
const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');
const root = createRoot(element);
const lock = handedOver();
// The document reports a failure from here on (not-loaded.ts).
await (lock ? openStand(lock) : openOffice()).catch(reportError);
registerServiceWorker();

async function openOffice(): Promise<void> {
  leaveWhenHandedOver();
  openWhereDue();
  const rows = openMirrorEarly();
  watchInstallation();

  // Fetches the page's chunks and its texts in parallel.
  const router = createAppRouter();
  followTrail(router.history);
  const loading = router.load();
  const language = wantedLanguage();
  const texts = await lazyPart(() => openTexts(language))();
  await loading;
  // Drawing a skeleton first takes longer than waiting for the rows.
  await Promise.race([rows, new Promise((later) => setTimeout(later, ROWS))]);

  followInternalLinks((href) => router.history.push(href));
  followReminders((href) => router.history.push(href));
  root.render(
    <StrictMode>
      <App router={router} texts={texts} />
    </StrictMode>,
  );
}

/** The form of a stand takes the place of the back office while this device is in a visitor's hands. */
async function openStand(at: HandedOver): Promise<void> {
  const { openBooth } = await lazyPart(() => import('./booth.tsx'))();
  await openBooth(root, at);
}

/**
 * Reads the dashboard's first rows while the rest of the page is fetched; on a device without a copy it asks
 * the server for them. Never throws.
 */
async function openMirrorEarly(): Promise<void> {
  const user = location.pathname === APP_PATHS.dashboard ? storedIdentity() : null;
  if (!user) return;
  try {
    const [{ openEarly }, { askEarly }] = await Promise.all([
      import('#pwa/local/database/opening.ts'),
      import('#pwa/sync/pull/first-pages.ts'),
    ]);
    const isAllowed = user.areas.includes('dashboard');
    await openEarly(user.id, isAllowed ? askEarly : null);
  } catch (error) {
    console.error(error);
  }
}

/** Opens what a tapped notification leads to: the worker asks this page, if it is there already. */
function followReminders(navigate: (href: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === 'OPEN') navigate(data.url);
  });
}
