import * as v from 'valibot';
import { ApplicationDraft } from '#contract/applications.ts';

/** Said of a player who cannot be reached. */
export const UNREACHABLE = 'Please enter an e-mail address or a phone number.';
/** Said of a mandate whose last day is before its first. */
export const ENDS_FIRST = 'The mandate cannot end before it begins.';

/** Whether there is one way to reach a player. */
export function isReachable({ email, phone }: Pick<ApplicationDraft, 'email' | 'phone'>): boolean {
  return Boolean(email || phone);
}

/** Whether a mandate does not end before it begins, as far as its days are known. */
export function isInOrder({
  mandateFrom,
  mandateUntil,
}: Pick<ApplicationDraft, 'mandateFrom' | 'mandateUntil'>): boolean {
  return !mandateFrom || !mandateUntil || mandateFrom <= mandateUntil;
}

/** What is wrong with fields that do not fit each other, by the field at which it is said; null if they fit. */
export function contradictionIn(draft: ApplicationDraft): { [field: string]: string } | null {
  if (!isReachable(draft)) return { email: UNREACHABLE };
  return isInOrder(draft) ? null : { mandateUntil: ENDS_FIRST };
}

/** A draft that can be saved; a message stands at its field. */
export const ReachableDraft = v.pipe(
  ApplicationDraft,
  v.forward(
    v.check((draft) => isReachable(draft), UNREACHABLE),
    ['email'],
  ),
  v.forward(
    v.check((draft) => isInOrder(draft), ENDS_FIRST),
    ['mandateUntil'],
  ),
);
