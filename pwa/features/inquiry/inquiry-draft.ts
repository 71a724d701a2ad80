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

/**
 * The draft of this tab. Session storage, not local: on a shared phone the next person must not find
 * somebody's name and message. The consent is not stored: it belongs to the message that is sent.
 */
export function readDraft(): KeptDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(INQUIRY_DRAFT) ?? '{}');
    return { text: {}, waiting: null, ...(kept as Partial<KeptDraft>) };
  } catch {
    return { text: {}, waiting: null };
  }
}

/** Stores the draft, or removes it if nothing is typed. Never throws. */
export function writeDraft(text: InquiryText, waiting: string | null): void {
  const typed = Object.entries(text).filter(([name, value]) => value && name !== 'privacyPolicy');
  try {
    if (typed.length === 0) sessionStorage.removeItem(INQUIRY_DRAFT);
    else {
      const kept: KeptDraft = { text: Object.fromEntries(typed), waiting };
      sessionStorage.setItem(INQUIRY_DRAFT, JSON.stringify(kept));
    }
  } catch {
    // Storage is disabled or full: the text is on screen, and only a reload loses it.
  }
}
