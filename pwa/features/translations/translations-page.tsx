import { useEffect, useState } from 'react';
import { LANGUAGES, type Language } from '#contract/vocabulary.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/dirty-store.ts';
import { Field } from '#pwa/ui/field.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#pwa/ui/tabs.tsx';
import { ThumbBar } from '#pwa/ui/thumb-bar.tsx';
import { showToast } from '#pwa/ui/toast-store.ts';
import { applyPreview } from './text-preview.ts';
import { matching, withTexts } from './text-tree.ts';
import { TranslationTree } from './translation-tree.tsx';
import styles from './translations-page.module.css';

/** How long a save seems to take, in milliseconds: it is simulated and asks no server (§9, T-08). */
const SAVING = 1_000;

type Edits = ReadonlyMap<string, string>;
const NO_EDITS: Edits = new Map();

/** The texts of the site by language, edited in the running view only (T-01 to T-12). */
export function TranslationsPage({ onCancel }: { onCancel: () => void }) {
  const { t, language: shown } = useText();
  const store = useTextStore();
  const [language, setLanguage] = useState<Language>(shown);
  const [edits, setEdits] = useState<Partial<Record<Language, Edits>>>({});
  const [saving, setSaving] = useState(false);
  const texts = useTexts(language);
  const mine = edits[language] ?? NO_EDITS;
  useReportDirty(Object.values(edits).some((some) => some.size > 0));

  function edit(path: string, text: string): void {
    setEdits((now) => ({ ...now, [language]: new Map(now[language]).set(path, text) }));
  }

  async function save(): Promise<void> {
    if (!texts.loaded) return;
    setSaving(true);
    await new Promise((resolve) => setTimeout(resolve, SAVING));
    applyPreview(store, language, withTexts(texts.loaded, mine));
    setEdits((now) => ({ ...now, [language]: NO_EDITS }));
    texts.reload();
    setSaving(false);
    showToast({
      title: t('translations.savedTitle'),
      description: t('translations.savedDescription', { language: englishName(language) }),
    });
  }

  return (
    <div className={styles.page}>
      <PageHead title={t('translations.title')}>{t('translations.subtitle')}</PageHead>
      <Tabs
        label={t('translations.languages')}
        tabs={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        value={language}
        onValueChange={setLanguage}
      >
        <TabPanel value={language}>
          {texts.loaded ? (
            <LanguageTexts key={language} texts={texts.loaded} edits={mine} onEdit={edit} />
          ) : (
            <SkeletonRows />
          )}
        </TabPanel>
      </Tabs>
      <ThumbBar>
        <Button variant="secondary" onClick={onCancel}>
          {t('translations.cancel')}
        </Button>
        <Button busy={saving} busyLabel={t('translations.saving')} onClick={() => void save()}>
          {t('translations.save')}
        </Button>
      </ThumbBar>
    </div>
  );
}

interface LanguageTextsProps {
  texts: Texts;
  edits: Edits;
  onEdit: (path: string, text: string) => void;
}

function LanguageTexts({ texts, edits, onEdit }: LanguageTextsProps) {
  const { t } = useText();
  const [search, setSearch] = useState('');
  const found = search.trim() === '' ? texts : matching(texts, search.trim());

  return (
    <div className={styles.texts}>
      <div className={styles.tools}>
        <Field
          type="search"
          label={t('translations.filter')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {edits.size > 0 && (
          <p className={styles.changed}>{t('translations.changed', { count: edits.size })}</p>
        )}
      </div>
      {Object.keys(found).length === 0 ? (
        <p>{t('translations.noneFound')}</p>
      ) : (
        <TranslationTree
          key={search}
          texts={found}
          edits={edits}
          open={search.trim() !== ''}
          onEdit={onEdit}
        />
      )}
    </div>
  );
}

/** The texts of a language as the running view has them; a failure is told by a toast (T-11). */
function useTexts(language: Language): { loaded: Texts | null; reload: () => void } {
  const { t } = useText();
  const store = useTextStore();
  const [loaded, setLoaded] = useState<{ language: Language; texts: Texts } | null>(null);
  const [round, setRound] = useState(0);
  const title = t('translations.loadErrorTitle');
  const description = t('translations.loadErrorDescription');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again after a save
  useEffect(() => {
    let left = false;
    store.read(language).then(
      (texts) => {
        if (!left) setLoaded({ language, texts });
      },
      (error: unknown) => {
        console.error(error);
        if (!left) showToast({ title, description, kind: 'destructive' });
      },
    );
    return () => {
      left = true;
    };
  }, [store, language, round, title, description]);

  return {
    loaded: loaded?.language === language ? loaded.texts : null,
    reload: () => setRound((now) => now + 1),
  };
}

/** the toast names the language in English. */
function englishName(language: Language): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}
