import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';

/** The words for a search that cannot find everything yet, because a list is not here as a whole. */
export function useStillLoading(): string {
  const { t } = useText();
  const isOffline = useIsOffline();
  return t(isOffline ? 'search.partly' : 'search.loading');
}
