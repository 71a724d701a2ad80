import { isKnown } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { type After, dueAt } from './after-failure.ts';

/**
 * The changes of an outbox by record. The changes of a lane go in order, and after the changes of
 * other lanes that they depend on. A refused change, or one that waits for its retry, stops its lane
 * and no other.
 */
export class Lanes {
  readonly #lanes = new Map<string, OutboxEntry[]>();
  readonly #present = new Set<string>();
  /** How many changes of a lane are in flight. */
  readonly #taken = new Map<string, number>();
  readonly #stopped = new Set<string>();

  /**
   * @param entries the whole outbox, oldest first
   * @param isDue whether a change that failed before may be retried
   */
  constructor(entries: readonly OutboxEntry[], isDue: (entry: OutboxEntry) => boolean) {
    this.add(entries);
    for (const [entity, [first]] of this.#lanes) {
      if (first && !isDue(first)) this.#stopped.add(entity);
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

  /** How many changes could be sent if all were accepted. */
  get ready(): number {
    let count = 0;
    for (const [entity, lane] of this.#lanes) {
      if (this.#stopped.has(entity)) continue;
      const stuck = lane.findIndex(isStuck);
      count += stuck < 0 ? lane.length : stuck;
    }
    return count;
  }

  /**
   * When the first failed change is retried, in milliseconds since 1970; null for none. A change is
   * not due before the one ahead of it in its lane.
   */
  nextTryAt(now: number): number | null {
    const due: number[] = [];
    for (const [first] of this.#lanes.values()) {
      if (!first || first.nextTryAt === 0) continue;
      if (this.#mayFollow(first, new Set())) due.push(dueAt(first, now));
    }
    return due.length > 0 ? Math.min(...due) : null;
  }

  /**
   * Takes up to `limit` changes to send together, in this order: lanes with the fewest tries first,
   * then the oldest. A lane is not taken again before all its changes are given back.
   */
  take(limit: number): OutboxEntry[] {
    const batch: OutboxEntry[] = [];
    const keys = new Set<string>();
    const blocked = new Set(this.#taken.keys());
    for (const entry of this.#candidates()) {
      if (batch.length === limit) break;
      if (blocked.has(entry.entity)) continue;
      if (!this.#mayFollow(entry, keys)) {
        blocked.add(entry.entity);
        continue;
      }
      batch.push(entry);
      keys.add(entry.key);
    }
    for (const { entity } of batch) this.#taken.set(entity, (this.#taken.get(entity) ?? 0) + 1);
    return batch;
  }

  /** Ends a `take` for one change. Call it in order for the changes of one lane. */
  giveBack(entry: OutboxEntry, after: After): void {
    const inFlight = (this.#taken.get(entry.entity) ?? 1) - 1;
    if (inFlight === 0) this.#taken.delete(entry.entity);
    else this.#taken.set(entry.entity, inFlight);
    if (after === 'stopped') this.#stopped.add(entry.entity);
    if (after !== 'gone') return;
    this.#present.delete(entry.key);
    const lane = this.#lanes.get(entry.entity) ?? [];
    this.#lanes.set(
      entry.entity,
      lane.filter(({ key }) => key !== entry.key),
    );
  }

  #candidates(): OutboxEntry[] {
    const lanes = [...this.#lanes].filter(([entity]) => !this.#stopped.has(entity));
    const ordered = lanes.flatMap(([, lane]) =>
      lane.map((entry) => ({ entry, tries: lane[0]?.tries ?? 0 })),
    );
    return ordered
      .sort((a, b) => a.tries - b.tries || a.entry.seq - b.entry.seq)
      .map(({ entry }) => entry);
  }

  #mayFollow(entry: OutboxEntry, earlier: ReadonlySet<string>): boolean {
    const { dependsOn, undoes } = entry;
    if (isStuck(entry) || (undoes && this.#present.has(undoes))) return false;
    return dependsOn === null || !this.#present.has(dependsOn) || earlier.has(dependsOn);
  }
}

/** Whether only a person, or a newer version of the app, can get a change moving again. */
function isStuck(entry: OutboxEntry): boolean {
  return entry.state === 'refused' || !isKnown(entry);
}
