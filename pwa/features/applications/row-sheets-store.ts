import { create } from 'zustand';
import type { ApplicationRow } from '#pwa/local/rows.ts';

/** What a row of the list has opened: its six statuses, or a note and the follow-up day. */
export interface RowSheet {
  which: 'status' | 'note';
  /** As the row showed it. */
  application: ApplicationRow;
}

/** The one sheet that is open over a list; not in a row, which may leave the list meanwhile. */
export const useRowSheet = create<{ sheet: RowSheet | null }>(() => ({ sheet: null }));

export function openSheet(which: RowSheet['which'], application: ApplicationRow): void {
  useRowSheet.setState({ sheet: { which, application } });
}

export function closeSheet(): void {
  useRowSheet.setState({ sheet: null });
}
