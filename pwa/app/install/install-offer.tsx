import { useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { InstallButton } from './install-button.tsx';
import styles from './install-offer.module.css';
import { decline, useInstallOffer } from './install-offer-store.ts';

/** Pages on which no task is interrupted. */
const RESTFUL = new Set<string>([APP_PATHS.dashboard, APP_PATHS.more]);

/**
 * Offers to install the app at the second visit, or once a change was saved offline: on the next page, because the
 * open one would move. "Not now" ends the offer for ever.
 */
export function InstallOffer() {
  const { t } = useText();
  const { visits, declined } = useInstallOffer();
  const { isOffline, waiting } = useSyncStatus();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [savedOffline, setSavedOffline] = useState(false);
  const [isOffered, setOffered] = useState(false);
  const due = visits >= 2 || savedOffline;

  useEffect(() => {
    if (isOffline && waiting > 0) setSavedOffline(true);
  }, [isOffline, waiting]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next page shows it from its first paint on
  useLayoutEffect(() => () => setOffered(due), [due, pathname]);

  if (declined || !isOffered || !RESTFUL.has(pathname)) return null;

  return (
    <div className={styles.offer}>
      <Notice
        icon={downloadIcon}
        title={t('install.title')}
        actions={
          <>
            <InstallButton />
            <Button variant="quiet" onClick={decline}>
              {t('install.notNow')}
            </Button>
          </>
        }
      >
        {t('install.text')}
      </Notice>
    </div>
  );
}
