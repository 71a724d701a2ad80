import type { InquiryText } from './inquiry-text.ts';

/** The session storage key of a correction that has not arrived. */
const CORRECTION_DRAFT = 'correction-draft';

/** The draft of this tab for the inquiry of a private link; empty if there is none. */
export function readCorrection(token: string): Partial<InquiryText> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(CORRECTION_DRAFT) ?? '{}');
    const { of, text } = kept as { of?: string; text?: Partial<InquiryText> };
    return of === token ? (text ?? {}) : {};
  } catch {
    return {};
  }
}

/** Stores what is typed, or removes it. Never throws. */
export function writeCorrection(token: string, text: InquiryText | null): void {
  try {
    if (text === null) sessionStorage.removeItem(CORRECTION_DRAFT);
    else sessionStorage.setItem(CORRECTION_DRAFT, JSON.stringify({ of: token, text }));
  } catch {
    // Storage is disabled or full: the text is on screen, and only a reload loses it.
  }
}
