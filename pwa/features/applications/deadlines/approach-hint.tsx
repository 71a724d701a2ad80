import { approachFrom, deadlinesOf } from '#contract/deadlines/deadlines.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { rulesHere } from '#pwa/lib/rules-here.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/** Says beside the ways to a player that the player may not be approached yet. */
export function ApproachHint({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  if (useApproach(application) === null) return null;
  return (
    <ListHint icon={alertIcon} urgent title={t('deadlines.notYet')}>
      {t('deadlines.notYet')}
    </ListHint>
  );
}

/** The same in whole sentences: why, and from when on. */
export function ApproachNotice({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const notBefore = useApproach(application);
  if (notBefore === null) return null;
  return (
    <Notice icon={alertIcon} tone="amber" title={t('deadlines.notYet')}>
      {t(notBefore.kind === 'minor' ? 'deadlines.notYetMinor' : 'deadlines.notYetText', {
        agent: application.otherAgent ?? t('deadlines.anotherAgent'),
        day: formatDate(notBefore.on),
      })}
    </Notice>
  );
}

function useApproach(application: ApplicationRow) {
  const today = useToday();
  return approachFrom(deadlinesOf(application, rulesHere(), today), today);
}
