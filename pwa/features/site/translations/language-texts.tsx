import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { type Edits, type Entry, textOf } from './entries.ts';
import { faultOf } from './text-fault.ts';
import { type Group, groupsOf } from './text-groups.ts';
import { TranslationTree } from './translation-tree.tsx';
import styles from './translations-page.module.css';

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
      <div className={`${primitives.stack3} ${styles.tools}`}>
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

/** Which texts an editor shows. */
type Filter = 'all' | 'missing' | 'changed' | 'broken';

/**
 * The paths of the texts that match a search and a filter. The search covers path, text, typed text and
 * English text, and ignores case and accents.
 */
export function findPaths(
  entries: readonly Entry[],
  edits: Edits,
  { search, filter }: { search: string; filter: Filter },
): ReadonlySet<string> {
  const wanted = folded(search.trim());
  const hits = entries.filter((entry) => {
    const text = textOf(entry, edits);
    if (!passes(entry, text, filter)) return false;
    return [entry.path, text, entry.english].some((words) => folded(words).includes(wanted));
  });
  return new Set(hits.map(({ path }) => path));
}

function passes(entry: Entry, text: string, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'missing':
      return text.trim() === '';
    case 'changed':
      return text !== entry.shipped;
    case 'broken':
      return faultOf(entry, text) !== null;
  }
}

/** Replaces non-breaking hyphens and blanks by the keyboard's. */
function folded(words: string): string {
  return words.normalize('NFKD').replaceAll('\u2010', '-').replace(/\p{M}/gu, '').toLowerCase();
}

interface OpenGroups {
  isOpen: (path: string) => boolean;
  setOpen: (path: string, open: boolean) => void;
  openAll: (root: Group) => void;
  closeAll: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The open groups of the tree. A search or filter opens all groups, and the person can close some;
 * without a search the tree is as it was before.
 */
function useOpenGroups(narrowed: boolean): OpenGroups {
  const [opened, setOpened] = useState(NONE);
  const [closed, setClosed] = useState(NONE);

  const isOpen = useCallback(
    (path: string) => (narrowed ? !closed.has(path) : opened.has(path)),
    [narrowed, opened, closed],
  );
  const setOpen = useCallback(
    (path: string, open: boolean) => {
      const change = narrowed ? setClosed : setOpened;
      change((now) => toggled(now, path, narrowed ? !open : open));
    },
    [narrowed],
  );
  return {
    isOpen,
    setOpen,
    openAll: (root) => {
      setClosed(NONE);
      setOpened(new Set(pathsOf(root)));
    },
    closeAll: () => {
      setOpened(NONE);
      setClosed(NONE);
    },
  };
}

function toggled(paths: ReadonlySet<string>, path: string, inside: boolean): ReadonlySet<string> {
  const next = new Set(paths);
  if (inside) next.add(path);
  else next.delete(path);
  return next;
}

function pathsOf({ path, inside }: Group): string[] {
  return [path, ...inside.flatMap((one) => ('inside' in one ? pathsOf(one) : []))];
}
