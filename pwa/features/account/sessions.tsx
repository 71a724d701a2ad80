import { useCallback, useState } from 'react';
import { endOtherSessions, listSessions } from '#contract/accounts/sessions.ts';
import { listUserSessions } from '#contract/accounts/users.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { accountCall } from './account-call.ts';
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
            <p className={primitives.hint}>{t('account.sessions.only')}</p>
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
  const { busy, attempt } = useAttempt();

  async function end(): Promise<void> {
    if (!(await attempt(() => accountCall(call(endOtherSessions, { key: newId() }))))) return;
    showToast({ title: t('account.sessions.ended') });
    setAsking(false);
    onEnded();
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
        onClose={() => setAsking(false)}
        onConfirm={() => void end()}
      />
    </>
  );
}

/** The devices of another user, for an admin. */
export function UserDevices({ userId }: { userId: number }) {
  const read = useCallback(
    (signal: AbortSignal) =>
      accountCall(call(listUserSessions, { params: { id: userId }, signal })),
    [userId],
  );
  const { value: devices, failure, load } = useServerState(read);
  return devices ? (
    <DeviceList devices={devices} onEnded={load} />
  ) : (
    <NotRead subject="sessions" failed={failure !== null} onRetry={load} />
  );
}
