import type { GuardianConsent } from '#contract/fields/guardian-consent.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import type { TextAccess } from './text-context.tsx';

/** Who consented for a minor, when and how. */
export function consentText(t: TextAccess['t'], { on, name, way }: GuardianConsent): string {
  return t('minor.recorded', { day: formatDate(on), name, way: t(`minor.ways.${way}`) });
}
