import { useText } from '#pwa/i18n/text-context.tsx';
import { useToday } from '#pwa/lib/time/clock.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';

/** Says that a player is under 18, with the age if it is known. */
export function MinorHint({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const minor = minorOf(application, useToday());
  if (minor === null) return null;
  const words = minor.known ? t('minor.shortWithAge', { age: minor.known.age }) : t('minor.badge');
  return (
    <ListHint icon={alertIcon} urgent={false} title={words}>
      {words}
    </ListHint>
  );
}
