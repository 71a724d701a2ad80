import { lazy, Suspense, useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import type { Language } from '#contract/vocabulary.ts';
import { InquiryForm } from '#pwa/features/inquiry/inquiry-form.tsx';
import { ShareMenu } from '#pwa/features/share/share-menu.tsx';
import { SiteTextProvider } from '#pwa/i18n/site-text-provider.tsx';
import type { SiteTexts } from '#pwa/i18n/site-texts.ts';
import { wantedPath } from '#pwa/lib/wanted.ts';
import { showCarriedToast } from '#pwa/ui/carried-toast.ts';
import { ToasterOutlet } from '#pwa/ui/toaster-outlet.tsx';
import { rememberLanguage } from '#pwa/visitor/worker.ts';
import { campaignContext } from './campaign-context.ts';
import { followServer } from './follow-server.ts';
import { LandingPage } from './landing-page.tsx';

// For signed-in users only; offline the page does without them.
const ContinueBar = lazy(() =>
  import('#pwa/features/auth/continue-bar.tsx').then(
    ({ ContinueBar }) => ({ default: ContinueBar }),
    () => ({ default: () => null }),
  ),
);
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
  /** The signed-in user, requested once per page; until then nobody, as in the prerendered page. */
  user: Promise<CurrentUser | null>;
}

/** The root of a cold load of `/`: the public page with its texts, form and toasts. */
export function LandingRoot({ language, texts, user }: LandingRootProps) {
  const [account, setAccount] = useState<CurrentUser | null>(null);

  useEffect(() => {
    user
      .then((someone) => {
        setAccount(someone);
        showCarriedToast();
        return someone && followServer(someone);
      })
      .catch(console.error);
  }, [user]);

  return (
    <SiteTextProvider language={language} texts={texts} onChoose={remember}>
      <LandingPage
        signedIn={account !== null}
        onSignOut={account ? () => void leave(account) : undefined}
        form={<InquiryForm campaign={campaignContext} />}
      />
      <Suspense fallback={null}>
        {account?.approved === false && <ApprovalCard />}
        {account?.approved && wantedPath() !== null && <ContinueBar />}
      </Suspense>
      <ShareMenu />
      <ToasterOutlet />
    </SiteTextProvider>
  );
}

/** Lazy: visitors download none of the code. */
async function leave(user: CurrentUser): Promise<void> {
  const { leavePublicPage } = await import('#pwa/session/leave-public-page.ts');
  await leavePublicPage(user);
}

function remember(language: Language): void {
  rememberLanguage(language).catch(console.error);
}
