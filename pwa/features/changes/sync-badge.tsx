import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { type SyncStatus, useSyncStatus } from '#pwa/sync/status-store.ts';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import { chevronRightIcon, offlineIcon, syncIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon, checkIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './sync-badge.module.css';

/** How long "2 changes sent" stays after the queue has emptied, in ms. */
const SENT_FOR = 4_000;
/** A change that is sent within this time has its toast alone, in ms; then its toast says that it is saved here. */
const TIMEOUT = 4_000;
/**
 * A queue that is found so soon after the start, before the person has touched the page, is of an earlier
 * visit, in ms.
 */
const STARTING = 3_000;

/**
 * One line under the top bar about the connection and the queued changes; empty while everything is in sync, and for
 * a change that is sent at once: its toast says so. A live region: assistive technology announces every change.
 */
export function SyncBadge() {
  const { t } = useText();
  const status = useSyncStatus();
  const hasWaited = useHasWaited(status);
  const isQuiet = !hasWaited && !status.isOffline && !status.signedOut;
  const message = syncMessage(isQuiet ? { ...status, sending: null, waiting: 0 } : status);
  const sent = useJustSent(status, hasWaited);

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

/** Whether the changes in the queue have waited: offline, long, or since an earlier visit. */
function useHasWaited({ sending, waiting, isOffline, signedOut }: SyncState): boolean {
  const isStarting = useStarting();
  const [hasWaited, setWaited] = useState(false);
  const isEmpty = sending === null && waiting === 0;

  useEffect(() => {
    const isOld = isOffline || signedOut || isStarting();
    if (isEmpty || isOld) return setWaited(!isEmpty);
    const timer = setTimeout(() => setWaited(true), TIMEOUT);
    return () => clearTimeout(timer);
  }, [isEmpty, isOffline, signedOut, isStarting]);

  return hasWaited;
}

/** True if no change can have been made since the start. */
function useStarting(): () => boolean {
  const starting = useRef(true);
  useEffect(() => {
    const end = () => {
      starting.current = false;
    };
    const timer = setTimeout(end, STARTING);
    const touches = ['pointerdown', 'keydown'] as const;
    for (const touch of touches) addEventListener(touch, end, true);
    return () => {
      clearTimeout(timer);
      for (const touch of touches) removeEventListener(touch, end, true);
    };
  }, []);
  return useCallback(() => starting.current, []);
}

/** How many changes were accepted, for a moment after a queue that has waited has emptied. */
function useJustSent({ sending, sent, waiting, isOffline }: SyncState, hasWaited: boolean): number {
  const told = useRef(sent);
  const [news, setNews] = useState(0);

  useEffect(() => {
    if (sending || waiting > 0) return;
    const count = sent - told.current;
    told.current = sent;
    if (!isOffline && count > 0 && hasWaited) setNews(count);
  }, [sending, sent, waiting, isOffline, hasWaited]);

  useEffect(() => {
    if (news === 0) return;
    const timer = setTimeout(() => setNews(0), SENT_FOR);
    return () => clearTimeout(timer);
  }, [news]);

  return news;
}

/** The part of the sync status that the line depends on. */
export type SyncState = Omit<SyncStatus, 'loss'>;

/** The line under the top bar; `to` is the page on which the person can act on it. */
export interface SyncMessage {
  key:
    | 'sync.offline'
    | 'sync.offlineWaiting'
    | 'sync.sending'
    | 'sync.signIn'
    | 'sync.signInPlain'
    | 'sync.refused'
    | 'sync.conflicts'
    | 'sync.waiting';
  values: Record<string, number>;
  tone: 'calm' | 'busy' | 'act';
  to: (typeof APP_PATHS)['sync' | 'auth'] | null;
}

/**
 * Chooses the message: what needs the person comes before what resolves by itself. Null if everything
 * is in sync.
 */
export function syncMessage(state: SyncState): SyncMessage | null {
  const { isOffline, sending, waiting, refused, conflicts, signedOut } = state;
  if (signedOut) {
    return waiting > 0
      ? { key: 'sync.signIn', values: { count: waiting }, tone: 'act', to: APP_PATHS.auth }
      : { key: 'sync.signInPlain', values: {}, tone: 'act', to: APP_PATHS.auth };
  }
  if (isOffline) {
    return waiting > 0
      ? { key: 'sync.offlineWaiting', values: { count: waiting }, tone: 'calm', to: APP_PATHS.sync }
      : { key: 'sync.offline', values: {}, tone: 'calm', to: null };
  }
  if (sending)
    return { key: 'sync.sending', values: { ...sending }, tone: 'busy', to: APP_PATHS.sync };
  if (refused > 0) {
    return { key: 'sync.refused', values: { count: refused }, tone: 'act', to: APP_PATHS.sync };
  }
  if (conflicts > 0) {
    return { key: 'sync.conflicts', values: { count: conflicts }, tone: 'act', to: APP_PATHS.sync };
  }
  if (waiting > 0) {
    return { key: 'sync.waiting', values: { count: waiting }, tone: 'busy', to: APP_PATHS.sync };
  }
  return null;
}
