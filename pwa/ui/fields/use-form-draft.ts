import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { readDraft, writeDraft } from '#pwa/lib/storage/drafts.ts';

interface FormDraftOptions<Texts> {
  userId: number;
  /** The name of the draft on this device. */
  name: string;
  /** The form's fields as they are stored; a draft of another shape is none. */
  schema: v.GenericSchema<unknown, Texts>;
}

export interface FormDraft {
  /** The fields show a restored draft. */
  restored: boolean;
  /** Removes the draft, after a save or a cancel. */
  forget: () => void;
  /** Removes the draft and resets the fields. */
  startOver: () => void;
}

/** Stores every change of a form as a draft on this device and restores it on mount. */
export function useFormDraft<Texts extends FieldValues, Context, Output>(
  { reset, subscribe }: UseFormReturn<Texts, Context, Output>,
  { userId, name, schema }: FormDraftOptions<Texts>,
): FormDraft {
  const stop = useRef<(() => void) | null>(null);
  const [restored, setRestored] = useState(false);

  const keep = useCallback(() => {
    stop.current?.();
    stop.current = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) =>
        writeDraft(userId, name, isDirty ? JSON.stringify(values) : ''),
    });
  }, [subscribe, userId, name]);

  useEffect(() => {
    const stored = parsed(readDraft(userId, name), schema);
    if (stored) {
      reset(stored, { keepDefaultValues: true });
      setRestored(true);
    }
    keep();
    return () => stop.current?.();
  }, [reset, keep, schema, userId, name]);

  function forget(): void {
    stop.current?.();
    writeDraft(userId, name, '');
  }

  return {
    restored,
    forget,
    startOver: () => {
      forget();
      reset();
      setRestored(false);
      keep();
    },
  };
}

function parsed<Texts>(json: string | null, schema: v.GenericSchema<unknown, Texts>): Texts | null {
  try {
    const stored = v.safeParse(schema, JSON.parse(json ?? 'null'));
    return stored.success ? stored.output : null;
  } catch {
    return null;
  }
}
