/** Tasks that are queued and have not run. */
const tasks: (() => void)[] = [];
const turn = setImmediate;
let isPlanned = false;

/** Runs the microtasks and ticks that a task has left, as Node does after each. */
const { _tickCallback: runMicrotasks } = process as typeof process & { _tickCallback(): void };

/**
 * Takes over the tasks of this process (`setImmediate`). fake-indexeddb queues each of its steps as one: a
 * turn of Node's event loop for each would take longer than the step, and an empty queue says that
 * nothing runs any more.
 */
export function followTasks(): void {
  const later = (work: (...given: unknown[]) => void, ...given: unknown[]) => {
    tasks.push(given.length > 0 ? () => work(...given) : work);
    plan();
  };
  Object.assign(globalThis, { setImmediate: later });
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  turn(runTasks);
}

function runTasks(): void {
  try {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      task();
      runMicrotasks();
    }
  } finally {
    isPlanned = false;
    if (tasks.length > 0) plan();
  }
}

/** Resolves when no task and no microtask is left and `busy` is false. */
export async function settle(busy: () => boolean): Promise<void> {
  do {
    await new Promise<void>((resolve) => {
      turn(() => {
        runTasks();
        resolve();
      });
    });
  } while (busy() || tasks.length > 0);
}
