import { Dexie, type Table, type TransactionMode } from 'dexie';
import { newId } from '#contract/fields/ids.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { perMirror } from '#pwa/local/database/per-mirror.ts';
import {
  type ListName,
  PAGE_TABLES,
  type Page,
  type Rows,
  type SeenRow,
  type VersionedRow,
} from '#pwa/local/database/rows.ts';
import { isErased } from './forget-records.ts';
import { byRecord, differing, foldAll, newestFirst } from './overlay.ts';
import { isOlder, later, sumOf, timeIn } from './page-order.ts';
import { SharedTexts } from './shared-texts.ts';

/** Rows of a page at most. One value of this size costs hardly more than one row. */
const PAGE_SIZE = 250;

/** A row as the server gave it, in the form in which screens show it. */
type Untouched<Row> = Row & { waiting: null };

/** The state of a page whose rows are in memory. */
interface Known<Id> {
  id: string;
  generation: number;
  /** The rows of the page, newer copies elsewhere or not. */
  ids: Id[];
  /** How many of them have no newer copy in another page. */
  live: number;
}

interface Held<List extends ListName> {
  row: Untouched<Rows[List]>;
  page: Known<IdIn<List>>;
}

type IdIn<List extends ListName> = Rows[List]['id'];

/** What the server said about some rows of a list. */
interface RowChanges {
  /** The number of the full pull that they belong to. */
  generation: number;
  /** Rows of this list; rows that are not newer than the stored ones are left out. */
  rows?: readonly VersionedRow[];
  /** The ids of rows that are deleted. One of `rows` is not: it was read later. */
  gone?: readonly VersionedRow['id'][];
  /** The revision at which they were gone: a copy with a higher version is of a record that was made again. */
  asOf?: number;
}

/**
 * All rows of one list that the server gave: on the disk in pages, and in memory. A page never changes;
 * what changes its rows writes another page with an id that is never used again, in one transaction. Of
 * several copies of a row the one of the newest full pull counts, and of that the highest version.
 *
 * Each read compares the ids of the pages on the disk with those in memory, and loads only pages that are
 * new. So what another tab wrote is seen by the next read, whatever this one has missed.
 */
export class MirroredList<List extends ListName> {
  readonly #mirror: Mirror;
  readonly #list: List;
  readonly #table: Table<Page<Rows[List]>, string>;
  readonly #pages = new Map<string, Known<IdIn<List>>>();
  readonly #rows = new Map<IdIn<List>, Held<List>>();
  readonly #texts = new SharedTexts();
  /** The rows that have changed since `#seen` was made, of these queued changes. */
  #changed: Set<IdIn<List>> | 'all' = 'all';
  #seen: readonly SeenRow<List>[] = [];
  #entries: readonly OutboxEntry[] = [];
  #lanes = new Map<IdIn<List>, OutboxEntry[]>();
  #isWarm = false;
  #warming: PromiseLike<unknown> | null = null;

  private constructor(mirror: Mirror, list: List) {
    this.#mirror = mirror;
    this.#list = list;
    this.#table = pagesOf(mirror, list);
  }

  /** The only instance of a list of this mirror. */
  static of<List extends ListName>(mirror: Mirror, list: List): MirroredList<List> {
    const known = listsOf(mirror);
    const one = known.get(list) ?? new MirroredList(mirror, list);
    known.set(list, one);
    // Put there under its own name.
    return one as MirroredList<List>;
  }

  /** Loads all rows, once; null when that is done. Not to be called in a transaction. */
  warm(): PromiseLike<unknown> | null {
    if (this.#isWarm) return null;
    this.#warming ??= this.#mirror
      .transaction('r', this.#table, async () => this.read())
      .finally(() => {
        this.#warming = null;
      });
    return this.#warming;
  }

  /**
   * Brings the memory up to date with the disk. Call it in a transaction on the pages; until that ends,
   * the other members tell what this transaction sees, and a live query follows every write.
   *
   * @param isEnough whether the pages loaded so far are enough; given the id of the next page,
   *   which begins with the time of its newest row. Pages are loaded by that time, newest first.
   * @returns whether all rows are in memory
   */
  async read(isEnough?: (others: string) => boolean): Promise<boolean> {
    const ids = await this.#table.toCollection().primaryKeys();
    const isPart = isEnough !== undefined && !this.#isWarm;
    if (isPart) this.#keepOnly(ids);
    for (;;) {
      const missing = ids.filter((id) => !this.#pages.has(id)).reverse();
      const [next] = missing;
      if (next === undefined) {
        this.#keepOnly(ids);
        this.#isWarm = this.#pages.size === ids.length;
        if (this.#isWarm) return true;
      } else {
        if (isPart && isEnough(next)) return false;
        const wanted = isPart ? [next] : missing;
        for (const page of await Promise.all(wanted.map((id) => this.#load(id)))) this.#add(page);
      }
    }
  }

  /** @param first the full pull from which on rows count */
  get(id: IdIn<List>, first = 0): Untouched<Rows[List]> | undefined {
    const loaded = this.#rows.get(id);
    return loaded && loaded.page.generation >= first ? loaded.row : undefined;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** False while rows are missing because their page cannot be read. */
  get isReadable(): boolean {
    return [...this.#pages.values()].every(({ generation }) => generation !== UNREADABLE);
  }

  *rows(): Iterable<Untouched<Rows[List]>> {
    for (const { row } of this.#rows.values()) yield row;
  }

  /**
   * All rows as the person sees them, newest first: only those that changed since the last time are
   * folded, and the array is the same if there are none. Call it in `withLists` of the list.
   *
   * @param entries the outbox, as it is read in the same transaction
   */
  seen(entries: readonly OutboxEntry[]): readonly SeenRow<List>[] {
    const list = this.#list;
    const before = this.#lanes;
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.#lanes = byRecord(list, entries);
    }
    const lanes = this.#lanes;
    const changed = this.#changed;
    this.#changed = new Set();
    if (changed === 'all') {
      this.#seen = foldAll(list, this.rows(), lanes);
      return this.#seen;
    }
    const touched = new Set([...changed, ...differing(before, lanes)]);
    if (touched.size === 0) return this.#seen;
    const rows = [...touched].flatMap((id) => this.get(id) ?? []);
    const fresh = foldAll(list, rows, new Map([...lanes].filter(([id]) => touched.has(id))));
    const unchanged = this.#seen.filter(({ id }) => !touched.has(id));
    this.#seen = newestFirst(list, [...fresh, ...unchanged]);
    return this.#seen;
  }

  /**
   * Writes changes. What is deleted, or was of a person who is erased, leaves no copy. Call it after
   * `read` in the same transaction.
   */
  async write({ generation, rows = [], gone = [], asOf = Infinity }: RowChanges): Promise<void> {
    // The caller has read them as rows of this list.
    const fresh = this.#newer(rows as readonly Rows[List][], generation);
    const read = new Set(rows.map(({ id }) => id));
    const isGone = new Set(gone.filter((id) => !read.has(id) && !this.#has(id, generation, asOf)));
    const erased = rows.filter(isErased).map(({ id }) => id);
    const old = this.#toRewrite(generation, fresh.size, new Set([...gone, ...erased]));
    const written = new Map<number, Rows[List][]>([[generation, [...fresh.values()]]]);
    for (const page of old) {
      const unchanged = written.get(page.generation) ?? [];
      written.set(page.generation, unchanged);
      for (const id of page.ids) {
        const loaded = this.#rows.get(id);
        if (loaded?.page === page && !fresh.has(id) && !isGone.has(id))
          unchanged.push(stored(loaded.row));
      }
    }
    const pages = [...written].flatMap(([of, all]) => this.#inPages(of, all));
    if (old.length > 0) await this.#table.bulkDelete(old.map(({ id }) => id));
    if (pages.length > 0) await this.#table.bulkAdd(pages);
    for (const page of pages) this.#add(page);
    this.#forget(old);
  }

  /** Removes rows, as `write` does. */
  remove(ids: readonly IdIn<List>[]): Promise<void> {
    return this.write({ generation: 0, gone: ids });
  }

  /** The ids of the rows that are left of earlier full pulls. Call it after `read` in the same transaction. */
  leftBefore(generation: number): IdIn<List>[] {
    return this.#pagesBefore(generation).flatMap((page) =>
      page.ids.filter((id) => this.#rows.get(id)?.page === page),
    );
  }

  /** Removes these rows. Returns their ids. */
  async sweep(generation: number): Promise<IdIn<List>[]> {
    const ids = this.leftBefore(generation);
    const old = this.#pagesBefore(generation);
    await this.#table.bulkDelete(old.map(({ id }) => id));
    this.#forget(old);
    return ids;
  }

  #pagesBefore(generation: number): Known<IdIn<List>>[] {
    return [...this.#pages.values()].filter((page) => page.generation < generation);
  }

  /** Whether the copy that counts is of this full pull, with a version above `asOf`. */
  #has(id: IdIn<List>, generation: number, asOf: number): boolean {
    const loaded = this.#rows.get(id);
    return loaded?.page.generation === generation && loaded.row.version > asOf;
  }

  #newer(rows: readonly Rows[List][], generation: number): Map<IdIn<List>, Rows[List]> {
    const newer = new Map<IdIn<List>, Rows[List]>();
    for (const row of rows) {
      const loaded = this.#rows.get(row.id);
      const other = newer.get(row.id);
      if (loaded && !isOlder(loaded, generation, row.version)) continue;
      if (!other || other.version < row.version) newer.set(row.id, row);
    }
    return newer;
  }

  /**
   * The pages that a write of `count` rows replaces: those with a row that must leave no copy, those
   * with mostly outdated rows, and small ones, so that many small writes do not leave many small pages.
   */
  #toRewrite(generation: number, count: number, ids: ReadonlySet<IdIn<List>>): Known<IdIn<List>>[] {
    const pages = [...this.#pages.values()].sort((one, other) => one.live - other.live);
    const old = pages.filter((page) => ids.size > 0 && page.ids.some((id) => ids.has(id)));
    if (count === 0) return old;
    let total = count;
    for (const page of pages) {
      if (page.generation !== generation || old.includes(page)) continue;
      const isSmall = page.live <= total && total + page.live <= PAGE_SIZE;
      if (!isSmall && page.live * 2 >= page.ids.length) continue;
      total += page.live;
      old.push(page);
    }
    return old;
  }

  #inPages(generation: number, rows: Rows[List][]): Page<Rows[List]>[] {
    const timeOf = (row: Rows[List]) => timeIn(this.#list, row);
    rows.sort((one, other) => later(timeOf(other), timeOf(one)));
    const pages: Page<Rows[List]>[] = [];
    for (let at = 0; at < rows.length; at += PAGE_SIZE) {
      const some = rows.slice(at, at + PAGE_SIZE);
      const [newest] = some;
      const id = `${newest ? timeOf(newest) : ''} ${newId()}`;
      pages.push({ id, generation, rows: some, sum: sumOf(some, generation) });
    }
    return pages;
  }

  /** A page that cannot be read counts as empty: the next pull finds that its rows are missing. */
  #load(id: string): PromiseLike<Page<Rows[List]>> {
    const unreadable = { id, generation: UNREADABLE, rows: [] };
    return this.#table.get(id).then(
      (page) => (page && isUndamaged(page) ? page : unreadable),
      (error: unknown) => {
        console.warn(error);
        return unreadable;
      },
    );
  }

  #add({ id, generation, rows }: Page<Rows[List]>): void {
    if (this.#pages.has(id)) return;
    const page: Known<IdIn<List>> = { id, generation, ids: rows.map((row) => row.id), live: 0 };
    this.#pages.set(id, page);
    for (const row of rows) {
      const loaded = this.#rows.get(row.id);
      const isSame = loaded?.page.generation === generation && loaded.row.version === row.version;
      if (loaded && !isSame && !isOlder(loaded, generation, row.version)) continue;
      page.live += 1;
      if (loaded) loaded.page.live -= 1;
      // A row that has only moved keeps its derived object.
      if (loaded && isSame) loaded.page = page;
      else this.#rows.set(row.id, { row: this.#untouched(row), page });
      if (!isSame) this.#note(row.id);
    }
  }

  #untouched(row: Rows[List]): Untouched<Rows[List]> {
    const shown = { ...row, waiting: null };
    this.#texts.share(shown);
    return shown;
  }

  #keepOnly(ids: readonly string[]): void {
    const wanted = new Set(ids);
    this.#forget([...this.#pages.values()].filter(({ id }) => !wanted.has(id)));
  }

  #forget(pages: readonly Known<IdIn<List>>[]): void {
    const lost = new Set<IdIn<List>>();
    for (const page of pages) {
      this.#pages.delete(page.id);
      for (const id of page.ids) {
        if (this.#rows.get(id)?.page !== page) continue;
        this.#rows.delete(id);
        this.#note(id);
        lost.add(id);
      }
    }
    if (lost.size === 0) return;
    // An older copy of a lost row counts now: its page is loaded again.
    for (const { id, ids } of this.#pages.values()) {
      if (ids.some((each) => lost.has(each))) this.#pages.delete(id);
    }
  }

  #note(id: IdIn<List>): void {
    if (this.#changed !== 'all') this.#changed.add(id);
  }
}

/**
 * Works on lists in one transaction, in which all their rows are in memory.
 *
 * @param tables other tables of the transaction
 */
export function withLists<Result>(
  mirror: Mirror,
  mode: TransactionMode,
  { lists: names, tables }: { lists: readonly ListName[]; tables: readonly Table[] },
  work: () => PromiseLike<Result>,
): Promise<Result> {
  const wanted = names.map((list) => MirroredList.of(mirror, list));
  const pages = names.map((list) => pagesOf(mirror, list));
  // Simultaneous readers load the rows once. It is Dexie's own promise, because a live query does not
  // track reads behind a native one.
  return Dexie.Promise.all(wanted.map((list) => list.warm())).then(() =>
    mirror.transaction(mode, [...pages, ...tables], async () => {
      for (const list of wanted) await list.read();
      return work();
    }),
  );
}

/** The table with the pages of a list. */
export function pagesOf<List extends ListName>(
  mirror: Mirror,
  list: List,
): Table<Page<Rows[List]>, string> {
  return mirror.table(PAGE_TABLES[list]);
}

const listsOf = perMirror(() => new Map<ListName, object>());

/** False for a page that the disk has cut, or in which it has changed a version or the generation. */
function isUndamaged({ generation, rows, sum }: Page<VersionedRow>): boolean {
  const found = sumOf(rows, generation);
  return found === (sum ?? found);
}

/** The generation of a page that cannot be read; the next full pull removes it. */
const UNREADABLE = -1;

function stored<Row>({ waiting: _, ...row }: Untouched<Row>): Row {
  // Only the additions for the screens are gone.
  return row as Row;
}
