import * as v from 'valibot';
import { ApplicationDraft } from '#contract/applications.ts';

/** Said of a player who cannot be reached. */
export const UNREACHABLE = 'Please enter an e-mail address or a phone number.';

/** Whether there is one way to reach a player. */
export function isReachable({ email, phone }: Pick<ApplicationDraft, 'email' | 'phone'>): boolean {
  return Boolean(email || phone);
}

/** A draft that can be saved; the message stands at the e-mail. */
export const ReachableDraft = v.pipe(
  ApplicationDraft,
  v.forward(
    v.check((draft) => isReachable(draft), UNREACHABLE),
    ['email'],
  ),
);
