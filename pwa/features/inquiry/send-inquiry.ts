import { newId } from '#contract/fields/ids.ts';
import { isForAnother } from '#contract/fields/inquiry-fields.ts';
import {
  correctInquiry,
  type InquiryDraft,
  sendInquiry as sendInquiryCall,
} from '#contract/inquiry.ts';
import { momentNow } from '#pwa/lib/time/server-clock.ts';
import {
  dropEntry,
  keepEntry,
  rewriteEntry,
  sendEntry,
  unsentEntries,
} from '#pwa/visitor/outbox.ts';
import { takeSharedClock } from '#pwa/visitor/shared-clock.ts';
import type { SendResult, VisitorEntry } from '#pwa/visitor/visitor-entry.ts';
import { saysTheSame } from './inquiry-text.ts';

/** An inquiry in the outbox of this device: queued or refused. */
export interface WaitingInquiry extends VisitorEntry {
  body: InquiryDraft;
}

/**
 * Stores an inquiry in the outbox, then sends it. A result of `waiting` is retried automatically.
 *
 * A message equal to a queued one reuses its idempotency key, so the server accepts it only once. So does a corrected
 * message: the earlier one has arrived, or may have although no answer came. Under another name of the writer or of the
 * player both are sent, because a parent may write for two children.
 *
 * @param replaces the message that was corrected, as it was sent before, or null
 * @param onStored called with the message once it is stored
 * @param newKey the key of a message that is not queued yet; a new one by default
 * @param isShared it is written on a device of the agent
 */
export async function sendInquiry(
  body: InquiryDraft,
  {
    replaces,
    onStored,
    newKey,
    isShared,
  }: {
    replaces: WaitingInquiry | null;
    onStored: (entry: WaitingInquiry) => void;
    newKey?: string | undefined;
    isShared?: true;
  },
): Promise<SendResult> {
  const unsent = await unsentInquiries();
  const same = unsent.find((entry) => !entry.problem && saysTheSame(entry.body, body));
  const earlier = unsent.find(({ key }) => key === replaces?.key) ?? replaces;
  const corrected = earlier && isOfSame(earlier.body, body) ? earlier : null;
  await takeSharedClock();
  const call = { path: sendInquiryCall.path, body, ...momentNow(), ...(isShared && { isShared }) };
  const rewritten = same ? null : corrected && rewrite(corrected, call);
  if (rewritten) await rewriteEntry(rewritten);
  const entry = same ?? rewritten ?? { key: await keepEntry(call, newKey), ...call };
  const { key } = entry;
  onStored(entry);
  if (corrected && corrected.key !== key) await dropEntry(corrected.key);
  return sendEntry(key, entry);
}

/** Whether two inquiries have one writer, and are not about different players. */
function isOfSame(one: InquiryDraft, other: InquiryDraft): boolean {
  const players = new Set([one, other].flatMap(playerIn));
  return one.name === other.name && players.size < 2;
}

/** Who has written for another player may not have named that one. */
function playerIn(body: InquiryDraft): string | [] {
  return body.playerName || (isForAnother(body) ? [] : body.name);
}

/** An inquiry with another text; null for a refused one, and without a private link to correct it by. */
function rewrite(
  { key, body: { linkToken }, problem, later = [] }: WaitingInquiry,
  { body, ...call }: { path: string; body: InquiryDraft },
): WaitingInquiry | null {
  if (problem || !linkToken) return null;
  const { linkToken: _, ...text } = body;
  const { method, path } = correctInquiry;
  const correction = {
    key: newId(),
    method,
    path,
    body: { playerName: null, ...text, token: linkToken },
  };
  return { key, ...call, body: { ...body, linkToken }, later: [...later, correction] };
}

/** Queued and refused inquiries, oldest first; a refused one has a `problem`. */
export async function unsentInquiries(): Promise<WaitingInquiry[]> {
  return (await unsentEntries()).filter(isInquiry);
}

/** True for an inquiry; the outbox also holds visits. Only sendInquiry() writes under this path. */
export function isInquiry(entry: VisitorEntry): entry is WaitingInquiry {
  return entry.path === sendInquiryCall.path;
}
