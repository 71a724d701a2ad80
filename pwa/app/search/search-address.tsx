import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { openSearch } from './search-window.ts';

/** The address of the search opens its window over the lists, with the query of the address: `/search?q=Ana`. */
export function SearchAddress() {
  const navigate = useNavigate();
  const query = useRouterState({ select: ({ location }) => Reflect.get(location.search, 'q') });
  useEffect(() => {
    void navigate({ to: APP_PATHS.dashboard, replace: true }).then(() =>
      openSearch(String(query ?? '')),
    );
  }, [navigate, query]);
  return null;
}
