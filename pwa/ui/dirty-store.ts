import { useEffect, useId } from 'react';
import { create } from 'zustand';

/** The forms on screen that hold typed text which is not saved yet, by the id of each. */
const useDirtyForms = create<{ forms: ReadonlySet<string> }>(() => ({ forms: new Set() }));

/** Tells the app that this form would lose something if the page were reloaded now. */
export function useReportDirty(dirty: boolean): void {
  const form = useId();

  useEffect(() => {
    if (!dirty) return;
    useDirtyForms.setState(({ forms }) => ({ forms: new Set(forms).add(form) }));
    return () =>
      useDirtyForms.setState(({ forms }) => ({
        forms: new Set([...forms].filter((other) => other !== form)),
      }));
  }, [dirty, form]);
}

/** True while any form on screen holds something unsaved. */
export function useAnyDirty(): boolean {
  return useDirtyForms(({ forms }) => forms.size > 0);
}
