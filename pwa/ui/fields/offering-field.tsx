import { useId } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './offering-field.module.css';

export interface OfferingFieldProps extends Omit<FieldProps, 'className' | 'list'> {
  /** Texts that it offers; others can be typed. */
  choices: readonly string[];
}

/** A text input that offers texts. */
export function OfferingField({ choices, ...field }: OfferingFieldProps) {
  const list = useId();
  if (choices.length === 0) return <Field {...field} />;
  return (
    <div>
      <Field {...field} list={list} className={styles.offering} />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </div>
  );
}
