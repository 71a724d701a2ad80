import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readDraft, writeDraft } from '#pwa/lib/storage/drafts.ts';

interface FormDraftOptions<Texts> {
  userId: number;
  /** The name of the draft on this device. */
  name: string;
  /** The form's fields from stored JSON; null if there is none or it has another shape. */
  parse: (json: string | null) => Texts | null;
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
  { userId, name, parse }: FormDraftOptions<Texts>,
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
    const stored = parse(readDraft(userId, name));
    if (stored) {
      reset(stored, { keepDefaultValues: true });
      setRestored(true);
    }
    keep();
    return () => stop.current?.();
  }, [reset, keep, parse, userId, name]);

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
