import type { ReactNode } from 'react';
import { ApiError } from '#pwa/api/api-error.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Refresh } from '#pwa/sync/use-refresh-on-entry.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { alertIcon, offlineIcon } from '#pwa/ui/icons.ts';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';

interface ListStateProps {
  refresh: Refresh;
  /** How many records this phone has; undefined while that is being read. */
  total: number | undefined;
  /** What stands there when there is nothing, and the server has said so. */
  empty: ReactNode;
  /** The list itself. */
  children: ReactNode;
}

/**
 * Chooses what a list shows: its rows whenever this phone has some, a skeleton only while it has
 * none and some may come, and an error that is told apart from an empty list (D-06, D-09).
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
