import { useNavigate } from '@tanstack/react-router';
import type { Erasure } from '#contract/people.ts';
import type { Tab } from '#pwa/app/dashboard-tab.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';

/** What follows when a person was erased: a page that is no more is left, and the lists are read anew. */
export function useErased(tab: Tab): (how: Erasure) => Promise<void> {
  const engine = useEngine();
  const navigate = useNavigate();
  return async (how) => {
    if (how === 'delete') {
      const search = tab === 'contacts' ? { tab } : {};
      await navigate({ to: '/dashboard', search, replace: true });
    }
    try {
      await engine?.refresh(['applications', 'contacts'], { force: true });
    } catch (error) {
      // The next refresh brings it: what was erased is a change like any other.
      console.error(error);
    }
  };
}
