import { create } from 'zustand';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';

/** Where the choice is kept on this device. */
const KEY = 'columns';

/** The ids of a list's columns that the person has chosen, by list; a list without a choice shows its own. */
export const useColumns = create<Readonly<Record<string, readonly string[]>>>(() => stored());

/** Shows these columns of a list, by their ids, and keeps the choice on this device; null for the list's own. */
export function chooseColumns(list: string, ids: readonly string[] | null): void {
  const { [list]: _, ...others } = useColumns.getState();
  const all = ids === null ? others : { ...others, [list]: ids };
  useColumns.setState(all, true);
  writeValue('device', KEY, all);
}

/** What an older or newer version has kept may name columns that are not there. */
function stored(): Record<string, readonly string[]> {
  const found = readValue<object>('device', KEY) ?? {};
  return Object.fromEntries(Object.entries(found).filter(([, ids]) => Array.isArray(ids)));
}
