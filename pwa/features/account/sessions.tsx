import { useState } from 'react';
import { endOtherSessions, listSessions } from '#contract/accounts/sessions.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { accountCall } from './account-call.ts';
import styles from './account-page.module.css';
import { DeviceList } from './device-list.tsx';
import { NotRead } from './not-read.tsx';

/** The devices with a session, and a button that signs out the others. */
export function Sessions() {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { value: devices, failure, load } = useServerState(readOwn);

  return (
    <Card title={t('account.sessions.title')}>
      {devices ? (
        <>
          <DeviceList devices={devices} onEnded={load} />
          {devices.length > 1 ? (
            <EndOthers disabled={isOffline} onEnded={load} />
          ) : (
            <p className={styles.only}>{t('account.sessions.only')}</p>
          )}
        </>
      ) : (
        <NotRead subject="sessions" failed={failure !== null} onRetry={load} />
      )}
    </Card>
  );
}

function readOwn(signal: AbortSignal) {
  return accountCall(call(listSessions, { signal }));
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
