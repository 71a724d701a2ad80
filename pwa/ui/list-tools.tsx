import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from './button.tsx';
import { selectIcon } from './icons.ts';
import styles from './list-tools.module.css';
import type { Selection } from './use-selection.ts';

interface ListToolsProps<Id> extends ListSelectProps<Id> {
  search: ReactNode;
  action?: ReactNode;
  filters: ReactNode;
  /** The number of shown records, in words; a live region. */
  count: string;
  /** Takes the place of the count while the records are loaded for the first time; stays while selecting. */
  progress: ReactNode;
  sort: ReactNode;
}

/**
 * The tools above a list: search and action, filters, then a line with the count and the order. While
 * selecting, the line has the number of selected records.
 */
export function ListTools<Id>({
  search,
  action,
  filters,
  count,
  progress,
  sort,
  selection,
  chosen,
  of,
}: ListToolsProps<Id>) {
  const { t } = useText();
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        {search}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {filters}
      <div className={styles.line}>
        <div className={styles.total}>
          {progress}
          {/* The bar says how far it is: read aloud, each step would be an interruption. */}
          <span role="status">
            {selection.active ? t('select.count', { count: chosen }) : count}
          </span>
        </div>
        <div className={styles.order}>
          {!selection.active && sort}
          <ListSelect selection={selection} chosen={chosen} of={of} />
        </div>
      </div>
    </div>
  );
}

interface ListSelectProps<Id> {
  selection: Selection<Id>;
  /** Selected records. */
  chosen: number;
  /** Records that can be selected. */
  of: number;
}

/** Starts selecting rows; while selecting: all, none, done. */
function ListSelect<Id>({ selection, chosen, of }: ListSelectProps<Id>) {
  const { t } = useText();
  const place = useFocusAfterToggle(selection.active);
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

/**
 * Focuses the first button when selecting starts or ends: the pressed button is gone then. Attach the
 * returned ref around the buttons.
 */
function useFocusAfterToggle(active: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(active);
  useEffect(() => {
    if (before.current === active) return;
    before.current = active;
    // After a closing dialog has returned the focus.
    const timer = setTimeout(() => place.current?.querySelector('button')?.focus());
    return () => clearTimeout(timer);
  }, [active]);
  return place;
}
