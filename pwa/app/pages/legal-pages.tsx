import { PublicFrame } from '#pwa/app/public-frame.tsx';
import { LegalText } from '#pwa/features/legal/legal-text.tsx';
import { PRIVACY, TERMS } from '#pwa/features/legal/sections.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { retentionDays } from '#pwa/lib/site-settings.ts';
import { useTitle } from '#pwa/ui/use-title.ts';

/** /privacy: which personal data is kept, why and for how long. */
export function PrivacyPage() {
  const { t } = useText();
  useTitle(t('titles.privacy'));
  return (
    <PublicFrame>
      <LegalText document={PRIVACY} values={{ ...retentionDays() }} />
    </PublicFrame>
  );
}

/** /terms: the terms of use of the site. */
export function TermsPage() {
  const { t } = useText();
  useTitle(t('titles.terms'));
  return (
    <PublicFrame>
      <LegalText document={TERMS} />
    </PublicFrame>
  );
}
