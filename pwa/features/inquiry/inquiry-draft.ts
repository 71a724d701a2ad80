import { readText, readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import type { InquiryText } from './inquiry-text.ts';
import type { WaitingInquiry } from './send-inquiry.ts';

/** The session storage key of unsent typed text. */
const INQUIRY_DRAFT = 'inquiry-draft';

/** True if this tab has a draft. */
export function hasDraft(): boolean {
  return Boolean(readText('tab', INQUIRY_DRAFT));
}

export interface StoredDraft {
  text: Partial<InquiryText>;
  /** The message as it was sent before; it is queued or has arrived. Sending this text corrects it. */
  earlier: WaitingInquiry | null;
}

/** The draft of this tab. The consent is not stored: it belongs to the message that is sent. */
export function readDraft(): StoredDraft {
  return { text: {}, earlier: null, ...readValue<StoredDraft>('tab', INQUIRY_DRAFT) };
}

/** Stores the draft, or removes it if nothing is typed. Never throws. */
export function writeDraft(text: InquiryText, earlier: WaitingInquiry | null): void {
  const typed = Object.entries(text).filter(([name, value]) => value && name !== 'privacyPolicy');
  const stored: StoredDraft = { text: Object.fromEntries(typed), earlier };
  writeValue('tab', INQUIRY_DRAFT, typed.length === 0 ? null : stored);
}
