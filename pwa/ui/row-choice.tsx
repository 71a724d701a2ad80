import type { ReactNode } from 'react';
import { boxClass } from './checkbox-field.tsx';
import { recordLink } from './record-list.tsx';
import styles from './row-choice.module.css';
import type { Selection } from './use-selection.ts';

interface RowChoiceProps<Id> {
  selection: Selection<Id>;
  id: Id;
  /** The record's name. */
  children: ReactNode;
}

/** Stands in the place of a record's link while records are being chosen: the whole row ticks it. */
export function RowChoice<Id>({ selection, id, children }: RowChoiceProps<Id>) {
  return (
    <label className={`${styles.choice} ${recordLink}`}>
      <input
        type="checkbox"
        className={`${styles.box} ${boxClass}`}
        checked={selection.has(id)}
        onChange={({ nativeEvent }) => {
          selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
      <span className={styles.name}>{children}</span>
    </label>
  );
}
