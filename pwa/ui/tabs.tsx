import { Content, List, Root, Trigger } from 'radix-ui/tabs';
import type { ReactNode } from 'react';
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
  /** One TabPanel for each tab. */
  children: ReactNode;
}

/** A row of tabs with arrow key navigation; scrolls sideways in a narrow window. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  children,
}: TabsProps<Value>) {
  function choose(chosen: string): void {
    const tab = tabs.find((one) => one.value === chosen);
    if (tab) onValueChange(tab.value);
  }

  return (
    <Root value={value} onValueChange={choose}>
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
          <Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </Trigger>
        ))}
      </List>
      {children}
    </Root>
  );
}

/** The content of a tab, rendered only while the tab is active. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    // The panel is no tab stop: its content has the first one.
    <Content value={value} className={styles.panel} tabIndex={-1}>
      {children}
    </Content>
  );
}
