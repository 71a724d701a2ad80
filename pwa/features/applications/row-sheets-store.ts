import { create } from 'zustand';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

/** What a row or a record has opened: its six statuses, the status form, the reason of a rejection, a note and the follow-up day, or the consent of a guardian. */
export interface RowSheet {
  which: 'status' | 'update' | 'reason' | 'note' | 'consent';
  /** As the row showed it. */
  application: ApplicationRow;
  /** Of a consent: what it is asked for. */
  purpose?: ConsentPurpose | undefined;
  /** What opened the statuses: at a desk they stand beside it. */
  opener?: Element | undefined;
}

/** Before what the consent of a guardian is asked: a status, or a call or message. Alone it is only recorded. */
export interface ConsentPurpose {
  status?: ApplicationRow['status'];
  /** Makes the contact. */
  onContact?: () => void;
}

/** The one sheet that is open over a list; not in a row, which may leave the list meanwhile. */
export const useRowSheet = create<{ sheet: RowSheet | null }>(() => ({ sheet: null }));

export function openSheet(
  which: RowSheet['which'],
  application: ApplicationRow,
  purpose?: ConsentPurpose,
): void {
  useRowSheet.setState({ sheet: { which, application, purpose } });
}

/** Opens the statuses of a row or a card. */
export function openStatuses(application: ApplicationRow, opener: Element): void {
  useRowSheet.setState({ sheet: { which: 'status', application, opener } });
}

export function closeSheet(): void {
  useRowSheet.setState({ sheet: null });
}
