import { type ReactNode, useId } from 'react';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './control-frame.module.css';

/** The props that all form controls share. */
export interface ControlFrameProps {
  label: ReactNode;
  /** Permanent help, for example the expected format. */
  hint?: ReactNode;
  /** The error in the person's language. */
  error?: ReactNode;
  id?: string | undefined;
  required?: boolean | undefined;
}

/** The attributes that connect a control to its frame; spread them on the input. */
export interface ControlTies {
  id: string;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label above, hint and error below a control, connected by ids. */
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

/** The ids that connect a control, its hint and its error. */
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

/** The star of a required control; assistive technology announces `required` instead. */
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
export function ControlError({ id, error }: { id: string; error: ReactNode }) {
  if (!error) return null;
  return (
    <p id={errorId(id)} className={styles.error}>
      <Icon shape={alertIcon} />
      <span>{error}</span>
    </p>
  );
}

function hintId(id: string): string {
  return `${id}-hint`;
}

function errorId(id: string): string {
  return `${id}-error`;
}
