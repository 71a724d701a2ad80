import { useState } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { download } from '#pwa/lib/text/download.ts';
import { Button } from '#pwa/ui/button.tsx';
import { FileButton } from '#pwa/ui/file-button.tsx';
import { checkCircleIcon } from '#pwa/ui/icons/icons.ts';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { Edits, Entry } from './entries.ts';
import { BadFile, fileOf, readTextFile, take } from './text-file.ts';
import styles from './translations-page.module.css';
import { readEntries } from './use-entries.ts';

interface TextFileToolsProps {
  language: Language;
  entries: readonly Entry[];
  edits: Edits;
  /** Applies the texts of a file as if they had been typed. */
  onImport: (language: Language, edits: ReadonlyMap<string, string>) => void;
}

/** The result of the last import. */
type Outcome =
  | { kind: 'taken'; count: number; unknown: string[] }
  | { kind: 'failed'; reason: string };

/** Exports and imports a language's texts as a JSON file. */
export function TextFileTools({ language, entries, edits, onImport }: TextFileToolsProps) {
  const { t } = useText();
  const store = useTextStore();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function read(file: File): Promise<Outcome> {
    const taken = [];
    for (const [each, texts] of await readTextFile(file)) {
      taken.push({ language: each, ...take(texts, await readEntries(store, each)) });
    }
    for (const each of taken) onImport(each.language, each.edits);
    return {
      kind: 'taken',
      count: taken.reduce((sum, each) => sum + each.edits.size, 0),
      unknown: taken.flatMap((each) => each.unknown),
    };
  }

  function choose(file: File): void {
    read(file)
      .catch((error: unknown): Outcome => ({ kind: 'failed', reason: reasonOf(error) }))
      .then(setOutcome)
      .catch(console.error);
  }

  function reasonOf(error: unknown): string {
    if (error instanceof BadFile) return t(`translations.import.${error.fault}`, { at: error.at });
    console.error(error);
    return t('translations.loadErrorDescription');
  }

  return (
    <>
      <div className={styles.files}>
        <Button
          variant="secondary"
          icon={downloadIcon}
          onClick={() => void download(fileOf(language, entries, edits), `texts-${language}.json`)}
        >
          {t('translations.ribbon.export')}
        </Button>
        <FileButton
          label={t('translations.ribbon.import')}
          accept=".json,application/json"
          onChoose={choose}
        />
      </div>
      {outcome?.kind === 'failed' && (
        <Notice tone="red" title={t('translations.importFailedTitle')}>
          <p role="alert">{outcome.reason}</p>
        </Notice>
      )}
      {outcome?.kind === 'taken' && <Taken {...outcome} />}
    </>
  );
}

/** How many skipped texts are named one by one. */
const NAMED = 5;

function Taken({ count, unknown }: { count: number; unknown: readonly string[] }) {
  const { t } = useText();
  return (
    <Notice icon={checkCircleIcon} title={t('translations.importedTitle')}>
      <p role="status">
        {count === 0 ? t('translations.import.same') : t('translations.imported', { count })}
      </p>
      {unknown.length > 0 && (
        <p className={styles.unknown}>
          {t('translations.import.unknown', { count: unknown.length })}{' '}
          {unknown.slice(0, NAMED).join(', ')}
          {unknown.length > NAMED && ' …'}
        </p>
      )}
    </Notice>
  );
}
