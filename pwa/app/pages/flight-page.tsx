import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import {
  type Check,
  checkFlight,
  type FlightFacts,
  gatherFacts,
  prepareFlight,
} from '#pwa/app/flight.ts';
import { applyUpdate, useUpdate } from '#pwa/app/service-worker.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { checkCircleIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import styles from './flight-page.module.css';

const ICONS = { ready: checkCircleIcon, missing: alertIcon, unknown: clockIcon };

/** Shows whether this device is ready to work offline, with one button that fetches the missing parts. */
export function FlightPage() {
  const { t } = useText();
  const { checks, again } = useChecks();
  const isReady = checks?.every(({ state }) => state === 'ready');
  return (
    <div className={styles.page}>
      <BackLink to={APP_PATHS.more}>{t('navigation.more')}</BackLink>
      <PageHead title={t('flight.title')}>{t('flight.subtitle')}</PageHead>
      {checks === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <>
          <p className={styles.verdict} data-state={isReady ? 'ready' : 'missing'} role="status">
            <Icon shape={isReady ? checkCircleIcon : alertIcon} />
            {isReady ? t('flight.ready') : t('flight.notReady')}
          </p>
          <Prepare isReady={isReady === true} onDone={again} />
          <ul className={styles.checks}>
            {checks.map((check) => (
              <Line key={check.name} check={check} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Whether each part is stored here; read again when the outbox or the mirror changes, undefined until read. */
function useChecks(): { checks: Check[] | undefined; again: () => Promise<void> } {
  const mirror = useMirror();
  const { waiting, refused, conflicts } = useSyncStatus();
  const { ready: isUpdateReady } = useUpdate();
  const [facts, setFacts] = useState<FlightFacts>();
  const lists = useLiveQuery(() => mirror.meta.toArray(), [mirror]);
  const again = useCallback(async () => setFacts(await gatherFacts(mirror)), [mirror]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are counted anew after a pull.
  useEffect(() => void again(), [again, lists]);
  return {
    checks:
      facts && checkFlight({ ...facts, unsent: waiting, open: refused + conflicts, isUpdateReady }),
    again,
  };
}

function Line({ check: { name, state, count = 0, at } }: { check: Check }) {
  const { t, language } = useText();
  const values = {
    count,
    number: formatNumber(language, count),
    at: at ? formatMoment(new Date(at).toISOString()) : '',
  };
  return (
    <li className={styles.check} data-state={state} data-check={name}>
      <Icon shape={ICONS[state]} />
      <span>
        <strong>{t(`flight.${name}.title`)}</strong>
        <span className={styles.said}>
          {state === 'unknown' ? t('flight.unknown') : t(`flight.${name}.${state}`, values)}
        </span>
      </span>
    </li>
  );
}

/** Fetches the missing parts, then checks again; a new version comes last, because it reloads the page. */
function Prepare({ isReady, onDone }: { isReady: boolean; onDone: () => Promise<void> }) {
  const { t } = useText();
  const engine = useEngine();
  const mirror = useMirror();
  const { user } = useAuth();
  const { ready: isUpdateReady } = useUpdate();
  const [busy, setBusy] = useState(false);

  async function prepare(): Promise<void> {
    setBusy(true);
    const isAdmin = user?.areas.includes('admin') === true;
    if (engine) await prepareFlight(engine, { mirror, isAdmin });
    await onDone();
    setBusy(false);
    if (isUpdateReady) applyUpdate();
  }

  return (
    <Button
      size="large"
      variant={isReady ? 'secondary' : undefined}
      busy={busy}
      busyLabel={t('flight.preparing')}
      onClick={() => void prepare()}
    >
      {t(isReady ? 'flight.again' : 'flight.prepare')}
    </Button>
  );
}
