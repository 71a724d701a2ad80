import type { InquiryText } from './inquiry-text.ts';

/** Where the text that was typed and not sent is kept until the tab closes; absent without any. */
const INQUIRY_DRAFT = 'inquiry-draft';

/** True when there is a draft to be put back on screen. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(INQUIRY_DRAFT) !== null;
  } catch {
    return false;
  }
}

export interface KeptDraft {
  text: Partial<InquiryText>;
  /** The waiting message that this text became, so that a corrected one takes its place. */
  waiting: string | null;
}

/**
 * The draft of this tab. Session storage, not local: on a phone that is passed around, the next
 * person who opens the page must not find somebody's name and message in it. The consent is not
 * kept: it is given with the message that is sent.
 */
export function readDraft(): KeptDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(INQUIRY_DRAFT) ?? '{}');
    return { text: {}, waiting: null, ...(kept as Partial<KeptDraft>) };
  } catch {
    return { text: {}, waiting: null };
  }
}

/** Keeps the draft, or forgets it when nothing is typed and nothing waits. Never throws. */
export function writeDraft(text: InquiryText, waiting: string | null): void {
  const typed = Object.entries(text).filter(([name, value]) => value && name !== 'privacyPolicy');
  try {
    if (typed.length === 0) sessionStorage.removeItem(INQUIRY_DRAFT);
    else {
      const kept: KeptDraft = { text: Object.fromEntries(typed), waiting };
      sessionStorage.setItem(INQUIRY_DRAFT, JSON.stringify(kept));
    }
  } catch {
    // Storage is off or full: the text stays on screen, only a reload would lose it.
  }
}
