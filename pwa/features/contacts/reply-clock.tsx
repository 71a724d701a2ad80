import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { useNow } from '#pwa/lib/time/clock.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { clockIcon } from '#pwa/ui/icons/icons.ts';
import { timeLeft } from './contact-list.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The time left of the promise to reply within 48 hours; nothing once the inquiry is answered. */
export function ReplyClock({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const now = useNow();
  const left = timeLeft(contact, now);
  if (left === null) return null;
  return (
    <ListHint icon={clockIcon} urgent={left < MINUTE}>
      {wordsOf(t, left)}
    </ListHint>
  );
}

/** Within a minute of the deadline it says "now" instead of a number. */
function wordsOf(t: TextAccess['t'], left: number): string {
  if (Math.abs(left) < MINUTE) return t('contacts.clock.now');
  const span = spanOf(t, Math.abs(left));
  return left < 0 ? t('contacts.clock.late', { span }) : t('contacts.clock.left', { span });
}

/** A duration in one unit: hours up to two days, because the promise is in hours. */
function spanOf(t: TextAccess['t'], ms: number): string {
  if (ms < HOUR) return t('contacts.clock.minutes', { count: Math.floor(ms / MINUTE) });
  if (ms < 48 * HOUR) return t('contacts.clock.hours', { count: Math.floor(ms / HOUR) });
  const days = Math.floor(ms / (24 * HOUR));
  if (days < 60) return t('contacts.clock.days', { count: days });
  const months = Math.floor(days / 30.4375);
  if (months < 24) return t('contacts.clock.months', { count: months });
  return t('contacts.clock.years', { count: Math.floor(months / 12) });
}
