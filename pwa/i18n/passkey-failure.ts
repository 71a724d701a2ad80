import { failureText } from './failure-text.ts';
import type { TextAccess } from './text-context.tsx';
import type { OfficeKey } from './text-key.ts';

/** What a browser says instead of making or using a passkey (names of DOMException). */
const REASONS = new Map<string, OfficeKey>([
  ['InvalidStateError', 'passkey.known'],
  ['SecurityError', 'passkey.otherAddress'],
  ['NotSupportedError', 'passkey.noLock'],
  ['ConstraintError', 'passkey.noLock'],
]);

/** True if the person has closed the browser's sheet, or it had no passkey to offer. */
export function isPasskeyClosed(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** Why a passkey was not made or used: the browser's reason, or that of the call. */
export function passkeyFailureText(t: TextAccess['t'], error: unknown): string {
  const reason = error instanceof Error && REASONS.get(error.name);
  return reason ? t(reason) : failureText(t, error);
}
