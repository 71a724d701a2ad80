import type { ComponentProps } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import control from './control.module.css';
import { ControlFrame, type ControlFrameProps } from './control-frame.tsx';
import styles from './text-area.module.css';

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'required'> & ControlFrameProps;

/** A textarea with label, hint and error. It grows with its text where the browser can. */
export function TextArea({
  label,
  hint,
  error,
  id,
  required,
  rows = 4,
  className,
  ...props
}: TextAreaProps) {
  return (
    <ControlFrame label={label} hint={hint} error={error} id={id} required={required}>
      {(ties) => (
        <textarea
          rows={rows}
          className={classNames(control.control, styles.area, className)}
          {...props}
          {...ties}
        />
      )}
    </ControlFrame>
  );
}
