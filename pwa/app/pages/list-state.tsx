import type { ReactNode } from 'react';
import { ApiError } from '#pwa/api/api-error.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Refresh } from '#pwa/sync/use-refresh-on-entry.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { offlineIcon } from '#pwa/ui/icons.ts';
import { alertIcon } from '#pwa/ui/site-icons.ts';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';

interface ListStateProps {
  refresh: Refresh;
  /** Records in the mirror; undefined while loading. */
  total: number | undefined;
  /** Shown if the server has confirmed that there are no records. */
  empty: ReactNode;
  /** The list itself. */
  children: ReactNode;
}

/**
 * Chooses what a list shows: rows if the mirror has any, a skeleton while the first rows may still
 * come, an error, or the empty state.
 */
export function ListState({ refresh, total, empty, children }: ListStateProps) {
  const { t } = useText();
  const again = (
    <Button variant="secondary" onClick={refresh.retry}>
      {t('common.retry')}
    </Button>
  );

  if (total === undefined || (total === 0 && refresh.state === 'loading')) return <SkeletonRows />;
  if (total === 0 && refresh.state === 'error') {
    const { failure } = refresh;
    const answered = failure instanceof ApiError;
    return (
      <EmptyState
        icon={answered ? alertIcon : offlineIcon}
        title={t('list.errorTitle')}
        action={again}
      >
        {answered ? failureText(t, failure) : t('list.offlineText')}
      </EmptyState>
    );
  }
  return total === 0 ? empty : children;
}
