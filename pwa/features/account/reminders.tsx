import { type ReactNode, useEffect, useState } from 'react';
import type { Area } from '#contract/access.ts';
import {
  type Reminders as Kept,
  keepReminders,
  kindsIn,
  readReminders,
  testReminders,
} from '#contract/reminders.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CheckboxField } from '#pwa/ui/checkbox-field.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { alertIcon, bellIcon, infoIcon, offlineIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showToast } from '#pwa/ui/toast-store.ts';
import { accountCall } from './account-call.ts';
import { pushSupport, turnOff } from './device-reminders.ts';
import { NotRead } from './not-read.tsx';
import styles from './reminders.module.css';
import { useOnlineRead } from './use-online-read.ts';
import { useTurnOn } from './use-turn-on.ts';

interface RemindersProps {
  areas: readonly Area[];
  /** Installs the app, where only the installed app can show reminders. */
  install: ReactNode;
}

/** The reminders of this device: turns them on and off, chooses kinds and quiet hours, sends a test. */
export function Reminders({ areas, install }: RemindersProps) {
  const { t } = useText();
  const support = useSupport();
  return (
    <Card title={t('account.reminders.title')}>
      <p className={styles.text}>{t('account.reminders.text')}</p>
      {support === 'ready' ? (
        <Ready areas={areas} />
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

function Ready({ areas }: Pick<RemindersProps, 'areas'>) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { value, failed, load } = useOnlineRead(read);
  if (!value) return <NotRead subject="reminders" failed={failed} onRetry={load} />;
  const isOn = value.reminders !== null && Notification.permission === 'granted';
  return (
    <>
      {isOffline && <Notice icon={offlineIcon}>{t('account.reminders.offline')}</Notice>}
      {isOn && value.reminders ? (
        <On kept={value.reminders} areas={areas} disabled={isOffline} onChanged={load} />
      ) : (
        <Off disabled={isOffline} onChanged={load} />
      )}
    </>
  );
}

function read() {
  return accountCall(call(readReminders, {}));
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
  kept,
  areas,
  disabled,
  onChanged,
}: StateProps & Pick<RemindersProps, 'areas'> & { kept: Kept }) {
  const { t } = useText();
  // What the person sees while it is sent.
  const [wanted, setWanted] = useState(kept);
  const { busy, attempt } = useAttempt();

  async function change(part: Partial<Kept>): Promise<void> {
    const body = { ...wanted, ...part };
    setWanted(body);
    const isDone = await attempt(() => accountCall(call(keepReminders, { body })));
    if (!isDone) setWanted(wanted);
  }

  async function stop(): Promise<void> {
    if (!(await attempt(turnOff))) return;
    showToast({ title: t('account.reminders.off') });
    onChanged();
  }

  return (
    <>
      <fieldset className={styles.group} disabled={disabled}>
        <legend className={styles.legend}>{t('account.reminders.kinds')}</legend>
        {kindsIn(areas).map((kind) => (
          <CheckboxField
            key={kind}
            label={t(`account.reminders.kind.${kind}`)}
            checked={wanted.kinds.includes(kind)}
            onChange={({ target: { checked } }) => {
              const others = wanted.kinds.filter((each) => each !== kind);
              void change({ kinds: checked ? [...others, kind] : others });
            }}
          />
        ))}
      </fieldset>
      <fieldset className={styles.group} disabled={disabled}>
        <legend className={styles.legend}>{t('account.reminders.quiet')}</legend>
        <p className={styles.hint}>{t('account.reminders.quietHint')}</p>
        <div className={styles.times}>
          {(['quietFrom', 'quietTo'] as const).map((end) => (
            <Time
              key={end}
              label={t(`account.reminders.${end}`)}
              time={wanted[end]}
              onChange={(time) => void change({ [end]: time })}
            />
          ))}
        </div>
      </fieldset>
      <div className={styles.actions}>
        <SendTest disabled={disabled} onEnded={onChanged} />
        <Button variant="quiet" busy={busy} disabled={disabled} onClick={() => void stop()}>
          {t('account.reminders.turnOff')}
        </Button>
      </div>
    </>
  );
}

/** A time of the day. It counts when the person leaves the field: each digit is a change of its own. */
function Time({
  label,
  time,
  onChange,
}: {
  label: string;
  time: string;
  onChange: (time: string) => void;
}) {
  const [typed, setTyped] = useState(time);
  useEffect(() => setTyped(time), [time]);
  return (
    <Field
      type="time"
      label={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed === '') setTyped(time);
        else if (typed !== time) onChange(typed);
      }}
    />
  );
}

function SendTest({ disabled, onEnded }: { disabled: boolean; onEnded: () => void }) {
  const { t } = useText();
  const { busy, attempt } = useAttempt();

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

/** Does one thing at a time. `attempt` resolves to whether it was done; a failure is told in a toast. */
function useAttempt() {
  const { t } = useText();
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      const description = failureText(t, error);
      showToast({ title: t('account.reminders.notChanged'), description, kind: 'destructive' });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, attempt };
}
