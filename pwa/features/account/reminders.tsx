import { type ReactNode, useEffect, useState } from 'react';
import type { Area } from '#contract/access.ts';
import {
  keepReminders,
  readReminders,
  type Reminders as Stored,
  testReminders,
} from '#contract/reminders/reminders.ts';
import { call } from '#pwa/api/call.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { bellIcon, infoIcon, offlineIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { accountCall } from './account-call.ts';
import { pushSupport, turnOff } from './device-reminders.ts';
import { NotRead } from './not-read.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import { useTurnOn } from './use-turn-on.ts';

interface RemindersProps {
  areas: readonly Area[];
  /** The quiet hours are others now, also for reminders by mail. */
  onQuietHours: () => void;
  /** Installs the app, where only the installed app can show reminders. */
  install: ReactNode;
}

/** The reminders of this device: turns them on and off, chooses kinds and quiet hours, sends a test. */
export function Reminders({ areas, onQuietHours, install }: RemindersProps) {
  const { t } = useText();
  const support = useSupport();
  return (
    <Card title={t('account.reminders.title')}>
      <p className={primitives.intro}>{t('account.reminders.text')}</p>
      {support === 'ready' ? (
        <Ready areas={areas} onQuietHours={onQuietHours} />
      ) : (
        <Notice
          icon={support === 'blocked' ? alertIcon : infoIcon}
          actions={support === 'install' && install}
        >
          {t(`account.reminders.${support}`)}
        </Notice>
      )}
    </Card>
  );
}

/** Follows the permission, which the person may change in the settings of the browser. */
function useSupport() {
  const [support, setSupport] = useState(pushSupport);
  useEffect(() => {
    const look = () => setSupport(pushSupport());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return support;
}

function Ready({ areas, onQuietHours }: Omit<RemindersProps, 'install'>) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { value, failure, load } = useServerState(read);
  if (!value) return <NotRead subject="reminders" failed={failure !== null} onRetry={load} />;
  const isOn = value.reminders !== null && Notification.permission === 'granted';
  return (
    <>
      {isOffline && <Notice icon={offlineIcon}>{t('account.reminders.offline')}</Notice>}
      {isOn && value.reminders ? (
        <On
          stored={value.reminders}
          areas={areas}
          disabled={isOffline}
          onQuietHours={onQuietHours}
          onChanged={load}
        />
      ) : (
        <Off disabled={isOffline} onChanged={load} />
      )}
    </>
  );
}

function read(signal: AbortSignal) {
  return accountCall(call(readReminders, { signal }));
}

interface StateProps {
  disabled: boolean;
  onChanged: () => void;
}

function Off({ disabled, onChanged }: StateProps) {
  const { t } = useText();
  const { busy, turnOn } = useTurnOn(onChanged);
  return (
    <Button icon={bellIcon} busy={busy} disabled={disabled} onClick={turnOn}>
      {t('account.reminders.turnOn')}
    </Button>
  );
}

function On({
  stored,
  areas,
  disabled,
  onQuietHours,
  onChanged,
}: StateProps & Omit<RemindersProps, 'install'> & { stored: Stored }) {
  const { t } = useText();
  const { busy, attempt } = useAttempt('account.reminders.notChanged');

  async function stop(): Promise<void> {
    if (!(await attempt(turnOff))) return;
    showToast({ title: t('account.reminders.off') });
    onChanged();
  }

  return (
    <>
      <ReminderFields
        areas={areas}
        stored={stored}
        keep={(body) => accountCall(call(keepReminders, { body }))}
        disabled={disabled}
        onQuietHours={onQuietHours}
      />
      <div className={primitives.row2}>
        <SendTest disabled={disabled} onEnded={onChanged} />
        <Button variant="quiet" busy={busy} disabled={disabled} onClick={() => void stop()}>
          {t('account.reminders.turnOff')}
        </Button>
      </div>
    </>
  );
}

function SendTest({ disabled, onEnded }: { disabled: boolean; onEnded: () => void }) {
  const { t } = useText();
  const { busy, attempt } = useAttempt('account.reminders.notChanged');

  async function send(): Promise<void> {
    await attempt(async () => {
      const { outcome } = await accountCall(call(testReminders, {}));
      if (outcome === 'sent') {
        showToast({
          title: t('account.reminders.tested'),
          description: t('account.reminders.testedText'),
        });
      } else {
        const description = t('account.reminders.notTestedText');
        showToast({ title: t('account.reminders.notTested'), description, kind: 'destructive' });
      }
      if (outcome === 'off') onEnded();
    });
  }

  return (
    <Button variant="secondary" busy={busy} disabled={disabled} onClick={() => void send()}>
      {t('account.reminders.test')}
    </Button>
  );
}
