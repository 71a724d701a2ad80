import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { clockIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/**
 * Tells who has registered and signed in what they wait for: an admin has not let them in yet, so
 * that every area is closed to them.
 */
export function ApprovalNotice({ actions }: { actions?: ReactNode }) {
  const { t } = useText();
  return (
    <Notice icon={clockIcon} title={t('approval.title')} actions={actions}>
      {t('approval.text')}
    </Notice>
  );
}
