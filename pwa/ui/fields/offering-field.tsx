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
  const offers = choices.length > 0;
  // The input stays the same element when the first choice arrives: it may have the focus.
  return (
    <div>
      <Field
        {...field}
        list={offers ? list : undefined}
        className={offers ? styles.offering : undefined}
      />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </div>
  );
}
