import { NO_CHOICE } from '#contract/fields/choice-of.ts';
import { MOST_PEOPLE, TOO_MANY_PEOPLE } from '#contract/fields/player-people.ts';
import { ENDS_FIRST, UNREACHABLE } from '#contract/values/reachable-draft.ts';
import { fieldMessage } from './field-message.ts';
import type { TextAccess } from './text-context.tsx';

/** The text for a message about a field of an application; a number's names its bounds. */
export function draftMessage(t: TextAccess['t'], message: string): string {
  if (message === UNREACHABLE) return t('applicationForm.unreachable');
  if (message === ENDS_FIRST) return t('applicationForm.endsFirst');
  if (message === TOO_MANY_PEOPLE)
    return t('applicationForm.tooManyPeople', { most: String(MOST_PEOPLE) });
  if (message === NO_CHOICE) return t('applicationForm.invalidChoice');
  const [, months] = /^Longer than (\d+) months/.exec(message) ?? [];
  if (months) return t('applicationForm.tooLong', { months });
  const [, least, most] = /^Please enter a whole number from (\d+) to (\d+)/.exec(message) ?? [];
  return least && most
    ? t('applicationForm.wholeNumber', { least, most })
    : t(fieldMessage(message));
}
