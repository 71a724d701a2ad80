import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { rowsIcon, selectIcon } from '#pwa/ui/icons/icons.ts';
import { ROOMY, useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import { chooseComfortableRows, useDensity } from './density-store.ts';
import styles from './list-tools.module.css';
import type { Selection } from './use-selection.ts';

interface ListToolsProps<Id> extends ListSelectProps<Id> {
  /** With the action, on wide screens only. */
  search: ReactNode;
  action?: ReactNode;
  /** Beside the search, on a phone beside the order. */
  filter?: ReactNode;
  filters: ReactNode;
  /** The number of shown records, in words; a live region. */
  count: string;
  /** The list shows less than all: the count is seen. */
  isNarrowed: boolean;
  /** Takes the place of the count while the records are loaded for the first time; stays while selecting. */
  progress: ReactNode;
  sort: ReactNode;
  /** Beside the order, on wide screens only. */
  columns?: ReactNode;
  /** Sorts the rows anew; beside the count, on a phone beside the order, so that no row moves when it appears. */
  moved?: ReactNode;
}

/**
 * The tools above a list. On wide screens a line with search, count, order and action, then the filters. On phones one
 * line: the filters say the count, and the bar of the page has the rest. While
 * selecting, the line has the number of selected records.
 */
export function ListTools<Id>(props: ListToolsProps<Id>) {
  const place = useFocusAfterToggle(props.selection.active);
  const wide = useMedia(WIDE);
  return (
    <div ref={place} className={styles.tools}>
      {wide ? <WideTools {...props} /> : <PhoneTools {...props} />}
    </div>
  );
}

function WideTools<Id>({
  search,
  filter,
  action,
  filters,
  sort,
  columns,
  moved,
  ...rest
}: ListToolsProps<Id>) {
  return (
    <>
      <div className={styles.line}>
        {search}
        {filter}
        <Total {...rest} />
        {moved}
        <div className={styles.order}>
          {!rest.selection.active && sort}
          {columns}
          <DensityChoice />
          <ListSelect {...rest} />
        </div>
        {/* While selecting, "all" and "done" have its room: no row moves. */}
        {action && !rest.selection.active && <div className={styles.action}>{action}</div>}
      </div>
      {filters}
    </>
  );
}

function PhoneTools<Id>({ filter, filters, sort, moved, ...rest }: ListToolsProps<Id>) {
  const { active } = rest.selection;
  return (
    <>
      <div className={styles.line} data-selecting={active || undefined}>
        <Total {...rest} />
        {!active && filters}
        <div className={styles.order}>
          {!active && moved}
          {!active && filter}
          {!active && sort}
          <ListSelect {...rest} />
        </div>
      </div>
      {rest.progress}
    </>
  );
}

/** The number of shown or selected records; on a phone it is seen only while selecting, as the filters say it, too. */
function Total<Id>({
  count,
  isNarrowed,
  progress,
  selection,
  chosen,
}: Pick<ListToolsProps<Id>, 'count' | 'isNarrowed' | 'progress' | 'selection' | 'chosen'>) {
  const { t } = useText();
  const wide = useMedia(WIDE);
  const isSeen = selection.active || (wide && (isNarrowed || Boolean(progress)));
  return (
    <div className={isSeen ? styles.total : 'visually-hidden'}>
      {wide && progress}
      {/* The bar says how far it is: read aloud, each step would be an interruption. */}
      <span role="status">{selection.active ? t('select.count', { count: chosen }) : count}</span>
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
  const all = chosen === of;
  return (
    <div className={styles.selecting} data-select>
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
          aria-keyshortcuts="X"
          onClick={() => selection.start(rowAtHand())}
        >
          {t('select.start')}
        </Button>
      )}
    </div>
  );
}

/** The place of the row that has the focus; below 0 if none has. */
function rowAtHand(): number {
  const row = document.activeElement?.closest('[data-row]');
  return Number(row?.ariaPosInSet ?? Number(row?.ariaRowIndex ?? 0) - 1) - 1;
}

/**
 * Focuses the selected row when selecting starts with one, else the first button when it starts or ends: the pressed
 * button is gone then. Attach the returned ref around the buttons.
 */
function useFocusAfterToggle(active: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(active);
  // At once: the next key is for the row at hand.
  useLayoutEffect(() => {
    if (active && !before.current) focusAfterToggle(place.current);
  }, [active]);
  useEffect(() => {
    if (before.current === active) return;
    before.current = active;
    // Only now: a dialog that is closing moves the focus until then.
    const timer = setTimeout(() => {
      if (!active || document.activeElement === document.body) focusAfterToggle(place.current);
    });
    return () => clearTimeout(timer);
  }, [active]);
  return place;
}

function focusAfterToggle(place: HTMLElement | null): void {
  const row = document.querySelector<HTMLElement>('[data-row] input:checked');
  (row ?? place?.querySelector<HTMLElement>('[data-select] button'))?.focus();
}

/** Switches the tables of a desk between compact and comfortable rows. */
function DensityChoice() {
  const { t } = useText();
  const roomy = useMedia(ROOMY);
  const { isComfortable } = useDensity();
  if (!roomy) return null;
  return (
    <IconButton
      icon={rowsIcon}
      label={t('list.comfortable')}
      aria-pressed={isComfortable}
      onClick={() => chooseComfortableRows(!isComfortable)}
    />
  );
}
