import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SentInquiryView } from '#pwa/features/inquiry/sent-inquiry-view.tsx';
import { PublicFrame } from '#pwa/landing/public-frame.tsx';
import { whenAtRest } from '#pwa/lib/time/when-idle.ts';
import { keepOpenFiles } from '#pwa/visitor/worker.ts';

/** /inquiry: the private link of a visitor leads here, its secret is behind `#`. */
export function InquiryPage() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => whenAtRest(() => void keepOpenFiles().catch(console.error)), []);
  return (
    <PublicFrame>
      <SentInquiryView key={token} token={token} />
    </PublicFrame>
  );
}
