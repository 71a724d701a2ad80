import '#pwa/ui/tokens.css';
import '#pwa/ui/base.css';
import type { LegalPage } from '#contract/paths/public-pages.ts';
import type { PublicSite } from '#contract/site.ts';
import { LegalText } from '#pwa/features/legal/legal-text.tsx';
import { legalDocument } from '#pwa/features/legal/sections.ts';
import { PublicFrame } from './public-frame.tsx';

interface LegalPageViewProps {
  page: LegalPage;
  /** What the owner has published. */
  settings: PublicSite['settings'] | undefined;
  changed: string | undefined;
}

/** A legal page, prerendered only: in the browser it has no scripts. */
export function LegalPageView({ page, ...published }: LegalPageViewProps) {
  return (
    <PublicFrame menus="static">
      <LegalText document={legalDocument(page)} {...published} />
    </PublicFrame>
  );
}
