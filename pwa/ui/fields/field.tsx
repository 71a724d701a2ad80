import type { ComponentProps } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import control from './control.module.css';
import { ControlFrame, type ControlFrameProps } from './control-frame.tsx';

export type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'required'> & ControlFrameProps;

/** A text input with label, hint and error. Takes the props of a form library, `ref` too. */
export function Field({ label, hint, error, id, required, className, ...props }: FieldProps) {
  return (
    <ControlFrame label={label} hint={hint} error={error} id={id} required={required}>
      {(ties) => <input className={classNames(control.control, className)} {...props} {...ties} />}
    </ControlFrame>
  );
}
