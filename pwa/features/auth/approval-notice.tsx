import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { clockIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/**
 * Tells a signed-in user that an admin has not approved the account yet: every area is closed until
 * then.
 */
export function ApprovalNotice({ actions }: { actions?: ReactNode }) {
  const { t } = useText();
  return (
    <Notice icon={clockIcon} title={t('approval.title')} actions={actions}>
      {t('approval.text')}
    </Notice>
  );
}
