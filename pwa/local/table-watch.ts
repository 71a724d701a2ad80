import { Dexie, type IntervalTree, type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie';

/**
 * Tells whether a table was written to, in this tab or any other, so that what is kept of it in
 * memory is read again only then. It hears of a write before a live query does.
 */
export class TableWatch {
  readonly #part: string;
  #writes = 1;

  /** @param isTold which writes count, by the keys that were written; all of them unless told */
  constructor(
    database: string,
    table: string,
    isTold: (keys: IntervalTree) => boolean = () => true,
  ) {
    this.#part = `idb://${database}/${table}/`;
    const self = new WeakRef(this);
    const hear = (parts: ObservabilitySet): void => {
      const watch = self.deref();
      if (watch) watch.#hear(parts, isTold);
      else Dexie.on.storagemutated.unsubscribe(hear);
    };
    Dexie.on('storagemutated', hear);
  }

  /** How many writes there were so far; never 0. */
  get writes(): number {
    return this.#writes;
  }

  #hear(parts: ObservabilitySet, isTold: (keys: IntervalTree) => boolean): void {
    // A page that was frozen does not know what it missed.
    const keys = parts[this.#part] ?? parts.all;
    if (keys && isTold(keys)) this.#writes += 1;
  }
}

/** Whether some of these keys are numbers up to `last`. */
export function reachDownTo(last: number, keys: IntervalTree): boolean {
  return rangesOverlap(keys, new RangeSet(Number.NEGATIVE_INFINITY, last));
}
