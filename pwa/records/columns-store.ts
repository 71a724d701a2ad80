import { create } from 'zustand';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';

/** Where the choice is kept on this device. */
const KEY = 'columns';

type Lists = Readonly<Record<string, readonly string[]>>;

/** What the person has chosen, also while a view shows other columns. */
let own: Lists = stored();
/** The lists whose columns are those of an open view. */
const ofView = new Set<string>();

/** The ids of a list's columns that are shown, by list: of an open view, or chosen; a list without shows its own. */
export const useColumns = create<Lists>(() => own);

/**
 * Shows these columns of a list, by their ids; null for the list's own. The choice is kept on this device, but for one
 * that is made in a view: it ends with the view.
 */
export function chooseColumns(list: string, ids: readonly string[] | null): void {
  show(list, ids);
  if (ofView.has(list)) return;
  own = withColumns(own, list, ids);
  writeValue('device', KEY, own);
}

/** Shows the columns of a view as long as it is open; null closes it, and the person's own are there again. */
export function showColumnsOf(list: string, ids: readonly string[] | null): void {
  if (ids) ofView.add(list);
  else if (!ofView.delete(list)) return;
  show(list, ids ?? own[list] ?? null);
}

function show(list: string, ids: readonly string[] | null): void {
  useColumns.setState(withColumns(useColumns.getState(), list, ids), true);
}

function withColumns(lists: Lists, list: string, ids: readonly string[] | null): Lists {
  const { [list]: _, ...others } = lists;
  return ids === null ? others : { ...others, [list]: ids };
}

/** What an older or newer version has kept may name columns that are not there. */
function stored(): Lists {
  const found = readValue<object>('device', KEY) ?? {};
  return Object.fromEntries(Object.entries(found).filter(([, ids]) => Array.isArray(ids)));
}
