import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Found } from '#pwa/lib/text/find-rows.ts';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import type { Choice } from '#pwa/ui/fields/choice-field.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import { SearchBox } from '#pwa/ui/fields/search-box.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { sortIcon } from '#pwa/ui/icons/icons.ts';
import { useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import { ListTools } from './list-tools.tsx';
import type { ListView, RecordDefinition } from './record-definition.ts';
import styles from './sort-choice.module.css';
import type { Selection } from './use-selection.ts';

interface RecordToolsProps<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
> {
  definition: Pick<RecordDefinition<Row, Id, Filter, Sort>, 'texts' | 'filters' | 'sorts'>;
  view: ListView<Filter, Sort>;
  found: Found<Row, Filter>;
  /** How many rows are shown, with the ones that keep their places though they no longer fit. */
  of: number;
  /** Sorts the rows anew. */
  moved: ReactNode;
  /** How many records there are in all; undefined until all are on this phone and read. */
  total: number | undefined;
  /** Takes the place of the count while the records are loaded for the first time. */
  progress: ReactNode;
  selection: Selection<Id>;
  /** How many records are selected. */
  chosen: number;
  /** Beside the search. */
  action?: ReactNode;
  /** The choice of columns. */
  columns?: ReactNode;
  /** Chips before the filters. */
  chips?: ReactNode;
  /** Opens another filter: beside the search, on a phone an icon beside the order. */
  filter?: ReactNode;
  onChange: (change: Partial<ListView<Filter, Sort>>) => void;
}

/** Search, filters with their counts, order and selection of a list. */
export function RecordTools<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
>({
  definition: { texts, filters, sorts },
  view,
  found,
  total,
  chips,
  filter,
  onChange,
  ...rest
}: RecordToolsProps<Row, Id, Filter, Sort>) {
  const { t } = useText();
  const wide = useMedia(WIDE);
  const shown = found.rows.length;
  const isNarrowed =
    view.query.trim() !== '' ||
    view.filter !== filters[0]?.value ||
    Object.keys(view.where).length > 0;
  const isWhole = !isNarrowed && shown === total;

  function inWords(of: number): string {
    return isWhole ? t(texts.total, { count: of }) : t('list.shown', { shown, total: of });
  }

  return (
    <ListTools
      search={
        <SearchBox
          label={t(texts.search)}
          value={view.query}
          onChange={(query) => onChange({ query })}
        />
      }
      filter={filter}
      filters={
        <FilterBar<Filter>
          label={t(texts.filter)}
          filters={filters.map(({ label, ...filter }) => ({
            ...filter,
            label: t(label),
            count: total ? found.counts[filter.value] : undefined,
          }))}
          value={view.saved === null ? view.filter : null}
          // Whoever leaves a saved view leaves all of it.
          onChange={(filter) =>
            onChange({ filter, ...(view.saved !== null && { saved: null, where: EVERYWHERE }) })
          }
          start={chips}
        />
      }
      count={total ? inWords(total) : ''}
      isNarrowed={isNarrowed}
      // The heads of a table do it at a desk.
      sort={
        !wide && (
          <SortChoice
            choices={sorts.map(({ value, label }) => ({ value, label: t(label) }))}
            value={view.sort}
            onChange={(wanted) => {
              const sort = sorts.find(({ value }) => value === wanted);
              if (sort) onChange({ sort: sort.value });
            }}
          />
        )
      }
      {...rest}
    />
  );
}

interface SortChoiceProps {
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

/** The order of a list, as a native select under an icon. */
function SortChoice({ choices, value, onChange }: SortChoiceProps) {
  const { t } = useText();
  return (
    <label className={styles.sort}>
      <span>{t('list.sort')}</span>
      <Icon shape={sortIcon} />
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
