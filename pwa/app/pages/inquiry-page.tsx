import { useRouterState } from '@tanstack/react-router';
import { SentInquiryView } from '#pwa/features/inquiry/sent-inquiry-view.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { PublicFrame } from '#pwa/landing/public-frame.tsx';
import { useTitle } from '#pwa/ui/use-title.ts';

/** /inquiry: the private link of a visitor leads here, its secret is behind `#`. */
export function InquiryPage() {
  const { t } = useText();
  const token = useRouterState({ select: ({ location }) => location.hash });
  useTitle(t('titles.inquiry'));
  return (
    <PublicFrame>
      <SentInquiryView key={token} token={token} />
    </PublicFrame>
  );
}
