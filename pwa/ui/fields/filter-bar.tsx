import type { ReactNode } from 'react';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Chip } from './chip.tsx';
import styles from './filter-bar.module.css';
import { followChoices } from './follow-choices.ts';

export interface Filter<Value extends string> {
  value: Value;
  label: string;
  /** Records that it would show; undefined shows no number. */
  count: number | undefined;
  /** An icon before the label. */
  mark?: ReactNode;
}

interface FilterBarProps<Value extends string> {
  label: string;
  filters: readonly Filter<Value>[];
  /** Null if none is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Wraps on phones too; by default it is one line there that scrolls sideways. */
  wraps?: boolean;
  /** The key that leads to the chosen one. */
  shortcut?: string;
  /** It is the content of a window: the focus begins at the chosen one, and keys lead to the others. */
  isAlone?: boolean;
  /** Chips before the filters. */
  start?: ReactNode;
}

const labelOf = ({ label }: { label: string }) => label;

/** A pressed chip is whole. */
function intoSight(chip: HTMLElement | null): void {
  chip?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Toggle buttons to choose one filter. */
export function FilterBar<Value extends string>({
  label,
  filters,
  value,
  onChange,
  wraps = false,
  shortcut,
  isAlone = false,
  start,
}: FilterBarProps<Value>) {
  const { language } = useText();
  return (
    <fieldset
      className={classNames(styles.filters, !wraps && styles.scrolls)}
      onKeyDown={(event) => isAlone && followChoices(event, filters.map(labelOf))}
    >
      <legend className="visually-hidden">{label}</legend>
      {start}
      {filters.map((filter) => (
        <Chip
          key={filter.value}
          ref={!wraps && filter.value === value ? intoSight : undefined}
          aria-pressed={filter.value === value}
          // biome-ignore lint/a11y/noAutofocus: the window around it moves the focus in anyway
          autoFocus={isAlone && filter.value === value}
          aria-keyshortcuts={filter.value === value ? shortcut : undefined}
          onClick={() => onChange(filter.value)}
        >
          {filter.mark}
          {filter.label}
          {filter.count !== undefined && (
            <span className={styles.count}>{formatNumber(language, filter.count)}</span>
          )}
        </Chip>
      ))}
    </fieldset>
  );
}
