import { COPIES_AT_ONCE, type OfferedCopies, offerCopies } from '#contract/backups/copies.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { bytesOf } from '#contract/fields/fields.ts';
import { call } from '#pwa/api/call.ts';
import { knowsClock, serverNow } from '#pwa/lib/time/server-clock.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { KeptCopy } from '#pwa/local/database/rows.ts';
import { isSettled, serverState } from '#pwa/local/database/server-state.ts';
import { isErased } from '#pwa/local/rows/forget-records.ts';
import { readFailure } from './after-failure.ts';

/** Bytes of the copies in one call: on a bad connection it ends, too. */
const ROOM = 300_000;

/** How long copies are kept, in ms: as long as a server waits for a decision. */
const KEPT_FOR = 60 * 24 * 60 * 60_000;

/**
 * Offers the server what it may have lost by a restored backup (keep-copies.ts), call by call, and each later database once
 * more: what waits for an admin is lost with a database. What it refuses is forgotten: the person has lost the right.
 * Throws what `call` throws if it must be tried again.
 */
export async function giveBack(mirror: Mirror, signal: AbortSignal): Promise<void> {
  const { copies, meta, userId } = mirror;
  if (knowsClock())
    await reopening(mirror, () => mirror.transaction('rw', copies, async () => forgetOld(mirror)));
  for (;;) {
    const { state, next } = await reopening(mirror, () =>
      mirror.transaction('r', copies, meta, async () => readNext(mirror)),
    );
    const last = next.at(-1);
    if (!last || !isSettled(state)) return;
    const asked = call(offerCopies, { body: bodyOf(next), sentFor: userId, signal });
    const said = await asked.catch((error: unknown) => {
      if (readFailure(error, Date.now())?.verdict !== 'refused') throw error;
      return null;
    });
    await reopening(mirror, () =>
      mirror.transaction('rw', copies, meta, async () => {
        if (!said) return copies.bulkDelete(next.map(({ id }) => id));
        await forgetErased(mirror, said.erased);
        const now = await serverState(mirror);
        // Another tab was quicker, or the database was replaced meanwhile.
        if (now.epoch !== state.epoch || now.offered !== state.offered) return;
        await meta.put({ ...now, offered: last.id });
      }),
    );
  }
}

/** The next copies to offer, and to which database. */
async function readNext(mirror: Mirror) {
  const state = await serverState(mirror);
  const waiting = mirror.copies
    .where(':id')
    .above(state.offered ?? 0)
    .limit(COPIES_AT_ONCE);
  return { state, next: fitting(await waiting.toArray()) };
}

/** Ids rise with the time. */
async function forgetOld({ copies }: Mirror): Promise<void> {
  const oldest = serverNow() - KEPT_FOR;
  const first = await copies
    .orderBy(':id')
    .filter(({ at }) => at >= oldest)
    .first();
  await copies
    .where(':id')
    .below(first?.id ?? Number.POSITIVE_INFINITY)
    .delete();
}

/** Forgets what the server has erased; that a record was erased stays: a later database may not know it. */
function forgetErased(
  { copies }: Mirror,
  erased: ReplyOf<typeof offerCopies>['erased'],
): PromiseLike<unknown> {
  return copies
    .where('[list+record]')
    .anyOf(erased.map(({ list, id }) => [list, id]))
    .and(({ part, value }) => part !== 'gone' && !isErased(value))
    .delete();
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
