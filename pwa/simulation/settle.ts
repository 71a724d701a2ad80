/** Tasks that are queued and have not run. */
let queued = 0;
const turn = setImmediate;

/**
 * Starts to count the tasks of this process. fake-indexeddb queues each of its steps by `setImmediate`,
 * so the count says whether anything still runs.
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

/** Resolves when no task is queued and `busy` is false. */
export async function settle(busy: () => boolean): Promise<void> {
  for (let still = 0; still < 2; still += 1) {
    await new Promise((resolve) => turn(resolve));
    if (queued > 0 || busy()) still = -1;
  }
}
