import { useColumns } from './columns-store.ts';
import type { RecordColumn } from './record-definition.ts';
import { ROOMY, useMedia } from './use-media.ts';

/** The columns that a table shows, in their order: those that the person chose, else those that there is room for. */
export function useShownColumns<
  Column extends Pick<RecordColumn<never>, 'id' | 'isExtra' | 'isRoomy'>,
>(list: string, columns: readonly Column[]): readonly Column[] {
  const chosen = useColumns((lists) => lists[list]);
  const roomy = useMedia(ROOMY);
  return columns.filter(({ id, isExtra, isRoomy }) =>
    chosen ? chosen.includes(id) : !isExtra && (roomy || !isRoomy),
  );
}
