import { valibotResolver } from '@hookform/resolvers/valibot';
import { type ReactNode, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form';
import type * as v from 'valibot';
import { accountMessage } from '#pwa/i18n/account-message.ts';
import { failureText, fieldErrorsOf } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button, type ButtonLook } from '#pwa/ui/button.tsx';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/** Of flat forms: each field has texts only. */
type Errors<Body> = { [Name in keyof Body & string]?: { message?: string } };

/** Connects an input with a field of the form. */
export type FieldOf<Name extends string> = (
  name: Name,
) => Omit<UseFormRegisterReturn, 'required'> & { required: true; error: string | undefined };

interface AccountFormProps<Body> {
  className: string | undefined;
  schema: v.GenericSchema<Body>;
  /** The texts in the fields before anybody types, and after a success. */
  blank: Body;
  /** Makes the call. */
  send: (body: Body) => Promise<unknown>;
  onDone: (body: Body) => void;
  /** Gets the error of send() first. Returns whether the form need not explain it. */
  onFailure?: (error: unknown) => boolean;
  /** Said without a signal, when nothing can be sent; without it the form is sent whatever the signal. */
  offline?: string;
  /** The title of a failure that no field explains. */
  failed?: string;
  /** Tells password managers the username. */
  username?: string;
  submit: string;
  busyLabel: string;
  size?: ButtonLook['size'];
  /** The fields, all required. */
  children: (field: FieldOf<keyof Body & string>) => ReactNode;
}

/**
 * A form of the own account that is sent at once. A failure keeps the typed text and is explained at the fields that
 * the server named, else above the fields.
 */
export function AccountForm<Body extends FieldValues>({
  className,
  schema,
  blank,
  send,
  onDone,
  onFailure,
  offline,
  failed,
  username,
  submit,
  busyLabel,
  size,
  children,
}: AccountFormProps<Body>) {
  const { t } = useText();
  const isOffline = useIsOffline() && offline !== undefined;
  const [reason, setReason] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm<Body>({
    resolver: valibotResolver(schema),
    defaultValues: blank as DefaultValues<Body>,
  });
  const errorOf = useErrorOf(formState.errors as Errors<Body>, accountMessage);

  const sendAll = handleSubmit(async (body) => {
    setReason(null);
    try {
      await send(body);
    } catch (error) {
      explain(error);
      return;
    }
    reset(blank);
    onDone(body);
  });

  function explain(error: unknown): void {
    if (onFailure?.(error)) return;
    const named = fieldErrorsOf(error, blank);
    for (const [name, message] of named) {
      setError(name as Path<Body>, { message }, { shouldFocus: true });
    }
    if (named.length === 0) setReason(failureText(t, error));
  }

  return (
    <form className={className} noValidate onSubmit={(event) => void sendAll(event)}>
      {isOffline && <Notice icon={offlineIcon}>{offline}</Notice>}
      {reason !== null && (
        <Notice tone="red" title={failed}>
          {reason}
        </Notice>
      )}
      {username !== undefined && (
        <input type="text" autoComplete="username" value={username} readOnly hidden />
      )}
      {children((name) => ({
        required: true,
        error: errorOf(name),
        ...(register(name as Path<Body>) as Omit<UseFormRegisterReturn, 'required'>),
      }))}
      <Button
        type="submit"
        size={size}
        disabled={isOffline}
        busy={formState.isSubmitting}
        busyLabel={busyLabel}
      >
        {submit}
      </Button>
    </form>
  );
}
