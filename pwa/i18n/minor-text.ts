import type { GuardianConsent } from '#contract/fields/guardian-consent.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import type { Minor } from '#pwa/lib/time/minor.ts';
import type { TextAccess } from './text-context.tsx';

/** That a player is a minor, with the age and the day of turning 18 as far as they are known. */
export function minorText(t: TextAccess['t'], { known }: Minor): string {
  if (known === null) return t('minor.badge');
  return t('minor.badgeWithAge', { age: known.age, day: formatDate(known.adultOn) });
}

/** Who consented for a minor, when and how. */
export function consentText(t: TextAccess['t'], { on, name, way }: GuardianConsent): string {
  return t('minor.recorded', { day: formatDate(on), name, way: t(`minor.ways.${way}`) });
}
