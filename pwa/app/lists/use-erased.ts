import { useNavigate } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import type { Erasure } from '#contract/people.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';
import { type Tab, tabOf } from './dashboard-tab.ts';

/** After a person was erased: leaves the page of a record that is gone and refreshes the lists. */
export function useErased(tab: Tab): (how: Erasure) => Promise<void> {
  const engine = useEngine();
  const navigate = useNavigate();
  return async (how) => {
    if (how === 'delete') {
      await navigate({ to: APP_PATHS.dashboard, search: tabOf({ tab }), replace: true });
    }
    try {
      await engine?.refresh(['applications', 'contacts'], { force: true });
    } catch (error) {
      // The next refresh brings the erasure like any other change.
      console.error(error);
    }
  };
}
