import { useColumns } from './columns-store.ts';
import type { RecordColumn } from './record-definition.ts';

/** The columns that a table shows, in their order: the person's choice, else the default. */
export function useShownColumns<Column extends Pick<RecordColumn<never>, 'id' | 'isExtra'>>(
  list: string,
  columns: readonly Column[],
): readonly Column[] {
  const chosen = useColumns((lists) => lists[list]);
  return columns.filter(({ id, isExtra }) => (chosen ? chosen.includes(id) : !isExtra));
}
