import { isDue } from '#pwa/features/applications/application-list.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useToday } from '#pwa/lib/time/clock.ts';
import { dayInWords } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { clockIcon } from '#pwa/ui/icons/icons.ts';

/** The follow-up day, if there is one; urgent from that day on. */
export function FollowUpHint({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const today = useToday();
  const { followUpOn } = application;
  if (followUpOn === null) return null;
  const words = dayInWords(followUpOn, today);
  return (
    <ListHint icon={clockIcon} urgent={isDue(application, today)} title={words}>
      <span className="visually-hidden">{t('applicationDetail.followUp.title')} </span>
      <time dateTime={followUpOn}>{words}</time>
    </ListHint>
  );
}
