import { SitePage as SiteScreen } from '#pwa/features/site/site-page.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** /admin/site: the owner's data on the public site. */
export function SitePage() {
  return <SiteScreen userId={useMirror().userId} />;
}
