import { useDeferredValue, useMemo, useState } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import type { Edits, Entry } from './entries.ts';
import { type Filter, findPaths } from './find-paths.ts';
import { groupsOf } from './text-groups.ts';
import { TranslationTree } from './translation-tree.tsx';
import styles from './translations-page.module.css';
import { useOpenGroups } from './use-open-groups.ts';

const FILTERS: readonly Filter[] = ['all', 'missing', 'changed', 'broken'];

interface LanguageTextsProps {
  language: Language;
  entries: readonly Entry[];
  edits: Edits;
  onEdit: (entry: Entry, text: string) => void;
}

/**
 * Searches, filters and edits the texts of one language. Matches stay while they are edited: no box
 * disappears under the caret.
 */
export function LanguageTexts({ language, entries, edits, onEdit }: LanguageTextsProps) {
  const { t } = useText();
  const [look, setLook] = useState<Look>({ search: '', filter: 'all', paths: null });
  // The search box updates at once; the tree follows with lower priority.
  const paths = useDeferredValue(look.paths);
  const groups = useOpenGroups(paths !== null);
  const root = useMemo(
    () => groupsOf(paths ? entries.filter(({ path }) => paths.has(path)) : entries),
    [entries, paths],
  );
  const counts = useCounts(entries, edits);

  function narrow(next: Omit<Look, 'paths'>): void {
    const all = next.filter === 'all' && next.search.trim() === '';
    setLook({ ...next, paths: all ? null : findPaths(entries, edits, next) });
  }

  return (
    <div className={styles.texts}>
      <div className={styles.tools}>
        <Field
          type="search"
          label={t('translations.filter')}
          autoComplete="off"
          value={look.search}
          onChange={({ target }) => narrow({ search: target.value, filter: look.filter })}
        />
        <ChoiceField
          label={t('translations.show')}
          value={look.filter}
          choices={FILTERS.map((value) => ({
            value,
            label: `${t(`translations.filters.${value}`)} (${counts[value]})`,
          }))}
          onChange={({ target }) =>
            narrow({
              search: look.search,
              filter: FILTERS.find((filter) => filter === target.value) ?? 'all',
            })
          }
        />
      </div>
      <div className={styles.line}>
        <p className={styles.changed} role="status">
          {edits.size > 0 && t('translations.changed', { count: edits.size })}
        </p>
        <Button variant="quiet" onClick={() => groups.openAll(root)}>
          {t('translations.expandAll')}
        </Button>
        <Button variant="quiet" onClick={groups.closeAll}>
          {t('translations.collapseAll')}
        </Button>
      </div>
      {root.count === 0 ? (
        <p>{t('translations.noneFound')}</p>
      ) : (
        <TranslationTree
          root={root}
          language={language}
          edits={edits}
          isOpen={groups.isOpen}
          onOpen={groups.setOpen}
          onEdit={onEdit}
        />
      )}
    </div>
  );
}

/** The search and the paths of its matches; null for all texts. */
interface Look {
  search: string;
  filter: Filter;
  paths: ReadonlySet<string> | null;
}

/** The number of texts of each filter. It may lag behind the typing. */
function useCounts(entries: readonly Entry[], edits: Edits): Record<Filter, number> {
  const typed = useDeferredValue(edits);
  return useMemo(() => {
    const count = (filter: Filter) => findPaths(entries, typed, { search: '', filter }).size;
    return {
      all: entries.length,
      missing: count('missing'),
      changed: count('changed'),
      broken: count('broken'),
    };
  }, [entries, typed]);
}
