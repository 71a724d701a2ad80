import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';

/**
 * Why a sign-in failed. Only our own answer blames the name or the password; a proxy's says that the service does not
 * answer.
 */
export function signInReason(t: TextAccess['t'], error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Unreachable) return t('auth.login.offline');
  const code = cause instanceof ApiError ? cause.problem?.code : undefined;
  if (code === 'signed-out') return t('auth.login.noCookie');
  return code === 'wrong-credentials' ? t('auth.login.genericError') : failureText(t, cause);
}

/** True if the password was right, and the account demands a passkey or a recovery code as well. */
export function needsSecondFactor(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof ApiError && cause.problem?.code === 'second-factor-needed';
}
