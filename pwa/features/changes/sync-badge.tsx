import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { Icon, type IconShape } from '#pwa/ui/icon.tsx';
import { alertIcon, checkIcon, chevronRightIcon, offlineIcon, syncIcon } from '#pwa/ui/icons.ts';
import styles from './sync-badge.module.css';
import { type SyncMessage, type SyncState, syncMessage } from './sync-message.ts';

/** How long "2 changes sent" stays after the queue has emptied, in ms. */
const SENT_FOR = 4_000;

/**
 * One line under the top bar about the connection and the queued changes; empty while everything is in
 * sync. A live region: assistive technology announces every change.
 */
export function SyncBadge() {
  const { t } = useText();
  const status = useSyncStatus();
  const message = syncMessage(status);
  const sent = useJustSent(status);

  return (
    <div role="status" aria-label={t('sync.label')} className={styles.region}>
      {message && <Line message={message} />}
      {!message && sent > 0 && (
        <p className={styles.line} data-tone="done" data-moment="true">
          <Icon shape={checkIcon} />
          <span className={styles.words}>{t('sync.sent', { count: sent })}</span>
        </p>
      )}
    </div>
  );
}

function Line({ message: { key, values, tone, to } }: { message: SyncMessage }) {
  const { t } = useText();
  const words = (
    <>
      <Icon shape={iconOf(key, tone)} data-turning={key === 'sync.sending'} />
      <span className={styles.words}>{t(key, values)}</span>
    </>
  );
  if (to === null) {
    return (
      <p className={styles.line} data-tone={tone}>
        {words}
      </p>
    );
  }
  return (
    <Link to={to} className={styles.line} data-tone={tone} data-moment={key === 'sync.sending'}>
      {words}
      <Icon shape={chevronRightIcon} className={styles.go} />
    </Link>
  );
}

function iconOf(key: SyncMessage['key'], tone: SyncMessage['tone']): IconShape {
  if (key === 'sync.offline' || key === 'sync.offlineWaiting') return offlineIcon;
  return tone === 'act' ? alertIcon : syncIcon;
}

/** How many changes were accepted, for a moment after the queue has emptied. */
function useJustSent({ sending, sent, waiting, isOffline }: SyncState): number {
  const told = useRef(sent);
  const [news, setNews] = useState(0);

  useEffect(() => {
    if (sending || waiting > 0) return;
    const count = sent - told.current;
    told.current = sent;
    if (isOffline || count <= 0) return;
    setNews(count);
    const timer = setTimeout(() => setNews(0), SENT_FOR);
    return () => clearTimeout(timer);
  }, [sending, sent, waiting, isOffline]);

  return news;
}
