import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** The number of items in the tab. */
  count?: number | undefined;
}

export interface TabsProps<Value extends string> {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Before the tabs, in their row. */
  before?: ReactNode;
  /** At the end of the row, beside the tabs. */
  beside?: ReactNode;
  /** One TabPanel for each tab. */
  children: ReactNode;
}

const Open = createContext({ base: '', value: '' });

/**
 * A row of tabs with arrow key navigation; scrolls sideways in a narrow window. Not Radix's, which renders
 * twice before the first paint.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  before,
  beside,
  children,
}: TabsProps<Value>) {
  const base = useId();
  const chosen = idsOf(base, value).id;
  const isCounted = tabs.some((tab) => tab.value === value && tab.count !== undefined);

  // In the middle of a narrow row: the tabs beside it show that there are more.
  // biome-ignore lint/correctness/useExhaustiveDependencies(isCounted): with a count it is wider
  useEffect(() => {
    const tab = document.getElementById(chosen);
    const list = tab?.parentElement;
    if (!tab || !list) return;
    list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [chosen, isCounted]);

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = placeAfter(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    const tab = at === null ? undefined : tabs[at];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(idsOf(base, tab.value).id)?.focus();
    onValueChange(tab.value);
  }

  return (
    <>
      <div
        className={classNames(
          styles.row,
          Boolean(before) && styles.headed,
          Boolean(before || beside) && styles.shared,
        )}
      >
        {before}
        <div role="tablist" className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab.value === value}
              // The Tab key reaches the active tab only; the arrow keys lead to the others.
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              onKeyDown={press}
              {...idsOf(base, tab.value)}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <Open value={{ base, value }}>{children}</Open>
    </>
  );
}

/** The place to which a key leads from tab `at` of `of`; null for a key that leads nowhere. */
function placeAfter(key: string, at: number, of: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % of;
  if (key === 'ArrowLeft') return (at - 1 + of) % of;
  if (key === 'Home') return 0;
  return key === 'End' ? of - 1 : null;
}

/** The content of a tab, rendered only while the tab is active. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const { base, value: open } = useContext(Open);
  if (value !== open) return null;
  const { id, 'aria-controls': panel } = idsOf(base, value);
  return (
    // The panel is no tab stop: its content has the first one.
    <div role="tabpanel" id={panel} aria-labelledby={id} className={styles.panel} tabIndex={-1}>
      {children}
    </div>
  );
}

/** The ids of a tab and of its panel. */
function idsOf(base: string, value: string) {
  return { id: `${base}-tab-${value}`, 'aria-controls': `${base}-panel-${value}` };
}
