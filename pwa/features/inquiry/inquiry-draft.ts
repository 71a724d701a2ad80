import { keepInTab, readInTab } from '#pwa/lib/kept-in-tab.ts';
import type { InquiryText } from './inquiry-text.ts';

/** The session storage key of unsent typed text. */
const INQUIRY_DRAFT = 'inquiry-draft';

/** True if this tab has a draft. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(INQUIRY_DRAFT) !== null;
  } catch {
    return false;
  }
}

export interface KeptDraft {
  text: Partial<InquiryText>;
  /** The outbox key of the queued message with this text: sending a corrected text replaces it. */
  waiting: string | null;
}

/** The draft of this tab. The consent is not stored: it belongs to the message that is sent. */
export function readDraft(): KeptDraft {
  return { text: {}, waiting: null, ...readInTab<KeptDraft>(INQUIRY_DRAFT) };
}

/** Stores the draft, or removes it if nothing is typed. Never throws. */
export function writeDraft(text: InquiryText, waiting: string | null): void {
  const typed = Object.entries(text).filter(([name, value]) => value && name !== 'privacyPolicy');
  const kept: KeptDraft = { text: Object.fromEntries(typed), waiting };
  keepInTab(INQUIRY_DRAFT, typed.length === 0 ? null : kept);
}
