import { Dexie } from 'dexie';
import type { HistoryEntry } from '#contract/applications.ts';
import { forgetQuestionsAbout } from '#pwa/local/forget-questions.ts';
import { forgetRecords, isErased } from '#pwa/local/forget-records.ts';
import { makeRoom } from '#pwa/local/make-room.ts';
import type { ListState } from '#pwa/local/meta-state.ts';
import { type Mirror, tableOf } from '#pwa/local/mirror.ts';
import { isFull, reopening } from '#pwa/local/reopening.ts';
import type { ListName, VersionedRow } from '#pwa/local/rows.ts';
import { hearOf, isSettled, serverState } from '#pwa/local/server-state.ts';
import { newerThan } from './put-rows.ts';

/** Rows per transaction: a screen may have to wait for one. */
const CHUNK = 500;

/** What a page of a list changes in the mirror. */
interface PageContent {
  rows: VersionedRow[];
  history?: HistoryEntry[];
  gone: (string | number)[];
}

interface Position {
  /** How far the list has come before this page. */
  state: ListState;
  /** How far it has come with it. */
  after: ListState;
  /** Ends the writing between two chunks. */
  signal: AbortSignal;
}

/** Writes a page into the mirror in chunks; the last one also writes the state of the list. */
export async function storePage(
  mirror: Mirror,
  { state, after, signal }: Position,
  page: PageContent,
): Promise<void> {
  const { rows, history = [], gone } = page;
  const writer = new PageWriter(mirror, state);
  for (let at = 0; ; at += CHUNK) {
    signal.throwIfAborted();
    const isLast = at + CHUNK >= Math.max(rows.length, history.length);
    const chunk = {
      rows: rows.slice(at, at + CHUNK),
      history: history.slice(at, at + CHUNK),
      gone: at === 0 ? gone : [],
    };
    await writer.write(chunk, isLast ? after : null);
    if (isLast) return;
  }
}

class PageWriter {
  readonly #mirror: Mirror;
  readonly #list: ListName;
  readonly #state: ListState;

  constructor(mirror: Mirror, state: ListState) {
    this.#mirror = mirror;
    this.#list = state.key;
    this.#state = state;
  }

  /** On a full device the history makes room for the rows. */
  async write(chunk: Required<PageContent>, after: ListState | null): Promise<void> {
    try {
      await reopening(this.#mirror, () => this.#transaction(chunk, after));
    } catch (error) {
      if (!isFull(error)) throw error;
      await makeRoom(this.#mirror);
      await this.#transaction({ ...chunk, history: [] }, after);
    }
  }

  #transaction(chunk: Required<PageContent>, after: ListState | null): Promise<void> {
    const mirror = this.#mirror;
    const table = tableOf(mirror, this.#list);
    const { history, conflicts, fieldConflicts, acknowledged, meta } = mirror;
    const tables = [table, history, conflicts, fieldConflicts, acknowledged, meta];
    return mirror.transaction('rw', tables, async () => {
      await this.#remove(chunk.gone);
      const { generation } = this.#state;
      const newer = await this.#newerThanPull();
      // An answer to a change has put the others here already, as new or newer.
      const rows = chunk.rows.filter(({ id, version }) => version > (newer.get(id) ?? -1));
      await table.bulkPut(rows.map((row) => ({ ...row, generation })));
      // Also those that an answer has put here already.
      const erased = chunk.rows.filter(isErased).map(({ id }) => id);
      await forgetRecords(mirror, this.#list, erased);
      await mirror.history.bulkPut(chunk.history.map((entry) => ({ ...entry, generation })));
      if (!after) return;
      if (after.tail === null && this.#endsFullPull()) await this.#sweep(generation, after.epoch);
      await mirror.meta.put(after);
      if (after.epoch !== null) await hearOf(mirror, after.epoch);
    });
  }

  /**
   * The rows that an answer to a change has put here since this pull's first page was read. Nothing
   * else can be newer than a page.
   */
  #newerThanPull(): Promise<Map<string | number, number>> {
    const { generation, tail, cursor } = this.#state;
    return newerThan(this.#mirror, this.#list, tail?.until ?? cursor, generation);
  }

  /** Removes rows that the server has deleted; of an application also its history. */
  async #remove(gone: (string | number)[]): Promise<void> {
    if (gone.length === 0) return;
    const { history } = this.#mirror;
    await tableOf(this.#mirror, this.#list).bulkDelete(gone);
    await forgetRecords(this.#mirror, this.#list, gone);
    if (this.#list !== 'applications') return;
    for (const id of gone) {
      const ofOne = history.where('[applicationId+version]');
      await ofOne.between([id, Dexie.minKey], [id, Dexie.maxKey]).delete();
    }
  }

  /** True for a full pull over an older mirror: its last page removes what is left of that one. */
  #endsFullPull(): boolean {
    return this.#state.cursor === 0 && this.#state.generation > 1;
  }

  /**
   * Removes rows of an earlier full pull that were in no page of this one. After a restore their
   * accepted changes and drafts stay: a replay may bring the records back.
   */
  async #sweep(generation: number, epoch: string | null): Promise<void> {
    const { history } = this.#mirror;
    const table = tableOf(this.#mirror, this.#list);
    const isOld = (row: { generation?: number }) => (row.generation ?? 0) < generation;
    const old = await table.filter(isOld).primaryKeys();
    const server = await serverState(this.#mirror);
    if (isSettled(server) && server.epoch === epoch) await this.#remove(old);
    await table.bulkDelete(old);
    await forgetQuestionsAbout(this.#mirror, this.#list, old);
    if (this.#list === 'applications') await history.filter(isOld).delete();
  }
}
