import type { HistoryEntry } from '#contract/applications.ts';
import type { Totals } from '#contract/delta.ts';
import { request } from '#pwa/api/request.ts';
import { firstParts } from '#pwa/lib/first-parts.ts';
import type { ListState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { perMirror } from '#pwa/local/database/per-mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { ListName, VersionedRow } from '#pwa/local/database/rows.ts';
import {
  blankState,
  hearOf,
  listState,
  listStateWithin,
  unsettle,
} from '#pwa/local/database/server-state.ts';
import { historyTotals, isTrimmed } from '#pwa/local/rows/history.ts';
import { fitsAgain } from '#pwa/local/rows/make-room.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';
import { settle } from '#pwa/sync/push/settle.ts';
import { PAGE, PULLS, pathOfPage, type Range, takeEarly, VERY_FIRST_PAGE } from './first-pages.ts';
import { storePage } from './store-page.ts';

/** Rows of a page after one that came within QUICK milliseconds. */
const LARGEST_PAGE = 2_000;
const QUICK = 1_000;

/** One answer of the delta protocol (contract/delta.ts), of any list. */
interface Page {
  rows: VersionedRow[];
  history?: HistoryEntry[];
  epoch: string;
  revision: number;
  reset: boolean;
  count?: number | undefined;
  gone: (string | number)[];
  next: number | null;
  totals: ListTotals | null;
}

type Tail = NonNullable<ListState['tail']>;

/** The server's database was replaced during a pull: its pages do not belong together. */
class Replaced extends Error {}

/**
 * Brings one list of the mirror up to date: everything that changed after the last pull, newest
 * first, page by page, then what an interrupted pull had left. Every page is stored as it comes, so
 * nothing is asked for twice. The caller makes sure that one pull of a list runs at a time.
 *
 * After a reset the old rows stay until the last page has come; then rows that were in no page are
 * removed. A mirror that does not match the server's checksums is pulled afresh, once. Then, if every page
 * here can be read, and when the server's revision is lower than the one known here, the server may have
 * lost its last changes: the phone asks which, as after a restore. History that made room on a full device is pulled with everything else
 * once it fits again.
 * Throws what `request` throws; the outbox is never touched.
 */
export async function pull(mirror: Mirror, list: ListName, signal: AbortSignal): Promise<void> {
  try {
    const state = await listState(mirror, list);
    const isToFill = list === 'applications' && state.tail === null && (await fitsAgain(mirror));
    const one = new Pull(mirror, list, state, signal);
    await (isToFill ? one.fromStart() : one.run());
    if (await one.isWhole()) return;
    console.warn(`${list} are read again.`);
    // A page that cannot be read was lost here.
    if (MirroredList.of(mirror, list).isReadable) await one.doubtServer();
  } catch (error) {
    if (!(error instanceof Replaced)) throw error;
  }
  const { syncedAt } = await listState(mirror, list);
  // The rows of the last whole pull stay on screen until the last page has come.
  await new Pull(mirror, list, { ...blankState(list), syncedAt }, signal).fromStart();
}

/** The lists that were pulled afresh and have not matched since: a second repair would not help. */
const repairedIn = perMirror(() => new Set<ListName>());

class Pull {
  readonly #mirror: Mirror;
  readonly #list: ListName;
  readonly #signal: AbortSignal;
  #state: ListState;
  /** Rows of the next page. */
  #limit: number;
  /** The server's checksums at the revision that this pull has reached. */
  #totals: ListTotals | null = null;

  constructor(mirror: Mirror, list: ListName, state: ListState, signal: AbortSignal) {
    this.#mirror = mirror;
    this.#list = list;
    this.#state = state;
    this.#signal = signal;
    this.#limit = state.epoch === null ? VERY_FIRST_PAGE : PAGE;
  }

  async run(): Promise<void> {
    const { tail, cursor, epoch } = this.#state;
    const since = tail ? tail.until : cursor;
    if (since === 0 && epoch !== null) return this.fromStart();
    const first = await this.#page({ since }, true);
    if (first.reset && since > 0) await this.#startAgain(first, since);
    else if (tail) await this.#resume(first, tail);
    else await this.#follow(first, since);
  }

  /** False if the mirror does not match the server's checksums and was not repaired before. */
  async isWhole(): Promise<boolean> {
    if (!this.#totals) return true;
    const known = repairedIn(this.#mirror);
    const isWhole = await matchesChecksums(this.#mirror, this.#state, this.#totals);
    const wasRepaired = known.has(this.#list);
    if (isWhole) known.delete(this.#list);
    else known.add(this.#list);
    return isWhole || wasRepaired;
  }

  /** The server may lack changes that it has accepted: they are offered again. */
  async doubtServer(): Promise<void> {
    await reopening(this.#mirror, () => unsettle(this.#mirror, this.#state.epoch));
  }

  /**
   * Pulls everything over an older mirror. This pull has its number before its first page is asked for: an answer that
   * comes before that page belongs to this pull, and stands against an older copy in the page.
   *
   * @param isOther of a server without its last changes, as after a restore
   */
  async fromStart({ isOther = false } = {}): Promise<void> {
    const { epoch, generation, first } = await this.#numbered(this.#state.epoch, isOther);
    const page = await this.#page({ since: 0 });
    const isReplaced = page.epoch !== epoch;
    if (isOther || (isReplaced && epoch !== null)) await this.#settle(page.epoch);
    this.#state = {
      ...this.#state,
      cursor: 0,
      tail: null,
      generation,
      first: isReplaced ? generation : first,
    };
    await this.#follow(page, 0);
  }

  /** The server cannot go on from where this phone is: it has sent a page from the start instead. */
  async #startAgain(first: Page, since: number): Promise<void> {
    const isBehind = first.epoch === this.#state.epoch && first.revision < since;
    if (isBehind) await this.doubtServer();
    this.#state = { ...this.#state, epoch: first.epoch };
    this.#limit = PAGE;
    await this.fromStart({ isOther: isBehind });
  }

  /**
   * Gives a pull from the start its number. Changes that were sent to a replaced database stay queued. From now on no
   * copy from before stands against an answer of another server: its revisions may be lower.
   */
  #numbered(epoch: string | null, isOther: boolean): Promise<ListState> {
    const mirror = this.#mirror;
    return reopening(mirror, () =>
      mirror.transaction('rw', mirror.meta, async () => {
        const state = await listStateWithin(mirror, this.#list);
        const generation = state.generation + 1;
        const start = isOther && { cursor: 0, tail: null, first: generation };
        const numbered = { ...state, generation, ...start };
        await mirror.meta.put(numbered);
        if (epoch !== null) await hearOf(mirror, epoch);
        return numbered;
      }),
    );
  }

  /** Before the pages of another database replace the rows here, what that one may have lost is kept. */
  async #settle(epoch: string): Promise<void> {
    const mirror = this.#mirror;
    await reopening(mirror, () =>
      mirror.transaction('rw', mirror.meta, async () => hearOf(mirror, epoch)),
    );
    await settle(mirror, this.#signal);
  }

  /** A pull from its first page on; each page moves the tail down, the last one the cursor up. */
  async #follow(first: Page, since: number): Promise<void> {
    const { revision: until, count: of } = first;
    this.#state = { ...this.#state, epoch: this.#state.epoch ?? first.epoch };
    for await (const page of this.#pages({ since }, first)) {
      await this.#keepPart(page, { since, until, of });
    }
  }

  /** First the rows that are new since the interrupted pull, then the rows that it had left. */
  async #resume(first: Page, tail: Tail): Promise<void> {
    const risen = await this.#keepNew(first, tail);
    const { since, before } = tail;
    for await (const page of this.#pages({ since, before }, await this.#page({ since, before }))) {
      await this.#keepPart(page, risen);
    }
  }

  /** Stores the rows that are new since the first page of a pull. With the last of them the tail's `until` rises. */
  async #keepNew(first: Page, tail: Tail): Promise<Tail> {
    const risen = { ...tail, until: first.revision };
    for await (const page of this.#pages({ since: tail.until }, first)) {
      await this.#keep(page, page.next === null ? { ...this.#state, tail: risen } : this.#state);
    }
    return risen;
  }

  /**
   * Keeps a page of a pull. Before the last one of the whole list come the rows that have changed meanwhile: no page has
   * them, and a row in no page is removed.
   */
  async #keepPart(page: Page, { since, until, of }: Omit<Tail, 'before'>): Promise<void> {
    let { tail } = this.#state;
    let isCurrent = page.next !== null || since > 0 || page.revision === until;
    while (!isCurrent && tail) {
      const first = await this.#page({ since: tail.until });
      tail = await this.#keepNew(first, tail);
      isCurrent = first.next === null;
    }
    const after: ListState =
      page.next === null
        ? { ...this.#state, cursor: tail?.until ?? until, tail: null, syncedAt: Date.now() }
        : { ...this.#state, tail: { since, until, of, before: page.next } };
    await this.#keep(page, after);
  }

  /** All pages of a range; the next one is fetched while one is written. */
  async *#pages(range: Range, first: Page): AsyncGenerator<Page> {
    let page = first;
    for (;;) {
      if (page.epoch !== this.#state.epoch) throw new Replaced('The database was replaced.');
      if (page.next === null) {
        yield page;
        return;
      }
      const coming = this.#page({ ...range, before: page.next });
      // Awaited below; until then its rejection must not count as unhandled.
      coming.catch(() => undefined);
      yield page;
      page = await coming;
    }
  }

  /** @param isOpening whether it is what this pull asks first, and may have come before: any other must be newer */
  async #page(range: Range, isOpening = false): Promise<Page> {
    const path = pathOfPage(this.#list, range, this.#state.epoch, this.#limit);
    const isFirst = this.#state.epoch === null && range.before === undefined;
    const [{ page, isQuick }] = await Promise.all([
      this.#ask(path, isOpening),
      isFirst && firstParts(),
    ]);
    this.#limit = isQuick && !isFirst ? LARGEST_PAGE : PAGE;
    // Parsed by the endpoint's own schema; Page is what all lists share.
    return page as Page;
  }

  /** A page that came early says nothing about the connection. */
  async #ask(path: string, isOpening: boolean): Promise<{ page: unknown; isQuick: boolean }> {
    const mirror = this.#mirror;
    const early = isOpening && (await takeEarly(mirror, path));
    if (early) return { page: early, isQuick: false };
    const askedAt = performance.now();
    const { method, reply } = PULLS[this.#list];
    const sentFor = mirror.userId;
    const page = await request({ method, path, reply, sentFor, signal: this.#signal });
    return { page, isQuick: performance.now() - askedAt <= QUICK };
  }

  async #keep(page: Page, after: ListState): Promise<void> {
    await storePage(this.#mirror, { state: this.#state, after, signal: this.#signal }, page);
    this.#state = after;
    if (after.tail === null && page.revision === after.cursor) this.#totals = page.totals;
  }
}

/** The server's checksums of a list, by `rows` and `history` (contract/delta.ts). */
type ListTotals = Record<string, Totals>;

/**
 * Whether the mirror of a completely pulled list matches the server's checksums of the same revision.
 * True without a check when an answer to a change is ahead of the pull.
 */
function matchesChecksums(
  mirror: Mirror,
  { key, cursor }: ListState,
  totals: ListTotals,
): Promise<boolean> {
  const { historyPages, meta } = mirror;
  return reopening(mirror, () =>
    withLists(mirror, 'r', { lists: [key], tables: [historyPages, meta] }, async () => {
      const list = MirroredList.of(mirror, key);
      let sum = 0;
      for (const { version } of list.rows()) {
        if (version > cursor) return true;
        sum += version;
      }
      if (totals.rows && !isSame(totals.rows, { count: list.size, sum })) return false;
      // Entries that were deleted to free space are missing on purpose.
      if (!totals.history || (await isTrimmed(mirror))) return true;
      return isSame(totals.history, await historyTotals(mirror));
    }),
  );
}

function isSame(one: Totals, other: Totals): boolean {
  return one.count === other.count && one.sum === other.sum;
}
