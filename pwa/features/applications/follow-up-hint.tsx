import { useText } from '#pwa/i18n/text-context.tsx';
import { dayAfter, dayInWords } from '#pwa/lib/dates.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { clockIcon } from '#pwa/ui/icons.ts';
import { ListHint } from '#pwa/ui/list-hint.tsx';
import { isDue } from './application-list.ts';

/** The follow-up day, if there is one; urgent from that day on. */
export function FollowUpHint({ application }: { application: ApplicationRow }) {
  const { t, language } = useText();
  const { followUpOn } = application;
  if (followUpOn === null) return null;
  const today = dayAfter(Date.now(), 0);
  const words = dayInWords(followUpOn, today, language);
  return (
    <ListHint icon={clockIcon} urgent={isDue(application, today)} title={words}>
      <span className="visually-hidden">{t('applicationDetail.followUp.title')} </span>
      <time dateTime={followUpOn}>{words}</time>
    </ListHint>
  );
}
