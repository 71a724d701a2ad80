import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { SendFailure } from '#pwa/local/database/rows.ts';

/** What happened when a change was last sent. */
export function failureText(t: TextAccess['t'], failure: SendFailure): string {
  return t(`sync.lastFailure.${whatHappened(failure)}`, { status: failure.status ?? '' });
}

function whatHappened({ status, code }: SendFailure) {
  if (status === null) return 'noAnswer';
  if (status < 400) return 'unreadable';
  if (code === null) return 'notOurs';
  if (status === 401) return 'notAllowed';
  if (status === 500) return 'internal';
  return status > 500 || status === 408 || status === 425 || status === 429 ? 'later' : 'refused';
}
