import type { TextKey } from '#pwa/i18n/text-key.ts';
import type { DaysInWords } from '#pwa/lib/text/days-in-words.ts';
import { NOTHING } from '#pwa/lib/text/where.ts';

interface Preset {
  field: string;
  value: DaysInWords | typeof NOTHING;
  label: TextKey;
}

/** The filters that one press sets, by list. */
export const PRESETS: Record<'applications' | 'contacts', readonly Preset[]> = {
  applications: [
    { field: 'followUpOn', value: 'overdue', label: 'views.overdue' },
    { field: 'followUpOn', value: 'this-week', label: 'views.followUpThisWeek' },
    { field: 'dateOfBirth', value: 'under-19', label: 'views.under19' },
    { field: 'currentClub', value: NOTHING, label: 'views.noClub' },
  ],
  contacts: [
    { field: 'createdAt', value: 'this-week', label: 'views.receivedThisWeek' },
    { field: 'currentClub', value: NOTHING, label: 'views.noClub' },
  ],
};
