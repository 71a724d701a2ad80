import { useElementScrollRestoration, useNavigate, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { countVisit } from '#pwa/app/install/install-offer-store.ts';
import { BESIDE } from '#pwa/app/lists/office-list.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { fetchAhead } from '#pwa/lib/lazy-part.ts';
import { onReturn } from '#pwa/lib/on-return.ts';
import { whenAtRest } from '#pwa/lib/time/when-idle.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { claimShares, sharesOf } from '#pwa/visitor/shares.ts';
import { keepOfficeOffline } from '#pwa/visitor/worker.ts';
import '#pwa/ui/forced-colours.css';
import './rare.css';

/** What the pages of the back office do unseen, loaded behind the first screen. */
export function OfficeBackground({ page }: { page: RefObject<HTMLElement | null> }) {
  useFetchAhead();
  useDeviceReminders();
  useKeptPlace();
  useShares();

  useEffect(() => countVisit(), []);
  useEffect(() => followKeyboard(), []);
  useEffect(() => focusMain(), []);
  useEffect(() => whenAtRest(() => void keepFocusIn(page.current).catch(console.error)), [page]);
  useEffect(() => whenAtRest(() => void sendVisitors().catch(console.error)), []);
  // At once, its requests and the worker delayed the first rows after a sign-in from 0.6 to 1.3 s.
  useEffect(() => whenAtRest(() => void keepOfficeOffline().catch(console.error)), []);
  return null;
}

/** Fetches the lazy parts of each opened page: the connection may go at any moment. */
function useFetchAhead(): void {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other parts
  useEffect(() => whenAtRest(() => void fetchAhead()), [pathname]);
  useEffect(() => onReturn(() => void fetchAhead()), []);
}

/** Tells the server when address, language or time zone of a device with reminders have changed. */
function useDeviceReminders(): void {
  const { language } = useText();
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    return whenAtRest(() => void refresh().catch(() => undefined));

    async function refresh(): Promise<void> {
      const { refreshReminders } = await import('#pwa/features/account/device-reminders.ts');
      await refreshReminders(language);
    }
  }, [language]);
}

/** Tells of what was shared and is not used yet. The app may have been killed since. */
function useShares(): void {
  const { t } = useText();
  const { user } = useAuth();
  const navigate = useNavigate();
  const tell = useEffectEvent(async () => {
    if (!user?.areas.includes('dashboard')) return;
    await claimShares(user.id);
    if (location.pathname === APP_PATHS.shared || (await sharesOf(user.id)).length === 0) return;
    const onPress = () => void navigate({ to: APP_PATHS.shared });
    showToast({ title: t('shared.waiting'), action: { label: t('shared.open'), onPress } });
  });
  useEffect(() => whenAtRest(() => void tell().catch(console.error)), []);
}

/** The page was unlocked, and loaded anew. */
function focusMain(): void {
  if (location.hash === '#main') document.getElementById('main')?.focus();
}

async function keepFocusIn(page: HTMLElement | null): Promise<void> {
  const { keepFocus } = await import('#pwa/ui/screen/keep-focus.ts');
  if (page) keepFocus(page);
}

/** Sends what visitors have written on this device: at the stand, or elsewhere and added here. */
async function sendVisitors(): Promise<void> {
  const { keepSending } = await import('#pwa/visitor/keep-sending.ts');
  keepSending();
}

/** How long a page may take to have its rows, in ms. */
const ROWS_TIMEOUT = 10_000;
const ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Brings pages to where they were, after a reload and by Back. The router does so once, before the rows of a long list
 * are there; here each change of the page tries again, until the person acts or leaves.
 */
function useKeptPlace(): void {
  const key = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key,
  });
  const page = useElementScrollRestoration({ getElement: () => window })?.scrollY;
  const beside = useElementScrollRestoration({ id: BESIDE })?.scrollY;
  const loaded = useRef<string>(undefined);
  loaded.current ??= key;
  // After a step to another record its row is brought into sight (with-list.tsx).
  const list = key === loaded.current ? beside : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the places that this page had when it opened
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const observer = new MutationObserver(scroll);
    const timer = setTimeout(stop, ROWS_TIMEOUT);

    function scroll(): void {
      if (page && page !== scrollY) scrollTo({ top: page, behavior: 'instant' });
      if (list === undefined) return;
      document.querySelector(`[data-scroll-restoration-id="${BESIDE}"]`)?.scrollTo(0, list);
    }
    function stop(): void {
      controller.abort();
      observer.disconnect();
      clearTimeout(timer);
    }
    for (const act of ACTS) addEventListener(act, stop, { capture: true, passive: true, signal });
    observer.observe(document.body, { childList: true, subtree: true });
    scroll();
    return stop;
  }, [key]);
}

/** A smaller change of height is a browser bar, not a keyboard. In CSS pixels. */
const KEYBOARD = 120;

/**
 * Keeps the style variable `--keyboard` at the height of the on-screen keyboard, which lifts bottom
 * bars and windows above it, and marks the document with `data-keyboard`. The focused field stays in
 * sight. Returns a function that stops it.
 */
function followKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => undefined;

  const measure = () => {
    const hidden = Math.round(window.innerHeight - view.height * view.scale - view.offsetTop);
    show(hidden > KEYBOARD ? hidden : null);
  };
  const resized = () => {
    measure();
    // A sheet or dialog that shrank may have the focused field below its edge.
    if (document.documentElement.dataset.keyboard)
      document.activeElement?.scrollIntoView({ block: 'nearest' });
  };
  measure();
  view.addEventListener('resize', resized);
  view.addEventListener('scroll', measure);
  return () => {
    view.removeEventListener('resize', resized);
    view.removeEventListener('scroll', measure);
    show(null);
  };
}

function show(height: number | null): void {
  const { style, dataset } = document.documentElement;
  if (height === null) {
    style.removeProperty('--keyboard');
    delete dataset.keyboard;
  } else {
    style.setProperty('--keyboard', `${height}px`);
    dataset.keyboard = 'open';
  }
}
