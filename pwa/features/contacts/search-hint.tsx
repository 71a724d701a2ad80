import { useText } from '#pwa/i18n/text-context.tsx';
import { useToday } from '#pwa/lib/time/clock.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { clockIcon } from '#pwa/ui/icons/icons.ts';

/** Until when a club looks; urgent on its last day and afterwards. */
export function SearchHint({ contact: { wantedUntil } }: { contact: ContactRow }) {
  const { t } = useText();
  const today = useToday();
  if (!wantedUntil) return null;
  return (
    <ListHint icon={clockIcon} urgent={wantedUntil <= today}>
      {t('contactDetail.wanted.due', { day: formatDate(wantedUntil) })}
    </ListHint>
  );
}
