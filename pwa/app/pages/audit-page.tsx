import { AuditPage as AuditScreen } from '#pwa/features/audit/audit-page.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** /admin/audit: the audit log. */
export function AuditPage() {
  return <AuditScreen ownId={useMirror().userId} />;
}
