import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from './button.tsx';
import type { Choice } from './choice-field.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconShape } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { closeIcon, searchIcon, selectIcon } from './icons.ts';
import styles from './list-tools.module.css';
import type { Selection } from './use-selection.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The page is about searching: the field has the focus when it opens. */
  focused?: boolean;
}

/** A search that answers with every key; a slash leads to it from anywhere on its page. */
export function SearchBox({ label, value, onChange, focused = false }: SearchBoxProps) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  return (
    <search className={styles.search}>
      <Icon shape={searchIcon} className={styles.lens} />
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={t('search.placeholder')}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        // biome-ignore lint/a11y/noAutofocus: who opens the search wants to type.
        autoFocus={focused}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
        }}
      />
      {value === '' ? (
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      ) : (
        <IconButton
          icon={closeIcon}
          label={t('search.clear')}
          className={styles.clear}
          onClick={() => onChange('')}
        />
      )}
    </search>
  );
}

/** Moves the focus into a field by a slash, where nobody types and no window is open. */
function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [field]);
}

const TYPING =
  'input, select, textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

export interface Filter<Value extends string> {
  value: Value;
  label: string;
  /** Undefined while it is not known. */
  count: number | undefined;
  /** A drawing before the words. */
  mark?: ReactNode;
}

interface FilterBarProps<Value extends string> {
  label: string;
  filters: readonly Filter<Value>[];
  /** Null when none of them is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Takes as many lines as it needs; otherwise it is one line on a phone, which scrolls. */
  wraps?: boolean;
}

/** One of a few filters, each with the number of records that it would show. */
export function FilterBar<Value extends string>({
  label,
  filters,
  value,
  onChange,
  wraps = false,
}: FilterBarProps<Value>) {
  return (
    <fieldset className={classNames(styles.filters, !wraps && styles.scrolls)}>
      <legend className="visually-hidden">{label}</legend>
      {filters.map((filter) => (
        <button
          key={filter.value}
          type="button"
          className={styles.filter}
          aria-pressed={filter.value === value}
          onClick={() => onChange(filter.value)}
        >
          {filter.mark}
          {filter.label}
          {filter.count !== undefined && <span className={styles.count}>{filter.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}

interface SortChoiceProps {
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

/** The order of a list, by the platform's own select. */
export function SortChoice({ choices, value, onChange }: SortChoiceProps) {
  const { t } = useText();
  return (
    <label className={styles.sort}>
      <span>{t('list.sort')}</span>
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

interface ListSelectProps<Id> {
  selection: Selection<Id>;
  /** How many are chosen, and how many there are to choose from. */
  chosen: number;
  of: number;
}

/** Lets rows be chosen; while they are, all or none of them, and the end of it. */
function ListSelect<Id>({ selection, chosen, of }: ListSelectProps<Id>) {
  const { t } = useText();
  const place = useFocusThatFollows(selection.active);
  const all = chosen === of;
  return (
    <div ref={place} className={styles.selecting}>
      {selection.active ? (
        <>
          <Button variant="quiet" disabled={of === 0} onClick={() => selection.setAll(!all)}>
            {t(all ? 'select.none' : 'select.all')}
          </Button>
          <Button variant="quiet" onClick={selection.end}>
            {t('select.done')}
          </Button>
        </>
      ) : (
        <Button
          variant="quiet"
          icon={selectIcon}
          className={styles.select}
          disabled={of === 0}
          onClick={selection.start}
        >
          {t('select.start')}
        </Button>
      )}
    </div>
  );
}

/** The button that was pressed is gone when choosing begins and ends: the focus goes to the next. */
function useFocusThatFollows(active: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(active);
  useEffect(() => {
    if (before.current === active) return;
    before.current = active;
    // After a window that closes with it has given the focus back.
    const timer = setTimeout(() => place.current?.querySelector('button')?.focus());
    return () => clearTimeout(timer);
  }, [active]);
  return place;
}

/**
 * The search and what stands beside it, the filters under them, then the line over the list: how many
 * records there are and in which order, or how many are chosen.
 */
export function ListTools<Id>({
  search,
  action,
  filters,
  count,
  sort,
  selection,
  chosen,
  of,
}: {
  search: ReactNode;
  action?: ReactNode;
  filters: ReactNode;
  /** How many records are shown, in words; read out as it changes. */
  count: string;
  sort: ReactNode;
} & ListSelectProps<Id>) {
  const { t } = useText();
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        {search}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {filters}
      <div className={styles.line}>
        <span className={styles.total} role="status">
          {selection.active ? t('select.count', { count: chosen }) : count}
        </span>
        <div className={styles.order}>
          {!selection.active && sort}
          <ListSelect selection={selection} chosen={chosen} of={of} />
        </div>
      </div>
    </div>
  );
}

/** A word with a drawing, beside the badge of a record. */
export function ListHint({
  icon,
  urgent,
  children,
}: {
  icon: IconShape;
  urgent: boolean;
  children: ReactNode;
}) {
  return (
    <span className={styles.hint} data-urgent={urgent || undefined}>
      <Icon shape={icon} />
      <span className={styles.said}>{children}</span>
    </span>
  );
}
