import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type * as v from 'valibot';
import { accountMessage } from '#pwa/i18n/account-message.ts';
import { failureText, fieldErrorsOf } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';

/** Of flat forms: each field has texts only. */
type Errors<Body> = { [Name in keyof Body & string]?: { message?: string } };

interface AccountForm<Body> {
  schema: v.GenericSchema<Body>;
  /** The texts in the fields before anybody types, and after a success. */
  blank: Body;
  /** Makes the call. */
  send: (body: Body) => Promise<unknown>;
  onDone: (body: Body) => void;
  /** Gets the error of send() first. Returns whether the form need not explain it. */
  onFailure?: (error: unknown) => boolean;
}

/**
 * A form of the own account that is sent at once. A failure keeps the typed text and is explained at the fields that
 * the server named, else in `reason`, which is shown above the fields.
 */
export function useAccountForm<Body extends FieldValues>({
  schema,
  blank,
  send,
  onDone,
  onFailure,
}: AccountForm<Body>) {
  const { t } = useText();
  const [reason, setReason] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm<Body>({
    resolver: valibotResolver(schema),
    defaultValues: blank as DefaultValues<Body>,
  });
  const errorOf = useErrorOf(formState.errors as Errors<Body>, accountMessage);

  const submit = handleSubmit(async (body) => {
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

  return { register, submit, reason, errorOf, isSubmitting: formState.isSubmitting };
}
