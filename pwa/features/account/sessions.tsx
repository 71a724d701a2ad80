import { useCallback, useEffect, useState } from 'react';
import { endOtherSessions, listSessions, type OwnSession } from '#contract/auth.ts';
import { newId } from '#contract/ids.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay, formatMoment } from '#pwa/lib/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Icon } from '#pwa/ui/icon.tsx';
import { alertIcon, deviceIcon, offlineIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { showToast } from '#pwa/ui/toast-store.ts';
import { accountCall } from './account-call.ts';
import styles from './account-page.module.css';

/** The devices with a session, and a button that signs out the others. */
export function Sessions() {
  const { t } = useText();
  const { sessions, failed, load } = useSessions();
  const isOffline = useIsOffline();

  if (sessions) {
    return (
      <Card title={t('account.sessions.title')}>
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <Session key={`${session.createdAt} ${session.device}`} session={session} />
          ))}
        </ul>
        {sessions.length > 1 ? (
          <EndOthers disabled={isOffline} onEnded={load} />
        ) : (
          <p className={styles.only}>{t('account.sessions.only')}</p>
        )}
      </Card>
    );
  }
  return (
    <Card title={t('account.sessions.title')}>
      {failed ? (
        <Notice
          icon={isOffline ? offlineIcon : alertIcon}
          actions={
            <Button variant="secondary" onClick={load}>
              {t('common.retry')}
            </Button>
          }
        >
          {t(isOffline ? 'account.sessions.offline' : 'account.sessions.failed')}
        </Notice>
      ) : (
        <div role="status">
          <span className="visually-hidden">{t('common.loading')}</span>
          <Skeleton shape="title" width="half" />
        </div>
      )}
    </Card>
  );
}

function useSessions() {
  const [sessions, setSessions] = useState<readonly OwnSession[] | null>(null);
  const [failed, setFailed] = useState(false);

  const load = useCallback(() => {
    setFailed(false);
    accountCall(call(listSessions, {})).then(setSessions, () => setFailed(true));
  }, []);

  useEffect(load, [load]);
  return { sessions, failed, load };
}

function Session({ session }: { session: OwnSession }) {
  const { t } = useText();
  const { device, createdAt, lastSeenAt, current } = session;
  return (
    <li className={styles.session}>
      <Icon shape={deviceIcon} />
      <div>
        <p className={styles.device}>{device ?? t('account.sessions.unknown')}</p>
        <p className={styles.when}>
          {t('account.sessions.since', { moment: formatMoment(createdAt) })}
          {!current && ` · ${t('account.sessions.lastUsed', { date: formatDay(lastSeenAt) })}`}
        </p>
      </div>
      {current && <Badge tone="green">{t('account.sessions.thisDevice')}</Badge>}
    </li>
  );
}

function EndOthers({ disabled, onEnded }: { disabled: boolean; onEnded: () => void }) {
  const { t } = useText();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function end(): Promise<void> {
    setBusy(true);
    try {
      await accountCall(call(endOtherSessions, { key: newId() }));
      showToast({ title: t('account.sessions.ended') });
      setAsking(false);
      onEnded();
    } catch (error) {
      const description = failureText(t, error);
      showToast({ title: t('common.failed'), description, kind: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="secondary" disabled={disabled} onClick={() => setAsking(true)}>
        {t('account.sessions.endOthers')}
      </Button>
      <ConfirmDialog
        title={t('account.sessions.askTitle')}
        description={t('account.sessions.askText')}
        confirmLabel={t('account.sessions.endOthers')}
        busy={busy}
        open={asking}
        onOpenChange={(open) => {
          if (!busy) setAsking(open);
        }}
        onConfirm={() => void end()}
      />
    </>
  );
}
