import { Content, List, Root, Trigger } from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** How many there are behind it. */
  count?: number | undefined;
}

export interface TabsProps<Value extends string> {
  /** What the row of tabs is about, for assistive technology. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** One TabPanel for each tab. */
  children: ReactNode;
}

/** A row of tabs, moved through by the arrow keys; it scrolls sideways where the window is narrow. */
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
        // A press moves the focus by script, which browsers take for a keyboard's doing.
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

/** What stands behind one tab; it is in the page only while its tab is chosen. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    // What can have the focus begins inside it: the panel itself would be one more stop.
    <Content value={value} className={styles.panel} tabIndex={-1}>
      {children}
    </Content>
  );
}
