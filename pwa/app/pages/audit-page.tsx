import { AuditPage as AuditScreen } from '#pwa/features/audit/audit-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useTitle } from '#pwa/ui/screen/use-title.ts';

/** /admin/audit: the audit log. */
export function AuditPage() {
  const { t } = useText();
  useTitle(t('titles.audit'));
  return <AuditScreen ownId={useMirror().userId} />;
}
