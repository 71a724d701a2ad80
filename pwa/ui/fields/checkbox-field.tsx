import type { ComponentProps } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './checkbox-field.module.css';
import {
  ControlError,
  type ControlFrameProps,
  ControlHint,
  RequiredMark,
  useControlTies,
} from './control-frame.tsx';

/** The class of a checkbox: 24 px visible, 44 px to press. */
export const boxClass = styles.box;

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'id' | 'required' | 'type'> &
  ControlFrameProps;

/** A checkbox with its label; a click on the label toggles it, too. */
export function CheckboxField({
  label,
  hint,
  error,
  id,
  required,
  className,
  ...props
}: CheckboxFieldProps) {
  const ties = useControlTies({ label, hint, error, id, required });
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <input type="checkbox" className={classNames(styles.box, className)} {...props} {...ties} />
        <label className={styles.label} htmlFor={ties.id}>
          {label}
          {required && <RequiredMark />}
        </label>
      </div>
      <ControlHint id={ties.id} hint={hint} />
      <ControlError id={ties.id} error={error} />
    </div>
  );
}
