import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import {
  type Check,
  checksOf,
  type Facts,
  FETCHED,
  gatherFacts,
  prepare,
} from '#pwa/app/readiness.ts';
import { applyUpdate, useUpdate } from '#pwa/app/service-worker.ts';
import { UnsentChanges } from '#pwa/features/changes/unsent-changes.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useNow } from '#pwa/lib/time/clock.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { useEngine } from '#pwa/sync/sync-provider.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { checkCircleIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import styles from './sync-page.module.css';

const ICONS = { ready: checkCircleIcon, missing: alertIcon, unknown: clockIcon };

/** What this device has for work without a signal; below it what it has to send, and what needs a decision. */
export function SyncPage() {
  const { t } = useText();
  return (
    <div className={styles.page}>
      <PageHead title={t('readiness.title')}>{t('readiness.subtitle')}</PageHead>
      <Readiness />
      <UnsentChanges />
    </div>
  );
}

/** Says if this device works without a signal, lists what it lacks, and fetches that by one button. */
function Readiness() {
  const { t } = useText();
  const { checks, again } = useChecks();
  if (checks === undefined) return <SkeletonRows rows={2} />;
  // A check that only the server can make does not count.
  const missing = checks.filter(({ state }) => state === 'missing');
  const isReady = missing.length === 0;
  const open = missing.filter(({ isRefused }) => !isRefused);
  const what = missing.map(({ name }) => t(`readiness.${name}.title`)).join(', ');
  return (
    <section className={styles.readiness} aria-label={t('readiness.title')}>
      <div className={styles.verdict} data-state={isReady ? 'ready' : 'missing'}>
        <Icon shape={isReady ? checkCircleIcon : alertIcon} />
        <p role="status">
          {isReady && t('readiness.ready')}
          {!isReady && t(open.length > 0 ? 'readiness.notReady' : 'readiness.notKept', { what })}
        </p>
        <Prepare isWanted={open.some(({ name }) => FETCHED.includes(name))} onDone={again} />
      </div>
      <details>
        <summary className={styles.summary}>
          {t('readiness.checked', { count: checks.length })}
        </summary>
        <ul>
          {checks.map((check) => (
            <Line key={check.name} check={check} />
          ))}
        </ul>
      </details>
    </section>
  );
}

/** Whether each part is stored here; read again when the mirror changes, undefined until read. */
function useChecks(): { checks: Check[] | undefined; again: () => Promise<void> } {
  const mirror = useMirror();
  const now = useNow();
  const { ready: isUpdateReady } = useUpdate();
  const [facts, setFacts] = useState<Facts>();
  const lists = useLiveQuery(() => mirror.meta.toArray(), [mirror]);
  const again = useCallback(async () => setFacts(await gatherFacts(mirror)), [mirror]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are counted anew after a pull.
  useEffect(() => void again(), [again, lists]);
  return { checks: facts && checksOf({ ...facts, isUpdateReady, now }), again };
}

function Line({ check: { name, state, count, at } }: { check: Check }) {
  const { t } = useText();
  const isRefused = name === 'files' && count === undefined;
  const values = {
    count: count ?? 0,
    at: at ? formatMoment(new Date(at).toISOString()) : '',
  };
  return (
    <li className={styles.check} data-state={state} data-check={name}>
      <Icon shape={ICONS[state]} />
      <span>
        <strong>{t(`readiness.${name}.title`)}</strong>
        <span className={styles.said}>
          {isRefused && t('readiness.refused')}
          {state === 'unknown' && t('readiness.unknown')}
          {state !== 'unknown' && !isRefused && t(`readiness.${name}.${state}`, values)}
        </span>
      </span>
    </li>
  );
}

interface PrepareProps {
  /** Whether a part is missing that can be fetched. */
  isWanted: boolean;
  onDone: () => Promise<void>;
}

/** Fetches the missing parts, then checks again; a new version comes last, because it reloads the page. */
function Prepare({ isWanted, onDone }: PrepareProps) {
  const { t } = useText();
  const engine = useEngine();
  const mirror = useMirror();
  const { user } = useAuth();
  const { ready: isUpdateReady } = useUpdate();
  const [busy, setBusy] = useState(false);

  async function fetchMissing(): Promise<void> {
    setBusy(true);
    const isAdmin = user?.areas.includes('admin') === true;
    if (engine) await prepare(engine, { mirror, isAdmin });
    await onDone();
    setBusy(false);
    if (isUpdateReady) applyUpdate();
  }

  return (
    <Button
      variant={isWanted ? 'primary' : 'secondary'}
      busy={busy}
      busyLabel={t('readiness.preparing')}
      onClick={() => void fetchMissing()}
    >
      {t(isWanted ? 'readiness.prepare' : 'readiness.again')}
    </Button>
  );
}
