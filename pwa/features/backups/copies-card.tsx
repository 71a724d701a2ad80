import { useEffect, useId, useRef, useState } from 'react';
import {
  COPY_KINDS,
  type CopyKind,
  type CopyReport,
  decideCopies,
  type WaitingCopy,
} from '#contract/backups/copies.ts';
import { namesOfDevices } from '#contract/backups/device-names.ts';
import { call } from '#pwa/api/call.ts';
import type { ServerState } from '#pwa/api/use-server-state.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { boxClass } from '#pwa/ui/fields/checkbox-field.tsx';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { RetryButton } from '#pwa/ui/retry-button.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import styles from './copies-card.module.css';
import { Place } from './place.tsx';
import { toldDifferences } from './told-differences.ts';

export interface CopiesCardProps {
  /** As `useCopies` gives them. */
  copies: ServerState<CopyReport> & { waiting: number };
}

/**
 * What devices hold that a restored backup lacks: an admin restores or discards it. Nothing without a restore, nor before
 * the report was read, unless something waited when this device last read it.
 */
export function CopiesCard({ copies: { value: report, failure, load, waiting } }: CopiesCardProps) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  const isDecided = useRef(false);
  // The button that was pressed has gone with the list.
  useEffect(() => {
    if (!report || !isDecided.current) return;
    isDecided.current = false;
    place.current?.focus();
  }, [report]);

  function readAgain(count: number): void {
    isDecided.current = count > 0;
    load();
  }

  const isShown = report ? report.restoredAt !== null : waiting > 0;
  if (!isShown) return null;
  return (
    <Place id="copies" place={place} className={styles.place}>
      <Card title={t('copies.title')}>
        {report ? (
          <Report report={report} onDecided={readAgain} />
        ) : (
          <Unread failure={failure} onRetry={load} />
        )}
      </Card>
    </Place>
  );
}

function Unread({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useText();
  const isOffline = useIsOffline();
  if (isOffline) return <Notice icon={offlineIcon}>{t('copies.offline')}</Notice>;
  if (failure === null) return <SkeletonRows rows={3} />;
  return <Notice actions={<RetryButton onClick={onRetry} />}>{failureText(t, failure)}</Notice>;
}

interface ReportProps {
  report: CopyReport;
  /** So many records are decided. */
  onDecided: (count: number) => void;
}

function Report({ report: { restoredAt, waiting, taken, left }, onDecided }: ReportProps) {
  const { t } = useText();
  const moment = formatMoment(restoredAt ?? '');
  return (
    <>
      {waiting.length === 0 ? (
        <p className={primitives.soft}>{t('copies.none', { moment })}</p>
      ) : (
        // Another list of copies is decided anew.
        <Decision key={waiting.map(({ id }) => id).join()} copies={waiting} onDecided={onDecided} />
      )}
      {taken.length > 0 && (
        <div className={styles.past}>
          <p>{t('copies.taken', { moment })}</p>
          <ul>
            {taken.map(({ devices, ...counts }) => (
              <li key={namesOfDevices(devices)}>
                {sumOf(t, counts)} – {namesOfDevices(devices)}
              </li>
            ))}
          </ul>
          <p>{t('copies.notBack')}</p>
        </div>
      )}
      {left > 0 && <p className={styles.past}>{t('copies.left', { count: left })}</p>}
    </>
  );
}

interface DecisionProps extends Pick<ReportProps, 'onDecided'> {
  copies: readonly WaitingCopy[];
}

function Decision({ copies, onDecided }: DecisionProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const isOffline = useIsOffline();
  const { busy, attempt } = useAttempt();
  // What was changed here since is taken by a choice of its own.
  const sure = copies.filter(({ kind }) => kind !== 'differs').map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(sure));
  const [isAsking, setAsking] = useState(false);
  const ids = copies.map(({ id }) => id).filter((id) => chosen.has(id));
  const holders = [...new Set(copies.map(({ devices }) => namesOfDevices(devices)))];
  const [only] = holders.length === 1 ? holders : [];

  function choose(some: readonly WaitingCopy[], isChosen: boolean): void {
    const now = new Set(chosen);
    for (const { id } of some) {
      if (isChosen) now.add(id);
      else now.delete(id);
    }
    setChosen(now);
  }

  async function decide(decision: 'take' | 'leave'): Promise<void> {
    let count = 0;
    await attempt(async () => {
      // One call decides as many as it has time for.
      for (let done = 1; done > 0; count += done) {
        ({ done } = await call(decideCopies, { body: { ids, decision }, sentFor: userId }));
      }
    });
    setAsking(false);
    const told = decision === 'take' ? 'copies.tookOver' : 'copies.leftThem';
    if (count > 0) showToast({ title: t(told, { count }) });
    onDecided(count);
  }

  const isBlocked = isOffline || ids.length === 0;
  return (
    <>
      <Notice tone="amber" title={t('copies.held', { count: devicesOf(copies).length })}>
        <p>{sumOf(t, countsOf(copies))}</p>
        {only && <p>{only}</p>}
      </Notice>
      <p className={styles.rule}>{t('copies.rule')}</p>
      {copies.length > 1 && (
        <Box
          label={t('copies.all', { count: copies.length })}
          isChosen={ids.length === copies.length}
          isPartly={ids.length > 0}
          onChoose={(isChosen) => choose(copies, isChosen)}
        />
      )}
      {COPY_KINDS.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          copies={copies.filter((copy) => copy.kind === kind)}
          chosen={chosen}
          isHolderTold={only === undefined}
          onChoose={choose}
        />
      ))}
      <div className={styles.decide}>
        {isOffline && <p>{t('copies.offline')}</p>}
        <Button busy={busy && !isAsking} disabled={isBlocked} onClick={() => void decide('take')}>
          {t('copies.take', { count: ids.length })}
        </Button>
        <Button variant="secondary" disabled={busy || isBlocked} onClick={() => setAsking(true)}>
          {t('copies.leave', { count: ids.length })}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('copies.leaveTitle', { count: ids.length })}
          description={t('copies.leaveText')}
          confirmLabel={t('copies.leave', { count: ids.length })}
          busy={busy}
          onClose={() => setAsking(false)}
          onConfirm={() => void decide('leave')}
        />
      )}
    </>
  );
}

interface BoxProps {
  label: string;
  isChosen: boolean;
  /** Some of what it chooses is chosen. */
  isPartly?: boolean;
  /** The id of what describes it. */
  facts?: string;
  onChoose: (isChosen: boolean) => void;
}

function Box({ label, isChosen, isPartly = false, facts, onChoose }: BoxProps) {
  const id = useId();
  return (
    <div className={styles.box}>
      <input
        id={id}
        type="checkbox"
        className={boxClass}
        checked={isChosen}
        ref={(input) => {
          if (input) input.indeterminate = isPartly && !isChosen;
        }}
        onChange={({ target }) => onChoose(target.checked)}
        aria-describedby={facts}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

interface KindProps {
  kind: CopyKind;
  copies: readonly WaitingCopy[];
  chosen: ReadonlySet<string>;
  /** Each record tells which devices have it. */
  isHolderTold: boolean;
  onChoose: (copies: readonly WaitingCopy[], isChosen: boolean) => void;
}

/** The records of one kind; nothing if there are none. */
function Kind({ kind, copies, chosen, isHolderTold, onChoose }: KindProps) {
  const { t, language } = useText();
  const id = useId();
  if (copies.length === 0) return null;
  return (
    <section className={styles.kind} data-kind={kind} aria-labelledby={id}>
      <h3 id={id}>
        {t(`copies.kinds.${kind}`)} <span>{formatNumber(language, copies.length)}</span>
      </h3>
      <ul>
        {copies.map((copy) => (
          <Copy
            key={copy.id}
            copy={copy}
            isChosen={chosen.has(copy.id)}
            isHolderTold={isHolderTold}
            onChoose={(isChosen) => onChoose([copy], isChosen)}
          />
        ))}
      </ul>
    </section>
  );
}

interface CopyProps {
  copy: WaitingCopy;
  isChosen: boolean;
  isHolderTold: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Copy({ copy, isChosen, isHolderTold, onChoose }: CopyProps) {
  const { t } = useText();
  const id = useId();
  const { list, name, text, at, by, entries, devices } = copy;
  const facts = [
    t(`copies.lists.${list}`),
    entries > 0 && t('copies.entries', { count: entries }),
    by === null ? formatMoment(at) : t('copies.by', { moment: formatMoment(at), name: by }),
  ];
  return (
    <li>
      <Box label={name} isChosen={isChosen} facts={id} onChoose={onChoose} />
      <div id={id} className={styles.facts}>
        {text && <p className={styles.text}>{text}</p>}
        <p>{facts.filter(Boolean).join(' · ')}</p>
        {toldDifferences(t, copy).map(({ field, here, there }) => (
          <p key={field}>
            {t('copies.field', { field })}{' '}
            {here !== null && (
              <>
                <del>{here}</del> →{' '}
              </>
            )}
            <ins>{there}</ins>
          </p>
        ))}
        {isHolderTold && <p>{namesOfDevices(devices)}</p>}
      </div>
    </li>
  );
}

type Counts = Omit<CopyReport['taken'][number], 'devices'>;

function countsOf(copies: readonly WaitingCopy[]): Counts {
  const written = copies.filter(({ kind }) => kind !== 'erases');
  const of = (list: WaitingCopy['list']) => written.filter((copy) => copy.list === list).length;
  return {
    contacts: of('contacts'),
    applications: of('applications'),
    campaigns: of('campaigns'),
    entries: copies.reduce((sum, { entries }) => sum + entries, 0),
    erasures: copies.length - written.length,
  };
}

const COUNTED = ['contacts', 'applications', 'campaigns', 'entries', 'erasures'] as const;

/** Such as "14 inquiries · 31 history entries · 2 deletions". */
function sumOf(t: ReturnType<typeof useText>['t'], counts: Counts): string {
  const some = COUNTED.filter((name) => counts[name] > 0);
  return some.map((name) => t(`copies.counts.${name}`, { count: counts[name] })).join(' · ');
}

function devicesOf(copies: readonly WaitingCopy[]): string[] {
  return [...new Set(copies.flatMap(({ devices }) => devices.map((one) => namesOfDevices([one]))))];
}
