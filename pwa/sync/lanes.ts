import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';

/**
 * The changes of an outbox by record. The first of each lane may be sent, if nothing that it depends
 * on is still in the outbox; a refused one, and one that waits for its next try, stops its lane and
 * no other.
 */
export class Lanes {
  readonly #lanes = new Map<string, OutboxEntry[]>();
  readonly #present = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #stopped = new Set<string>();

  /**
   * @param entries the whole outbox, oldest first
   * @param now what may be tried again: everything whose `nextTryAt` is not later
   */
  constructor(entries: readonly OutboxEntry[], { now }: { now: number }) {
    this.add(entries);
    for (const [entity, [first]] of this.#lanes) {
      if (first && first.nextTryAt > now) this.#stopped.add(entity);
    }
  }

  /** Changes that were queued later, oldest first. */
  add(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) {
      const lane = this.#lanes.get(entry.entity);
      if (lane) lane.push(entry);
      else this.#lanes.set(entry.entity, [entry]);
      this.#present.add(entry.key);
    }
  }

  /** How many changes could be sent if all went well. */
  get ready(): number {
    let count = 0;
    for (const [entity, lane] of this.#lanes) {
      if (this.#stopped.has(entity)) continue;
      const refused = lane.findIndex(({ state }) => state === 'refused');
      count += refused < 0 ? lane.length : refused;
    }
    return count;
  }

  /** The next change to send: of those that failed least often the oldest. */
  take(): OutboxEntry | undefined {
    let next: OutboxEntry | undefined;
    for (const [first] of this.#lanes.values()) {
      if (!first || !this.#mayGo(first)) continue;
      if (!next || first.tries < next.tries || (first.tries === next.tries && first.seq < next.seq))
        next = first;
    }
    if (next) this.#taken.add(next.entity);
    return next;
  }

  /** Gives a taken change back: it has left the outbox, or stops its lane. */
  put(entry: OutboxEntry, left: boolean): void {
    this.#taken.delete(entry.entity);
    if (!left) {
      this.#stopped.add(entry.entity);
      return;
    }
    this.#present.delete(entry.key);
    this.#lanes.get(entry.entity)?.shift();
  }

  #mayGo({ entity, state, dependsOn }: OutboxEntry): boolean {
    if (state === 'refused' || this.#taken.has(entity) || this.#stopped.has(entity)) return false;
    return dependsOn === null || !this.#present.has(dependsOn);
  }
}
