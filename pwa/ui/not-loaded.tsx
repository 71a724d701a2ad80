import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { EmptyState } from './empty-state.tsx';
import { offlineIcon } from './icons/icons.ts';
import { alertIcon } from './icons/site-icons.ts';
import { RetryButton } from './retry-button.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface NotLoadedProps {
  page: 'audit' | 'site' | 'users';
  /** Whether this device still looks for what it has stored. */
  isLooking?: boolean;
  /** Why the last read failed; null while it is in flight. */
  failure: unknown;
  onRetry: () => void;
}

/** Takes the place of a page's content until the server has sent it for the first time. */
export function NotLoaded({ page, isLooking = false, failure, onRetry }: NotLoadedProps) {
  const { t } = useText();
  const isOffline = useIsOffline();
  if (isLooking || (!isOffline && failure === null)) return <SkeletonRows rows={6} />;
  return (
    <EmptyState
      icon={isOffline ? offlineIcon : alertIcon}
      title={t(isOffline ? `${page}.offlineTitle` : `${page}.errorTitle`)}
      action={<RetryButton onClick={onRetry} />}
    >
      {isOffline ? t(`${page}.offlineText`) : failureText(t, failure)}
    </EmptyState>
  );
}
