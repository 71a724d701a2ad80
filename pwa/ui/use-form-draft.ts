import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readDraft, writeDraft } from '#pwa/lib/drafts.ts';

interface FormDraftOptions<Texts> {
  userId: number;
  /** Under which the typed text is kept on this device. */
  name: string;
  /** What was kept as JSON, as the form's fields; null when nothing was, or not of this form. */
  parse: (json: string | null) => Texts | null;
}

export interface FormDraft {
  /** What was typed earlier stands in the fields. */
  restored: boolean;
  /** It is saved, or not wanted: nothing is kept any more. */
  forget: () => void;
  /** As forget, and the fields hold again what they held at first. */
  startOver: () => void;
}

/** Keeps every typed change of a form on the device, and puts it back into the fields at the start. */
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
    const kept = parse(readDraft(userId, name));
    if (kept) {
      reset(kept, { keepDefaultValues: true });
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
