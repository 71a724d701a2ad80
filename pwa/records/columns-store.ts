import { create } from 'zustand';

/** Where the choice is kept on this device. */
const KEY = 'columns';

/** The ids of a list's columns that the person has chosen, by list; a list without a choice shows its own. */
export const useColumns = create<Readonly<Record<string, readonly string[]>>>(() => kept());

/** Shows these columns of a list, by their ids, and keeps the choice on this device; null for the list's own. */
export function chooseColumns(list: string, ids: readonly string[] | null): void {
  const { [list]: _, ...others } = useColumns.getState();
  const all = ids === null ? others : { ...others, [list]: ids };
  useColumns.setState(all, true);
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // It lasts as long as the page.
  }
}

/** What an older or newer version has kept may name columns that are not there. */
function kept(): Record<string, readonly string[]> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter(([, ids]) => Array.isArray(ids)));
  } catch {
    return {};
  }
}
