import { useText } from '#pwa/i18n/text-context.tsx';
import { sinceOf } from '#pwa/lib/dates.ts';
import { serverNow } from '#pwa/lib/server-clock.ts';

/** A function from an instant (ISO 8601) to its age in words. */
export function useAge(): (instant: string) => string {
  const { t } = useText();
  return (instant) => {
    const { unit, count } = sinceOf(instant, serverNow());
    return unit === 'now' ? t('age.now') : t(`age.${unit}`, { count });
  };
}
