import { COPIES_AT_ONCE, type OfferedCopies, offerCopies } from '#contract/backups/copies.ts';
import { bytesOf } from '#contract/fields/fields.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { KeptCopy } from '#pwa/local/database/rows.ts';
import { readFailure } from './after-failure.ts';

/** Bytes of the copies in one call: on a bad connection it ends, too. */
const ROOM = 300_000;

/**
 * Offers the server what it may have lost by a restored backup (keep-copies.ts), call by call. What it refuses is
 * forgotten: the person has lost the right. Throws what `call` throws if it must be tried again.
 */
export async function giveBack(mirror: Mirror, signal: AbortSignal): Promise<void> {
  const { copies, userId } = mirror;
  for (;;) {
    const next = fitting(
      await reopening(mirror, () => copies.orderBy(':id').limit(COPIES_AT_ONCE).toArray()),
    );
    if (next.length === 0) return;
    try {
      await call(offerCopies, { body: bodyOf(next), sentFor: userId, signal });
    } catch (error) {
      if (readFailure(error, Date.now())?.verdict !== 'refused') throw error;
    }
    await reopening(mirror, () => copies.bulkDelete(next.map(({ id }) => id)));
  }
}

/** Those of one database that fit into one call; one at least. */
function fitting(copies: readonly KeptCopy[]): readonly KeptCopy[] {
  let room = ROOM;
  const end = copies.findIndex(({ epoch, value }, at) => {
    room -= bytesOf(value);
    return at > 0 && (room < 0 || epoch !== copies[0]?.epoch);
  });
  return end < 0 ? copies : copies.slice(0, end);
}

function bodyOf(copies: readonly KeptCopy[]): OfferedCopies {
  const of = (part: KeptCopy['part']) =>
    copies.filter((copy) => copy.part === part).map(({ value }) => value);
  const [{ epoch } = { epoch: '' }] = copies;
  const parts = ['gone', 'campaigns', 'contacts', 'applications', 'history'] as const;
  // Rows are what the server gave, by the schemas of the contract.
  return { epoch, ...Object.fromEntries(parts.map((part) => [part, of(part)])) } as OfferedCopies;
}
