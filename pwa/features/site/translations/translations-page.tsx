import { useCallback, useEffect, useRef, useState } from 'react';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { LeaveGuard } from '#pwa/ui/fields/leave-guard.tsx';
import { editIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { RetryButton } from '#pwa/ui/retry-button.tsx';
import { ThumbBar } from '#pwa/ui/screen/thumb-bar.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#pwa/ui/tabs.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import type { Entry } from './entries.ts';
import { LanguageTexts } from './language-texts.tsx';
import { useTextPreview } from './preview-store.ts';
import { PublishSheet } from './publish-sheet.tsx';
import { TextFileTools } from './text-file-tools.tsx';
import { applyPreview, undoPreview } from './text-preview.ts';
import styles from './translations-page.module.css';
import { useEdits } from './use-edits.ts';
import { useEntries } from './use-entries.ts';

/** How long the simulated save takes, in ms; it makes no call. */
const SAVING = 1_000;

interface TranslationsPageProps {
  userId: number;
  onCancel: () => void;
  /** Opens the public page, to change texts where they stand. */
  onOpenPage: () => void;
}

/** Edits the texts of the site by language: for this view only, or published for everybody. */
export function TranslationsPage({ userId, onCancel, onOpenPage }: TranslationsPageProps) {
  const { t, language: shown } = useText();
  const store = useTextStore();
  const [language, setLanguage] = useState<Language>(shown);
  const { edits, dirty, type, applyTexts, forget, discard } = useEdits(userId);
  const [saving, setSaving] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const leaving = useRef(false);
  const languageEdits = edits[language];
  const texts = useEntries(language, () =>
    showToast({
      title: t('translations.loadErrorTitle'),
      description: t('translations.loadErrorDescription'),
      kind: 'destructive',
    }),
  );
  useReportDirty(dirty);
  // A save works offline: what it shows is loaded before.
  useEffect(() => {
    Promise.all([import('#pwa/ui/toasts/toaster.tsx'), import('./preview-bar.tsx')]).catch(
      console.error,
    );
  }, []);
  const typeOver = useCallback(
    (entry: Entry, text: string) => type(language, entry, text),
    [type, language],
  );

  async function save(): Promise<void> {
    setSaving(true);
    await new Promise((resolve) => setTimeout(resolve, SAVING));
    await applyPreview(store, language, languageEdits);
    forget(language);
    setSaving(false);
    // The toast names the language in English, whatever language the page has.
    showToast({
      title: t('translations.savedTitle'),
      description: t('translations.savedDescription', {
        language: languageName(language, DEFAULT_LANGUAGE),
      }),
    });
  }

  /** Edits are kept, and show on the page. */
  async function openPage(): Promise<void> {
    for (const each of LANGUAGE_CODES) {
      if (edits[each].size > 0) await applyPreview(store, each, edits[each]);
    }
    leaving.current = true;
    useTextPreview.setState({ tapping: true });
    onOpenPage();
  }

  /** The edits saved for this view are older than the publication. */
  async function showPublished(): Promise<void> {
    await undoPreview(store);
    for (const each of LANGUAGE_CODES) forget(each);
  }

  return (
    <div className={styles.page}>
      <PageHead
        title={t('translations.title')}
        actions={
          <Button
            variant="secondary"
            icon={editIcon}
            disabled={texts.state !== 'ready' || saving}
            onClick={() => void openPage()}
          >
            {t('translations.tap.open')}
          </Button>
        }
      >
        {t('translations.subtitle')}
      </PageHead>
      <Tabs
        label={t('translations.languages')}
        tabs={LANGUAGE_CODES.map((value) => ({
          value,
          label: languageName(value, shown),
          count: edits[value].size || undefined,
        }))}
        value={language}
        onValueChange={setLanguage}
      >
        <TabPanel value={language}>
          {texts.state === 'loading' && <SkeletonRows />}
          {texts.state === 'error' && <LoadError onRetry={texts.retry} />}
          {texts.state === 'ready' && (
            <>
              <TextFileTools
                language={language}
                entries={texts.entries}
                edits={languageEdits}
                onImport={applyTexts}
              />
              <LanguageTexts
                key={language}
                language={language}
                entries={texts.entries}
                edits={languageEdits}
                onEdit={typeOver}
              />
            </>
          )}
        </TabPanel>
      </Tabs>
      <ThumbBar>
        <Button
          variant="secondary"
          onClick={() => {
            leaving.current = true;
            discard();
            onCancel();
          }}
        >
          {t('translations.cancel')}
        </Button>
        <Button
          busy={saving}
          busyLabel={t('translations.saving')}
          disabled={texts.state !== 'ready'}
          onClick={() => {
            void save();
          }}
        >
          {t('translations.save')}
        </Button>
        <Button
          variant="secondary"
          disabled={texts.state !== 'ready' || saving}
          onClick={() => setPublishing(true)}
        >
          {t('translations.publish.open')}
        </Button>
      </ThumbBar>
      <PublishSheet
        userId={userId}
        edits={edits}
        open={publishing}
        onClose={() => setPublishing(false)}
        onTexts={applyTexts}
        onPublished={showPublished}
      />
      <LeaveGuard dirty={dirty} allowed={() => leaving.current} onLeave={discard} />
    </div>
  );
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  const { t } = useText();
  return (
    <Notice
      tone="red"
      title={t('translations.loadErrorTitle')}
      actions={<RetryButton onClick={onRetry} />}
    >
      {t('translations.loadErrorDescription')}
    </Notice>
  );
}
