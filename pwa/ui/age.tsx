import { useText } from '#pwa/i18n/text-context.tsx';
import { useNow } from '#pwa/lib/time/clock.ts';
import { sinceOf } from '#pwa/lib/time/dates.ts';

/** The age of an instant (ISO 8601) in words. */
export function Age({ of: instant }: { of: string }) {
  const { t } = useText();
  const { unit, count } = sinceOf(instant, useNow());
  return unit === 'now' ? t('age.now') : t(`age.${unit}`, { count });
}
