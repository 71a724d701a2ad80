import { isAnonymised } from '#contract/anonymised.ts';
import type { TextAccess } from './text-context.tsx';

/** A person's name as a screen says it: what stands in place of an erased one is in its language. */
export function personName(
  t: TextAccess['t'],
  { name, email }: { name: string; email: string },
): string {
  return isAnonymised({ email }) ? t('people.anonymised') : name;
}

/** A person's e-mail address; null for one who was erased, whose address is nobody's. */
export function addressOf({ email }: { email: string }): string | null {
  return isAnonymised({ email }) ? null : email;
}
