import {
  COMMON_PASSWORD_MESSAGE,
  CURRENT_PASSWORD_MESSAGE,
  PASSWORD_MESSAGE,
  REGISTER_EMAIL_MESSAGE,
  SAME_PASSWORD_MESSAGE,
  USERNAME_CHARACTERS_MESSAGE,
  USERNAME_MESSAGE,
  USERNAME_TAKEN_MESSAGE,
} from '#contract/auth.ts';
import { fieldMessage } from './field-message.ts';
import type { OfficeKey, SiteKey } from './text-key.ts';

const KEYS = new Map<string, OfficeKey>([
  [USERNAME_MESSAGE, 'auth.form.usernameRequired'],
  [USERNAME_CHARACTERS_MESSAGE, 'auth.form.usernameCharacters'],
  [USERNAME_TAKEN_MESSAGE, 'auth.form.usernameTaken'],
  [PASSWORD_MESSAGE, 'auth.form.passwordMinLength'],
  [REGISTER_EMAIL_MESSAGE, 'auth.form.emailInvalid'],
  [COMMON_PASSWORD_MESSAGE, 'auth.form.passwordCommon'],
  [CURRENT_PASSWORD_MESSAGE, 'auth.form.currentPasswordWrong'],
  [SAME_PASSWORD_MESSAGE, 'auth.form.passwordSame'],
]);

/** As fieldMessage, for the forms of the login and account pages. */
export function accountMessage(message: string): OfficeKey | SiteKey {
  return KEYS.get(message) ?? fieldMessage(message);
}
