import { daysAfter } from '#contract/deadlines/days.ts';
import type { Deadline } from '#contract/deadlines/deadlines.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useToday } from '#pwa/lib/time/clock.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { clockIcon } from '#pwa/ui/icons/icons.ts';
import { deadlineText } from './deadline-text.ts';

/** So many days before its day a deadline is urgent. */
const URGENT = 7;

/** What a deadline says; urgent in its last week and afterwards. */
export function DeadlineHint({ deadline }: { deadline: Deadline }) {
  const { t } = useText();
  const today = useToday();
  const words = deadlineText(t, deadline, today);
  return (
    <ListHint icon={clockIcon} urgent={deadline.on <= daysAfter(today, URGENT)} title={words}>
      <time dateTime={deadline.on}>{words}</time>
    </ListHint>
  );
}
