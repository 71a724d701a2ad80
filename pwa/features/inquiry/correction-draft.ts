import { keepInTab, readInTab } from '#pwa/lib/storage/kept-in-tab.ts';
import type { InquiryText } from './inquiry-text.ts';

/** The session storage key of a correction that has not arrived. */
const CORRECTION_DRAFT = 'correction-draft';

interface KeptCorrection {
  /** The token of its private link. */
  of: string;
  text: Partial<InquiryText>;
}

/** The draft of this tab for the inquiry of a private link; empty if there is none. */
export function readCorrection(token: string): Partial<InquiryText> {
  const { of, text = {} } = readInTab<KeptCorrection>(CORRECTION_DRAFT);
  return of === token ? text : {};
}

/** Stores or removes the draft. Never throws. */
export function writeCorrection(token: string, text: InquiryText | null): void {
  const kept: KeptCorrection | null = text && { of: token, text };
  keepInTab(CORRECTION_DRAFT, kept);
}
