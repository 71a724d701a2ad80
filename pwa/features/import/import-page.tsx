import { useLiveQuery } from 'dexie-react-hooks';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { showNotSaved } from '#pwa/features/changes/not-saved.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { download } from '#pwa/lib/text/download.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { endedAmong } from '#pwa/local/outbox/outcome.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { FileButton } from '#pwa/ui/file-button.tsx';
import { checkCircleIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon, downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { WorkProgress } from '#pwa/ui/work-progress.tsx';
import type { CheckedRow } from './check-rows.ts';
import { ChooseRows } from './choose-rows.tsx';
import {
  type ImportDraft,
  type Imported,
  importApplications,
  undoImport,
} from './import-applications.ts';
import styles from './import-page.module.css';
import { BadFile, NAMED_FILES, readTable, type Table } from './read-table.ts';
import { leftOutFile } from './reasons.ts';

/** The rows that were not imported, and their table. */
interface LeftOut {
  table: Table;
  rows: readonly CheckedRow[];
}

/** Where an import is. */
type Step =
  | { at: 'file'; fault?: BadFile['fault'] | 'unreadable' }
  | { at: 'reading' }
  | { at: 'rows'; table: Table }
  | { at: 'importing'; done: number; of: number }
  | { at: 'done'; leftOut: LeftOut; failed: boolean }
  | { at: 'undoing'; done: number }
  | { at: 'undone' };

interface ImportPageProps {
  /** A file that came by another way than this page. */
  file?: Blob | undefined;
  /** Called when every row of it is saved on this device. */
  onImported?: () => void;
}

/** Applications from a CSV or vCard file, without a signal too: choose it, see what becomes of each row, import, undo. */
export function ImportPage({ file: given, onImported }: ImportPageProps) {
  const { t, language } = useText();
  const mirror = useMirror();
  const [step, setStep] = useState<Step>({ at: 'file' });
  const imported = useRef<Imported[]>([]);

  async function read(file: Blob): Promise<void> {
    setStep({ at: 'reading' });
    try {
      setStep({ at: 'rows', table: await readTable(file) });
    } catch (error) {
      if (!(error instanceof BadFile)) console.error(error);
      setStep({ at: 'file', fault: error instanceof BadFile ? error.fault : 'unreadable' });
    }
  }

  const readGiven = useEffectEvent(read);
  useEffect(() => {
    if (given) void readGiven(given);
  }, [given]);

  async function run(drafts: readonly ImportDraft[], leftOut: LeftOut): Promise<void> {
    imported.current = [];
    setStep({ at: 'importing', done: 0, of: drafts.length });
    let failed = false;
    try {
      await importApplications(mirror, drafts, (part) => {
        imported.current.push(...part);
        setStep({ at: 'importing', done: imported.current.length, of: drafts.length });
      });
    } catch (error) {
      failed = true;
      showNotSaved(t, error);
    }
    setStep({ at: 'done', leftOut, failed });
    if (!failed && leftOut.rows.length === 0) onImported?.();
  }

  async function undo(): Promise<void> {
    const before = step;
    setStep({ at: 'undoing', done: 0 });
    try {
      await undoImport(mirror, imported.current, (done) => setStep({ at: 'undoing', done }));
      setStep({ at: 'undone' });
    } catch (error) {
      showNotSaved(t, error);
      setStep(before);
    }
  }

  const count = imported.current.length;
  const isSent = useIsSent(imported.current);
  const sentence = isSent ? 'import.sentText' : 'import.doneText';
  const toFile = () => setStep({ at: 'file' });
  const another = (
    <Button variant="secondary" onClick={toFile}>
      {t('import.another')}
    </Button>
  );

  return (
    <div className={styles.page}>
      <PageHead title={t('import.title')}>{t('import.subtitle')}</PageHead>
      {step.at === 'file' && <ChooseFile fault={step.fault} onChoose={(file) => void read(file)} />}
      {step.at === 'reading' && <WorkProgress text={t('import.reading')} />}
      {step.at === 'rows' && (
        <ChooseRows
          table={step.table}
          onImport={(drafts, rows) => void run(drafts, { table: step.table, rows })}
          onAnother={toFile}
        />
      )}
      {step.at === 'importing' && (
        <WorkProgress
          text={t('import.importing', {
            done: formatNumber(language, step.done),
            of: formatNumber(language, step.of),
          })}
          done={step.done / step.of}
        />
      )}
      {step.at === 'undoing' && (
        <WorkProgress
          text={t('import.undoing', {
            done: formatNumber(language, step.done),
            of: formatNumber(language, count),
          })}
          done={step.done / count}
        />
      )}
      {step.at === 'done' && (
        <Notice
          icon={step.failed ? alertIcon : checkCircleIcon}
          tone={step.failed ? 'amber' : 'neutral'}
          title={t(isSent ? 'import.sent' : 'import.done', { count })}
          actions={
            <>
              {count > 0 && (
                <Button variant="secondary" onClick={() => void undo()}>
                  {t('import.undo')}
                </Button>
              )}
              {step.leftOut.rows.length > 0 && (
                <Button
                  variant="secondary"
                  icon={downloadIcon}
                  onClick={() =>
                    void download(
                      leftOutFile(t, language, step.leftOut.table, step.leftOut.rows),
                      'left-out.csv',
                    )
                  }
                >
                  {t('import.saveLeftOut')}
                </Button>
              )}
              {another}
              <OfficeLink to={APP_PATHS.dashboard}>{t('import.open')}</OfficeLink>
            </>
          }
        >
          <p role="status">
            {t(step.failed ? 'import.failed' : sentence)}{' '}
            {step.leftOut.rows.length > 0 &&
              t('import.leftOut', { count: step.leftOut.rows.length })}
          </p>
        </Notice>
      )}
      {step.at === 'undone' && (
        <Notice icon={checkCircleIcon} title={t('import.undone')} actions={another}>
          <p role="status">{t('import.undoneText')}</p>
        </Notice>
      )}
    </div>
  );
}

/** Whether the server has accepted all of them: the changes leave the outbox in their order. */
function useIsSent(imported: readonly Imported[]): boolean {
  const mirror = useMirror();
  const keys = imported.map(({ key }) => key);
  const last = keys.at(-1) ?? '';
  return useLiveQuery(
    async () =>
      last !== '' &&
      (await mirror.outbox.where('key').equals(last).count()) === 0 &&
      (await endedAmong(mirror, keys)).accepted.length === keys.length,
    [mirror, last],
    false,
  );
}

interface ChooseFileProps {
  fault: (BadFile['fault'] | 'unreadable') | undefined;
  onChoose: (file: File) => void;
}

function ChooseFile({ fault, onChoose }: ChooseFileProps) {
  const { t } = useText();
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  }

  return (
    <>
      {fault && (
        <Notice tone="red" title={t('import.failedTitle')}>
          <p role="alert">{t(`import.${fault}`)}</p>
        </Notice>
      )}
      <Card>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same */}
        <div
          className={styles.drop}
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <FileButton
            variant="primary"
            label={t('import.choose')}
            accept={`.csv,.tsv,.txt,.vcf,text/csv,text/plain,text/vcard,text/tab-separated-values,${NAMED_FILES}`}
            onChoose={onChoose}
          />
          <span className={styles.dropHint}>{t('import.drop')}</span>
        </div>
        <p className={styles.hint}>{t('import.hint')}</p>
      </Card>
    </>
  );
}
