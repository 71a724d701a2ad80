import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Choice } from './choice-field.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconShape } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { closeIcon, searchIcon } from './icons.ts';
import styles from './list-tools.module.css';

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
  value: Value;
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

/** The search and what stands beside it, the filters under them, then the line over the list. */
export function ListTools({
  search,
  action,
  filters,
  count,
  sort,
}: {
  search: ReactNode;
  action?: ReactNode;
  filters: ReactNode;
  /** How many records are shown, in words; read out as it changes. */
  count: string;
  sort: ReactNode;
}) {
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        {search}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {filters}
      <div className={styles.line}>
        <span className={styles.total} role="status">
          {count}
        </span>
        {sort}
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
      {children}
    </span>
  );
}
