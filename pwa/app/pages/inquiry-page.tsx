import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SentInquiryView } from '#pwa/features/inquiry/sent-inquiry-view.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { PublicFrame } from '#pwa/landing/public-frame.tsx';
import { whenAtRest } from '#pwa/lib/time/when-idle.ts';
import { useTitle } from '#pwa/ui/screen/use-title.ts';
import { keepOpenFiles } from '#pwa/visitor/worker.ts';

/** /inquiry: the private link of a visitor leads here, its secret is behind `#`. */
export function InquiryPage() {
  const { t } = useText();
  const token = useRouterState({ select: ({ location }) => location.hash });
  useTitle(t('titles.inquiry'));
  useEffect(() => whenAtRest(() => void keepOpenFiles().catch(console.error)), []);
  return (
    <PublicFrame>
      <SentInquiryView key={token} token={token} />
    </PublicFrame>
  );
}
