import type { ReactNode } from 'react';
import { ApiError } from '#pwa/api/api-error.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Refresh } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { RetryButton } from '#pwa/ui/retry-button.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';

interface ListStateProps {
  refresh: Refresh;
  /** Records in the mirror; undefined while loading. */
  total: number | undefined;
  /** Whether all records are in the mirror and can be read. */
  isWhole: boolean;
  /** Shown if the server has confirmed that there are no records. */
  empty: ReactNode;
  /** The list itself. */
  children: ReactNode;
}

/**
 * Chooses what a list shows: rows if the mirror has any, a skeleton while the first rows may still
 * come, an error, or the empty state.
 */
export function ListState({ refresh, total, isWhole, empty, children }: ListStateProps) {
  const { t } = useText();
  const { state, failure } = refresh;
  const isMissing = total === 0 && !(state === 'ready' && isWhole);
  const isFailed = state === 'error' || failure !== null;

  if (total === undefined || (isMissing && !isFailed)) return <SkeletonRows />;
  if (isMissing) {
    const answered = failure instanceof ApiError;
    return (
      <EmptyState
        icon={answered ? alertIcon : offlineIcon}
        title={t('list.errorTitle')}
        action={<RetryButton onClick={refresh.retry} />}
      >
        {answered ? failureText(t, failure) : t('list.offlineText')}
      </EmptyState>
    );
  }
  return total === 0 ? empty : children;
}
