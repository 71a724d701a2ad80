import { useRef } from 'react';
import type { BackupReport } from '#contract/backups/backups.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { Card } from '#pwa/ui/card.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { Place } from './place.tsx';

/** The state of the server's backups; nothing before it was read, so nothing without a connection. */
export function BackupsCard({ report }: { report: BackupReport | null }) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  if (!report) return null;
  return (
    <Place id="backups" place={place}>
      <Card title={t('backups.title')}>
        <Warning report={report} />
        <State report={report} />
      </Card>
    </Place>
  );
}

function Warning({ report }: { report: BackupReport }) {
  const { t } = useText();
  const trouble = troubleOf(report);
  if (!trouble) return null;
  const { title, reason } = trouble;
  const { failure, failedAt } = report;
  const later =
    failure && failedAt
      ? t('backups.failedAt', { moment: formatMoment(failedAt) })
      : t('backups.copiedLater');
  return (
    <Notice tone="amber" title={t(title)}>
      {reason && `${t(REASONS[reason])} ${later}`}
    </Notice>
  );
}

interface Trouble {
  title: TextKey;
  reason?: NonNullable<BackupReport['failure']>;
}

/** What is wrong with the backups; null while nothing is. */
export function troubleOf({ failure, overdue, copies }: BackupReport): Trouble | null {
  if (failure) return { title: 'backups.failed', reason: failure };
  if (overdue) return { title: 'backups.overdue' };
  return copies?.failure ? { title: 'backups.notCopied', reason: copies.failure } : null;
}

const REASONS: Record<NonNullable<BackupReport['failure']>, TextKey> = {
  'no-program': 'backups.reasons.noProgram',
  'no-space': 'backups.reasons.noSpace',
  'not-writable': 'backups.reasons.notWritable',
  'no-folder': 'backups.reasons.noFolder',
  'other-database': 'backups.reasons.otherDatabase',
  damaged: 'backups.reasons.damaged',
  other: 'backups.reasons.other',
};

function State({
  report: { enabled, madeAt, size, kept, failure, copies },
}: {
  report: BackupReport;
}) {
  const { t, language } = useText();
  if (!enabled) return <p className={primitives.soft}>{t('backups.off')}</p>;
  if (madeAt === null) {
    return failure === null && <p className={primitives.soft}>{t('backups.none')}</p>;
  }
  return (
    <Facts>
      <Fact term={t('backups.newest')}>{formatMoment(madeAt)}</Fact>
      <Fact term={t('backups.size')}>{size === null ? null : sizeText(language, size)}</Fact>
      <Fact term={t('backups.kept')}>{kept}</Fact>
      {copies?.copiedAt && <Fact term={t('backups.copied')}>{formatMoment(copies.copiedAt)}</Fact>}
    </Facts>
  );
}

/** Like '193 kB' or '2.4 GB', in French '2,4 Go'. */
export function sizeText(language: string, bytes: number): string {
  const written = (unit: string, count: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
      count,
    );
  if (bytes < 1e6) return written('kilobyte', Math.ceil(bytes / 1e3));
  return bytes < 1e9 ? written('megabyte', bytes / 1e6) : written('gigabyte', bytes / 1e9);
}
