import { useEffect, useId } from 'react';
import { create } from 'zustand';

/** The ids of all mounted forms with unsaved text. */
const useDirtyForms = create<{ forms: ReadonlySet<string> }>(() => ({ forms: new Set() }));

/** Reports whether this form has unsaved text: a reload would lose it. */
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

/** True while any mounted form has unsaved text. */
export function useAnyDirty(): boolean {
  return useDirtyForms(({ forms }) => forms.size > 0);
}
