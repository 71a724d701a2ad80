import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { csvStream } from '#pwa/lib/text/csv.ts';
import { download } from '#pwa/lib/text/download.ts';
import { dayAfter } from '#pwa/lib/time/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { WorkProgress } from '#pwa/ui/work-progress.tsx';
import type { FileColumn } from './record-definition.ts';

export interface ExportSheetProps<Row> {
  /** The file is named after it. */
  list: string;
  rows: readonly Row[];
  columns: readonly FileColumn<Row>[];
  /** The rows in words, with their number. */
  words: string;
  /** Called with the finished file before it is saved; what it throws keeps it from that. */
  onSave: () => Promise<void>;
  onClose: () => void;
}

/** Saves rows of this device as a CSV file, without a signal too; closed, it stops. */
export function ExportSheet<Row>({
  list,
  rows,
  columns,
  words,
  onSave,
  onClose,
}: ExportSheetProps<Row>) {
  const { t, language } = useText();
  const [written, setWritten] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  async function save(): Promise<void> {
    const { signal } = stop.current;
    setWritten(0);
    try {
      const stream = csvStream(linesOf(rows, columns), language, (lines) => {
        // Thrown into the stream, which ends with it.
        signal.throwIfAborted();
        setWritten(lines - 1);
      });
      const file = await new Response(stream, { headers: { 'Content-Type': TYPE } }).blob();
      signal.throwIfAborted();
      await onSave();
      const isSaved = await download(file, `${list}-${dayAfter(Date.now(), 0)}.csv`);
      setWritten(null);
      if (!isSaved) return;
      onClose();
      showToast({ title: t('export.done'), description: words });
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      setWritten(null);
      showToast({ title: t('audit.notSaved'), kind: 'destructive' });
    }
  }

  return (
    <Sheet title={t('export.title')} description={words} onClose={onClose}>
      <div className={primitives.stack4}>
        <p>{t('export.text')}</p>
        {written !== null && (
          <WorkProgress
            text={t('export.writing', {
              done: formatNumber(language, written),
              of: formatNumber(language, rows.length),
            })}
            done={written / Math.max(1, rows.length)}
          />
        )}
        <div className={primitives.row3}>
          <Button icon={downloadIcon} busy={written !== null} onClick={() => void save()}>
            {t('export.save')}
          </Button>
          {written !== null && (
            <Button variant="secondary" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}

const TYPE = 'text/csv;charset=utf-8';

/** The heads, then a line for each row, made when it is asked for. */
function* linesOf<Row>(
  rows: readonly Row[],
  columns: readonly FileColumn<Row>[],
): Generator<string[]> {
  yield columns.map(({ head }) => head);
  for (const row of rows) yield columns.map(({ text }) => text(row) ?? '');
}
