import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import type { InquiryText } from './inquiry-text.ts';

/** The session storage key of a correction that has not arrived. */
const CORRECTION_DRAFT = 'correction-draft';

interface StoredCorrection {
  /** The token of its private link. */
  of: string;
  text: Partial<InquiryText>;
}

/** The draft of this tab for the inquiry of a private link; empty if there is none. */
export function readCorrection(token: string): Partial<InquiryText> {
  const stored = readValue<StoredCorrection>('tab', CORRECTION_DRAFT);
  return stored?.of === token ? stored.text : {};
}

/** Stores or removes the draft. Never throws. */
export function writeCorrection(token: string, text: InquiryText | null): void {
  const stored: StoredCorrection | null = text && { of: token, text };
  writeValue('tab', CORRECTION_DRAFT, stored);
}
