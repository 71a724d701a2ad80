import { type ReactNode, useId } from 'react';
import styles from './control-frame.module.css';
import { Icon } from './icon.tsx';
import { alertIcon } from './icons.ts';

/** What every control of a form has around it. */
export interface ControlFrameProps {
  label: ReactNode;
  /** Help that is always there, for example the wanted format. */
  hint?: ReactNode;
  /** What is wrong with the value, in the person's language; empty while nothing is. */
  error?: string | undefined;
  id?: string | undefined;
  required?: boolean | undefined;
}

/** What ties a control to its frame; spread it on the input. */
export interface ControlTies {
  id: string;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label above, hint and error below a control, all tied to it by ids. */
export function ControlFrame({
  children,
  ...frame
}: ControlFrameProps & { children: (ties: ControlTies) => ReactNode }) {
  const ties = useControlTies(frame);
  return (
    <div className={styles.frame}>
      <label className={styles.label} htmlFor={ties.id}>
        {frame.label}
        {frame.required && <RequiredMark />}
      </label>
      <ControlHint id={ties.id} hint={frame.hint} />
      {children(ties)}
      <ControlError id={ties.id} error={frame.error} />
    </div>
  );
}

/** The ids by which a control, its hint and its error know one another. */
export function useControlTies({
  id: given,
  hint,
  error,
  required,
}: ControlFrameProps): ControlTies {
  const made = useId();
  const id = given ?? made;
  const describedBy = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ');
  return {
    id,
    required,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  };
}

/** The star of a required control; assistive technology hears `required` instead. */
export function RequiredMark() {
  return (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  );
}

/** The hint of the control `id`, or nothing. */
export function ControlHint({ id, hint }: { id: string; hint: ReactNode }) {
  if (!hint) return null;
  return (
    <p id={hintId(id)} className={styles.hint}>
      {hint}
    </p>
  );
}

/** The error of the control `id`, or nothing. */
export function ControlError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={errorId(id)} className={styles.error}>
      <Icon shape={alertIcon} />
      {error}
    </p>
  );
}

function hintId(id: string): string {
  return `${id}-hint`;
}

function errorId(id: string): string {
  return `${id}-error`;
}
