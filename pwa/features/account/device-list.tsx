import { useState } from 'react';
import { type Device, endSession, reportLost } from '#contract/accounts/sessions.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay, formatMoment } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import { deviceIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { accountCall } from './account-call.ts';
import styles from './device-list.module.css';

/** How to end a session: the device keeps unsent changes, or nothing. */
type Ending = 'end' | 'lost';

interface DeviceListProps {
  devices: readonly Device[];
  onEnded: () => void;
}

/** Devices with a session. Each but this one can be signed out, or reported lost. */
export function DeviceList({ devices, onEnded }: DeviceListProps) {
  const [asked, setAsked] = useState<{ device: Device; ending: Ending } | null>(null);
  return (
    <>
      <ul className={styles.devices}>
        {devices.map((device) => (
          <Row key={device.id} device={device} onAsk={(ending) => setAsked({ device, ending })} />
        ))}
      </ul>
      {asked && <Ask {...asked} onClose={() => setAsked(null)} onEnded={onEnded} />}
    </>
  );
}

function Row({ device, onAsk }: { device: Device; onAsk: (ending: Ending) => void }) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { createdAt, lastSeenAt, current } = device;
  return (
    <li className={styles.device}>
      <Icon shape={iconOf(device.device)} />
      <div>
        <p className={styles.name}>
          {device.device ?? t('account.sessions.unknown')}
          {current && <Badge tone="green">{t('account.sessions.thisDevice')}</Badge>}
        </p>
        <p className={primitives.hint}>
          {t('account.sessions.since', { moment: formatMoment(createdAt) })}
          {!current && ` · ${t('account.sessions.lastUsed', { date: formatDay(lastSeenAt) })}`}
        </p>
        <p className={primitives.hint}>
          <Synced {...device} />
        </p>
      </div>
      {!current && (
        <div className={styles.actions}>
          <Button variant="secondary" disabled={isOffline} onClick={() => onAsk('end')}>
            {t('account.sessions.end')}
          </Button>
          <Button variant="danger" disabled={isOffline} onClick={() => onAsk('lost')}>
            {t('account.sessions.lost')}
          </Button>
        </div>
      )}
    </li>
  );
}

const computerIcon: IconShape = {
  d: 'M5.5 5h13A1.5 1.5 0 0 1 20 6.5V16H4V6.5A1.5 1.5 0 0 1 5.5 5zM2 19h20',
};

/** By the system that the server names; a computer where it names none. */
function iconOf(device: Device['device']): IconShape {
  return device && /iPhone|iPad|Android/.test(device) ? deviceIcon : computerIcon;
}

function Synced({ syncedAt, unsent }: Device) {
  const { t } = useText();
  if (syncedAt === null || unsent === null) return t('account.sessions.neverSynced');
  const left =
    unsent === 0
      ? t('account.sessions.nothingUnsent')
      : t('account.sessions.unsent', { count: unsent });
  return `${t('account.sessions.synced', { moment: formatMoment(syncedAt) })} · ${left}`;
}

interface AskProps {
  device: Device;
  ending: Ending;
  onClose: () => void;
  onEnded: () => void;
}

function Ask({ device, ending, onClose, onEnded }: AskProps) {
  const { t } = useText();
  const { busy, attempt } = useAttempt();
  const isLost = ending === 'lost';

  async function end(): Promise<void> {
    const how = { params: { id: device.id }, key: newId() };
    const isDone = await attempt(() =>
      accountCall(isLost ? call(reportLost, how) : call(endSession, how)),
    );
    if (isDone) {
      showToast({ title: t(isLost ? 'account.sessions.lostDone' : 'account.sessions.endedOne') });
    }
    onClose();
    onEnded();
  }

  return (
    <ConfirmDialog
      title={t(isLost ? 'account.sessions.lostTitle' : 'account.sessions.endTitle')}
      description={t(isLost ? 'account.sessions.lostText' : 'account.sessions.endText')}
      confirmLabel={t(isLost ? 'account.sessions.lost' : 'account.sessions.end')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void end()}
    />
  );
}
