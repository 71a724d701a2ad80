import { approachFrom, deadlinesOf } from '#contract/deadlines/deadlines.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { rulesHere } from '#pwa/lib/rules-here.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';

/** Says beside the ways to a player that another agent represents the player exclusively. */
export function ApproachHint({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const today = useToday();
  if (approachFrom(deadlinesOf(application, rulesHere(), today), today) === null) return null;
  return (
    <ListHint icon={alertIcon} urgent title={t('deadlines.notYet')}>
      {t('deadlines.notYet')}
    </ListHint>
  );
}
