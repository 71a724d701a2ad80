import { type InquiryDraft, sendInquiry as sendInquiryCall } from '#contract/inquiry.ts';
import {
  dropEntry,
  keepEntry,
  type SendResult,
  sendEntry,
  unsentEntries,
  type VisitorEntry,
} from '#pwa/visitor/outbox.ts';
import { saysTheSame } from './inquiry-text.ts';

/** An inquiry on this phone that the server has not taken yet. */
export interface WaitingInquiry extends VisitorEntry {
  body: InquiryDraft;
}

/**
 * Puts an inquiry on the phone's disk, so that nothing that happens from then on can lose it, and
 * tries to send it. What comes back as `waiting` is tried again by itself.
 *
 * A message that says the same as one that waits is that one: it keeps its key, under which the
 * server takes it once. A corrected message takes the place of the one that it was made of.
 *
 * @param replaces the key of the waiting message that was corrected, or null
 * @param onKept hears the key as soon as the message is on the disk
 */
export async function sendInquiry(
  body: InquiryDraft,
  { replaces, onKept }: { replaces: string | null; onKept: (key: string) => void },
): Promise<SendResult> {
  const same = (await unsentInquiries()).find(
    (entry) => !entry.problem && saysTheSame(entry.body, body),
  );
  const key = same?.key ?? (await keepEntry({ path: sendInquiryCall.path, body }));
  onKept(key);
  if (replaces && replaces !== key) await dropEntry(replaces);
  return sendEntry(key);
}

/** The inquiries that the server has not taken, oldest first; a `problem` says why it will not. */
export async function unsentInquiries(): Promise<WaitingInquiry[]> {
  return (await unsentEntries()).filter(isInquiry);
}

/** True for an inquiry; the outbox also holds visits. Only sendInquiry() writes under this path. */
export function isInquiry(entry: VisitorEntry): entry is WaitingInquiry {
  return entry.path === sendInquiryCall.path;
}
