import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { RetryButton } from '#pwa/ui/retry-button.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

interface NotReadProps {
  subject: 'sessions' | 'passkeys' | 'reminders' | 'mail' | 'calendar';
  failed: boolean;
  onRetry: () => void;
}

/** Replaces a list while it is read, or when it could not be read. */
export function NotRead({ subject, failed, onRetry }: NotReadProps) {
  const { t } = useText();
  const isOffline = useIsOffline();
  if (!failed) {
    return (
      <div role="status">
        <span className="visually-hidden">{t('common.loading')}</span>
        <Skeleton shape="title" width="half" />
      </div>
    );
  }
  return (
    <Notice icon={isOffline ? offlineIcon : alertIcon} actions={<RetryButton onClick={onRetry} />}>
      {t(isOffline ? `account.${subject}.offline` : `account.${subject}.failed`)}
    </Notice>
  );
}
