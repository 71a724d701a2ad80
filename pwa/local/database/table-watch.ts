import { Dexie, type IntervalTree, type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie';

/**
 * Counts the writes to a table, in this tab or any other, so that a cache reads the table again only
 * after one. It hears of a write before a live query does.
 */
export class TableWatch {
  readonly #part: string;
  #writes = 1;

  /** @param counts which writes count, by the written keys; all by default */
  constructor(
    database: string,
    table: string,
    counts: (keys: IntervalTree) => boolean = () => true,
  ) {
    this.#part = `idb://${database}/${table}/`;
    const self = new WeakRef(this);
    const hear = (parts: ObservabilitySet): void => {
      const watch = self.deref();
      if (watch) watch.#hear(parts, counts);
      else Dexie.on.storagemutated.unsubscribe(hear);
    };
    Dexie.on('storagemutated', hear);
  }

  /** The number of writes so far, starting at 1. */
  get writes(): number {
    return this.#writes;
  }

  #hear(parts: ObservabilitySet, counts: (keys: IntervalTree) => boolean): void {
    // `all` comes after a freeze, when the missed writes are unknown.
    const keys = parts[this.#part] ?? parts.all;
    if (keys && counts(keys)) this.#writes += 1;
  }
}

/** Whether some of these keys are numbers up to `last`. */
export function reachDownTo(last: number, keys: IntervalTree): boolean {
  return rangesOverlap(keys, new RangeSet(Number.NEGATIVE_INFINITY, last));
}
