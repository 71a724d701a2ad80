/** What every system's page puts on `window.peer` for the benchmark to call. Times in milliseconds. */
export interface PeerPage {
  /** Whatever is not measured: a sign-in. Needs the network. */
  prepare(): Promise<void>;
  /** Fills an empty local store from the server and follows it on the screen. */
  pull(): Promise<Pulled>;
  /** Opens the local store and shows its newest rows, as after a cold start without the network. */
  open(): Promise<number>;
  /** Changes status and note of the first `count` rows on the screen; how long each took to be saved. */
  change(count: number, note: string): Promise<number[]>;
  /** Connects again; how long it took until all changes are on the server and the page knows it. */
  drain(): Promise<number>;
  /** How many of the changes with this note the local store holds. */
  saved(note: string): Promise<number>;
}

export interface Pulled {
  /** Until the first rows, and until 200 of them, were drawn. */
  firstRow: number;
  first200: number;
  /** Until the system said that all rows are there. */
  whole: number;
  count: number;
}

/** A row of the benchmark: an application as our server gives it, about 500 bytes of JSON. */
export interface Row {
  id: string;
  playerName: string;
  email: string;
  status: string;
  agentNotes: string | null;
  updatedAt: string;
  [field: string]: string | number | null;
}

/** Rows that a list shows. */
export const SHOWN = 200;

/** Draws rows as a list, and notes when the first of them and the last were on the screen. */
export class Screen {
  readonly #startedAt = performance.now();
  readonly #list = document.body.appendChild(document.createElement('ul'));
  #drawn: Promise<unknown> = Promise.resolve();
  firstRow = 0;
  first200 = 0;

  show(rows: readonly { id: string; playerName: string; status: string }[]): void {
    if (rows.length === 0) return;
    this.#list.replaceChildren(
      ...rows.map(({ playerName, status }) => {
        const item = document.createElement('li');
        item.textContent = `${playerName} ${status}`;
        return item;
      }),
    );
    this.#drawn = frame().then((at) => {
      this.firstRow ||= at - this.#startedAt;
      if (rows.length >= SHOWN) this.first200 ||= at - this.#startedAt;
    });
  }

  /** Resolves when what was shown last is drawn. */
  async drawn(): Promise<void> {
    await this.#drawn;
  }
}

/** The time after the next frame was drawn. */
function frame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
  });
}

/** How long `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Resolves when `done` does not answer false any more; asks every few milliseconds. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((later) => setTimeout(later, 4));
}
