import { SitePage as SiteScreen } from '#pwa/features/site/site-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useTitle } from '#pwa/ui/screen/use-title.ts';

/** /admin/site: the owner's data on the public site. */
export function SitePage() {
  const { t } = useText();
  useTitle(t('titles.site'));
  return <SiteScreen userId={useMirror().userId} />;
}
