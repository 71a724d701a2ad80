import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import { InquiryForm, InquiryOutcomes } from '#pwa/features/inquiry/inquiry-form.tsx';
import { ownName } from '#pwa/i18n/language-names.ts';
import { SiteTextProvider } from '#pwa/i18n/site-text-provider.tsx';
import type { SiteTexts } from '#pwa/i18n/site-texts.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { readValue } from '#pwa/lib/storage/web-storage.ts';
import { DEPARTURE_KEY, IDENTITY_KEY } from '#pwa/session/user-here.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ErrorBoundary } from '#pwa/ui/screen/error-boundary.tsx';
import { showCarriedToast } from '#pwa/ui/toasts/carried-toast.ts';
import styles from '#pwa/ui/toasts/plain-toaster.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { ToasterOutlet } from '#pwa/ui/toasts/toaster-outlet.tsx';
import { keepLegalPages, rememberLanguage } from '#pwa/visitor/worker.ts';
import { Below } from './below.tsx';
import { campaignContext } from './campaign-context.ts';
import { finishDeparture, followServer } from './follow-server.ts';
import { LandingPage } from './landing-page.tsx';
import { NoSignal } from './no-signal.tsx';
import { ContactSection } from './sections/contact-section.tsx';

// For users who wait for approval only; offline the page does without them.
const ApprovalCard = lazy(() =>
  import('#pwa/features/auth/approval-card.tsx').then(
    ({ ApprovalCard }) => ({ default: ApprovalCard }),
    () => ({ default: () => null }),
  ),
);

export interface LandingRootProps {
  /** The language of the prerendered page, with its texts. */
  language: Language;
  texts: SiteTexts;
  /** The user of this device, read once per page; until then none, as in the prerendered page. */
  user: Promise<CurrentUser | null>;
}

/** The root of a cold load of `/`: the public page with its texts, form and toasts. */
export function LandingRoot({ language, texts, user }: LandingRootProps) {
  const [account, setAccount] = useState<CurrentUser | null>(null);
  const following = useRef<Promise<() => void>>(undefined);

  useEffect(() => {
    user
      .then((someone) => {
        setAccount(someone);
        showCarriedToast();
        if (someone) following.current = followServer(someone, setAccount);
        const isOver = someone === null && readValue('device', IDENTITY_KEY) !== null;
        if (isOver || readValue('device', DEPARTURE_KEY)) finishDeparture().catch(console.error);
      })
      .catch(console.error);
  }, [user]);

  useEffect(() => {
    keepLegalPages().catch(console.error);
  }, []);

  async function leave(someone: CurrentUser): Promise<void> {
    const stop = await following.current;
    stop?.();
    await leaveThisPage(someone);
  }

  return (
    <SiteTextProvider language={language} texts={texts} onChoose={remember} onMissing={tellMissing}>
      <ErrorBoundary fallback={<Failed />}>
        <LandingPage
          signedIn={account !== null}
          onSignOut={account ? () => void leave(account) : undefined}
          form={<InquiryForm campaign={campaignContext} />}
          above={<NoSignal user={user} />}
          below={<Below />}
        />
        <Suspense fallback={null}>{account?.approved === false && <ApprovalCard />}</Suspense>
        <ToasterOutlet />
        <Updated language={language} />
        <Waits />
      </ErrorBoundary>
    </SiteTextProvider>
  );
}

/** In place of a page that has thrown: the ways to the agent, and the state of the messages. The draft is stored. */
function Failed() {
  const { t } = useText();
  return (
    <ContactSection
      form={
        <>
          <div role="alert">
            <h3>{t('common.failed')}</h3>
            <p>{t('common.failedDescription')}</p>
          </div>
          <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
          <ErrorBoundary fallback={null}>
            <InquiryOutcomes />
          </ErrorBoundary>
        </>
      }
    />
  );
}

/** Offers a later publication, until the visitor takes it: the drafts of the forms are stored. */
function Updated({ language }: { language: Language }) {
  const { t } = useText();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    // Without a worker the page came from the server.
    if (!worker?.controller) return;
    const look = () => void isOutdated(language).then(setShown, () => undefined);
    look();
    // As long as the page.
    worker.addEventListener('controllerchange', look);
  }, [language]);
  return (
    isShown && (
      <p role="status" className={styles.toast}>
        {t('common.updated')}{' '}
        <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
      </p>
    )
  );
}

/** True if the server's document has another publication than this one: it may have come from the server, too. */
async function isOutdated(language: Language): Promise<boolean> {
  const shown = document.getElementById('published')?.outerHTML;
  const now = await (await fetch(`/?lang=${language}`)).text();
  return now.includes(shown ?? 'id="published"') !== Boolean(shown);
}

/** Shown by the loader while a press waits for the scripts of this page. */
function Waits() {
  const { t } = useText();
  return (
    <p id="waits" role="alert" className={styles.toast} hidden>
      {t('common.noSignalYet')}
    </p>
  );
}

/** Lazy: visitors download none of the code. */
async function leaveThisPage(user: CurrentUser): Promise<void> {
  const { leavePublicPage } = await import('#pwa/session/leave-public-page.ts');
  await leavePublicPage(user);
}

/** Shows a toast: the chosen language did not load, and the page keeps its own. */
function tellMissing(t: TextAccess['t'], language: Language, retry: () => void): void {
  showToast({
    title: t('header.languageMissing', { language: ownName(language) }),
    kind: 'destructive',
    action: { label: t('common.retry'), onPress: retry },
  });
}

function remember(language: Language): void {
  rememberLanguage(language).catch(console.error);
}
