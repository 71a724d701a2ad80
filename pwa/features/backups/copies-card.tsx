import { useId, useState } from 'react';
import {
  type CopyReport,
  decideCopies,
  type HoldingDevice,
  type WaitingCopy,
} from '#contract/backups/copies.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { boxClass, CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import styles from './copies-card.module.css';

interface CopiesCardProps {
  report: CopyReport | null;
  /** Reads the report again. */
  onChanged: () => void;
}

/** What devices hold that a restored backup lacks: an admin takes it over or leaves it. Nothing without a restore. */
export function CopiesCard({ report, onChanged }: CopiesCardProps) {
  const { t } = useText();
  if (!report || report.restoredAt === null) return null;
  const { waiting, taken, left } = report;
  const since = formatMoment(report.restoredAt);
  return (
    <Card title={t('copies.title')} className={styles.card}>
      {waiting.length === 0 ? (
        <p className={primitives.soft}>{t('copies.none', { moment: since })}</p>
      ) : (
        // Another list of copies is decided anew.
        <Decision key={waiting.map(({ id }) => id).join()} copies={waiting} onChanged={onChanged} />
      )}
      {taken.length > 0 && <p className={styles.past}>{t('copies.taken', { moment: since })}</p>}
      <ul className={styles.taken}>
        {taken.map(({ devices, ...counts }) => (
          <li key={namesOf(devices)}>
            {sumOf(t, counts)} · {namesOf(devices)}
          </li>
        ))}
      </ul>
      {left > 0 && <p className={styles.past}>{t('copies.left', { count: left })}</p>}
    </Card>
  );
}

function Decision({
  copies,
  onChanged,
}: {
  copies: readonly WaitingCopy[];
  onChanged: CopiesCardProps['onChanged'];
}) {
  const { t } = useText();
  const { userId } = useMirror();
  const isOffline = useIsOffline();
  const { busy, attempt } = useAttempt();
  // What was changed here since is taken by a choice of its own.
  const sure = copies.filter(({ kind }) => kind !== 'differs').map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(sure));
  const ids = copies.map(({ id }) => id).filter((id) => chosen.has(id));
  const isAll = ids.length === copies.length;

  function choose(id: string, isChosen: boolean): void {
    const now = new Set(chosen);
    if (isChosen) now.add(id);
    else now.delete(id);
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
    const told = decision === 'take' ? 'copies.tookOver' : 'copies.leftThem';
    if (count > 0) showToast({ title: t(told, { count }) });
    onChanged();
  }

  const isBlocked = isOffline || ids.length === 0;
  return (
    <>
      <Notice tone="amber" title={t('copies.held', { count: devicesOf(copies).length })}>
        {sumOf(t, countsOf(copies))}. {t('copies.rule')}
      </Notice>
      <CheckboxField
        label={t('copies.all', { count: copies.length })}
        checked={isAll}
        onChange={() => setChosen(new Set(isAll ? [] : copies.map(({ id }) => id)))}
      />
      <ul className={styles.copies}>
        {copies.map((copy) => (
          <Copy
            key={copy.id}
            copy={copy}
            isChosen={chosen.has(copy.id)}
            onChoose={(isChosen) => choose(copy.id, isChosen)}
          />
        ))}
      </ul>
      <div className={primitives.row3}>
        <Button busy={busy} disabled={isBlocked} onClick={() => void decide('take')}>
          {t('copies.take', { count: ids.length })}
        </Button>
        <Button
          variant="secondary"
          disabled={busy || isBlocked}
          onClick={() => void decide('leave')}
        >
          {t('copies.leave', { count: ids.length })}
        </Button>
      </div>
    </>
  );
}

interface CopyProps {
  copy: WaitingCopy;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Copy({ copy, isChosen, onChoose }: CopyProps) {
  const { t } = useText();
  const id = useId();
  const { kind, list, name, at, by, entries, devices } = copy;
  const facts = [
    t(`copies.lists.${list}`),
    entries > 0 && t('copies.entries', { count: entries }),
    by === null ? formatMoment(at) : t('copies.by', { moment: formatMoment(at), name: by }),
    namesOf(devices),
  ];
  return (
    <li className={styles.copy} data-kind={kind}>
      <input
        id={id}
        type="checkbox"
        className={boxClass}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
        aria-describedby={`${id}-facts`}
      />
      <label htmlFor={id} className={styles.name}>
        {name} <span className={styles.kind}>{t(`copies.kinds.${kind}`)}</span>
      </label>
      <div id={`${id}-facts`} className={styles.facts}>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        {kind === 'differs' && <Differences copy={copy} />}
      </div>
    </li>
  );
}

/** What stands here, and what would stand in its place. */
function Differences({ copy: { differences } }: { copy: WaitingCopy }) {
  const { t } = useText();
  const told = differences.filter(({ here, there }) => [here, there].every(isShort));
  return (
    <ul>
      {told.map(({ field, here, there }) => (
        <li key={field}>
          {t('copies.difference', { here: String(here ?? '–'), there: String(there ?? '–') })}
        </li>
      ))}
    </ul>
  );
}

/** From this length on, in characters, a value is not shown. */
const LONG = 80;

function isShort(value: unknown): boolean {
  return String(value ?? '').length < LONG;
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
  return [...new Set(copies.flatMap(({ devices }) => devices.map((one) => namesOf([one]))))];
}

function namesOf(devices: readonly HoldingDevice[]): string {
  return devices
    .map(({ username, device }) => (device === null ? username : `${username} (${device})`))
    .join(', ');
}
