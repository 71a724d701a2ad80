/** Tasks that somebody has queued and that have not run yet. */
let queued = 0;
const turn = setImmediate;

/**
 * From now on knows of every task of this process: the fake IndexedDB queues each of its steps by
 * `setImmediate`, so what is queued tells whether anything still moves.
 */
export function followTasks(): void {
  const counted = (work: (...given: unknown[]) => void, ...given: unknown[]) => {
    queued += 1;
    return turn(() => {
      queued -= 1;
      work(...given);
    });
  };
  Object.assign(globalThis, { setImmediate: counted });
}

/** Resolves when nothing moves any more. `busy` tells of what moves otherwise. */
export async function settle(busy: () => boolean): Promise<void> {
  for (let still = 0; still < 2; still += 1) {
    await new Promise((resolve) => turn(resolve));
    if (queued > 0 || busy()) still = -1;
  }
}
