import { List, Root, Trigger } from 'radix-ui/tabs';
import { createContext, type ReactNode, useContext, useId } from 'react';
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
  /** At the end of the row, beside the tabs. */
  beside?: ReactNode;
  /** One TabPanel for each tab. */
  children: ReactNode;
}

const Open = createContext({ base: '', value: '' });

/** A row of tabs with arrow key navigation; scrolls sideways in a narrow window. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  beside,
  children,
}: TabsProps<Value>) {
  const base = useId();

  function choose(chosen: string): void {
    const tab = tabs.find((one) => one.value === chosen);
    if (tab) onValueChange(tab.value);
  }

  return (
    <Root value={value} onValueChange={choose}>
      <div className={styles.row}>
        <List
          className={styles.list}
          aria-label={label}
          // Radix moves the focus by script, which browsers treat as keyboard focus.
          onPointerDownCapture={({ currentTarget }) => {
            currentTarget.dataset.pressed = '';
          }}
          onKeyDownCapture={({ currentTarget }) => {
            delete currentTarget.dataset.pressed;
          }}
        >
          {tabs.map((tab) => (
            <Trigger
              key={tab.value}
              value={tab.value}
              className={styles.tab}
              {...idsOf(base, tab.value)}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </Trigger>
          ))}
        </List>
        {beside}
      </div>
      <Open value={{ base, value }}>{children}</Open>
    </Root>
  );
}

/**
 * The content of a tab, rendered only while the tab is active. Not Radix's, which computes styles (10 ms of
 * the dashboard's cold start) and renders again before the first paint.
 */
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
