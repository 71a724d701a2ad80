import { useEffect } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { ApprovalCard } from '#pwa/features/auth/approval-card.tsx';
import { InquiryForm } from '#pwa/features/inquiry/inquiry-form.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { campaignContext } from '#pwa/landing/campaign-context.ts';
import { LandingPage } from '#pwa/landing/landing-page.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';

/** The public page inside the router app: the same components as on a cold load of `/`. */
export function HomePage() {
  const { t } = useText();
  const { user } = useAuth();
  const title = t('meta.title');

  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <>
      <LandingPage
        signedIn={user !== null}
        onSignOut={user ? () => void leave(user) : undefined}
        form={<InquiryForm campaign={campaignContext} />}
      />
      {user?.approved === false && <ApprovalCard />}
    </>
  );
}

async function leave(user: CurrentUser): Promise<void> {
  const { leavePublicPage } = await import('#pwa/session/leave-public-page.ts');
  await leavePublicPage(user);
}
