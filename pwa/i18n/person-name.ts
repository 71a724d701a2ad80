import { isAnonymised } from '#contract/fields/anonymised.ts';
import type { TextAccess } from './text-context.tsx';

/** A person's name for a screen; the placeholder of an erased person is in the screen's language. */
export function personName(
  t: TextAccess['t'],
  { name, email }: { name: string; email: string },
): string {
  return isAnonymised({ email }) ? t('people.anonymised') : name;
}

/** A person's e-mail address; null for an erased person, whose stored address is a placeholder. */
export function addressOf({ email }: { email: string }): string | null {
  return isAnonymised({ email }) ? null : email;
}
