import type { ReactNode } from 'react';
import { boxClass } from '#pwa/ui/fields/checkbox-field.tsx';
import { recordLink } from './record-list.tsx';
import styles from './row-choice.module.css';
import type { Selection } from './use-selection.ts';

interface RowChoiceProps<Id> {
  selection: Selection<Id>;
  id: Id;
  /** The record's name. */
  children: ReactNode;
}

/** A checkbox in place of a record's link while records are selected; the whole row toggles it. */
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
