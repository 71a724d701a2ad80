import type { ComponentProps } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { chevronDownIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './choice-field.module.css';
import control from './control.module.css';
import { ControlFrame, type ControlFrameProps } from './control-frame.tsx';

export interface Choice {
  value: string;
  label: string;
}

export type ChoiceFieldProps = Omit<ComponentProps<'select'>, 'id' | 'required' | 'children'> &
  ControlFrameProps & {
    choices: readonly Choice[];
    /** The text of an empty first choice with the value ''; none by default. */
    placeholder?: string | undefined;
  };

/** A native select with label, hint and error. */
export function ChoiceField({
  label,
  hint,
  error,
  id,
  required,
  choices,
  placeholder,
  className,
  ...props
}: ChoiceFieldProps) {
  return (
    <ControlFrame label={label} hint={hint} error={error} id={id} required={required}>
      {(ties) => (
        <span className={styles.box}>
          <select
            className={classNames(control.control, styles.select, className)}
            {...props}
            {...ties}
          >
            {placeholder && <option value="">{placeholder}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <Icon shape={chevronDownIcon} className={styles.chevron} />
        </span>
      )}
    </ControlFrame>
  );
}
