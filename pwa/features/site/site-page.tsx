import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback } from 'react';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { SiteState } from '#pwa/local/database/meta-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { NotLoaded } from '#pwa/ui/not-loaded.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { refreshSite } from './refresh-site.ts';
import { SettingsForm } from './settings-form.tsx';
import styles from './site-page.module.css';
import { Versions } from './versions.tsx';

/** The owner's data on the public site, and everything that was published. */
export function SitePage() {
  const { t } = useText();
  const { userId } = useMirror();
  const { site, failure, reload } = useSite();
  return (
    <div className={styles.page}>
      <PageHead title={t('site.title')}>{t('site.subtitle')}</PageHead>
      {site ? (
        <>
          <SettingsForm current={site.current} userId={userId} onPublished={reload} />
          <Versions site={site} userId={userId} onPublished={reload} />
        </>
      ) : (
        <NotLoaded page="site" isLooking={site === undefined} failure={failure} onRetry={reload} />
      )}
    </div>
  );
}

interface SiteView {
  /** As last read; null if it never was; undefined while loading. */
  site: SiteState | null | undefined;
  /** Why the last refresh failed or was not tried; null while it is in flight and after a success. */
  failure: unknown;
  /** Asks the server again. */
  reload: () => void;
}

/** The published site, from the mirror: refreshed on mount and when the connection returns. */
function useSite(): SiteView {
  const mirror = useMirror();
  const site = useLiveQuery(async () => {
    const state = await mirror.meta.get('site');
    return state && 'versions' in state ? state : null;
  }, [mirror]);

  const { failure, load } = useServerState(useCallback(() => refreshSite(mirror), [mirror]));
  return { site, failure, reload: load };
}
