import { formatDate } from '#pwa/lib/time/dates.ts';
import type { Minor } from '#pwa/lib/time/minor.ts';
import type { TextAccess } from './text-context.tsx';

/** That a player is a minor, with the age and the day of turning 18 as far as they are known. */
export function minorText(t: TextAccess['t'], { known }: Minor): string {
  if (known === null) return t('minor.badge');
  return t('minor.badgeWithAge', { age: known.age, day: formatDate(known.adultOn) });
}
