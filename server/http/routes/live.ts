import { PassThrough } from 'node:stream';
import { LIVE_SILENCE, type LiveEvent } from '#contract/live.ts';
import type { ChangeNotifier } from '#prisma/change-notifier.ts';
import type { CookieOfSession } from '#server/domain/accounts/session-cookies.ts';

/** Between two comments, in milliseconds: two may be late before a device gives the stream up. */
const HEARTBEAT = LIVE_SILENCE / 2.5;
/** Changes within this time, in milliseconds, make one event. */
const DEBOUNCE = 50;
/** A device with this many unread bytes is gone; it will connect again. */
const MOST_UNREAD = 16_384;

/** Open streams of one session. A browser needs one: its tabs share it. */
const MOST_PER_SESSION = 6;

/** What the streams depend on. */
export interface LiveSource {
  notifier: ChangeNotifier;
  /** The event of the current state. */
  read(): Promise<LiveEvent>;
  /** The cookies among these whose devices may still listen. */
  admitted(listening: readonly CookieOfSession[]): Promise<ReadonlySet<string>>;
}

/** The open streams of one process. All share one timer and one query. */
export class LiveStreams {
  readonly #source: LiveSource;
  readonly #streams = new Map<PassThrough, CookieOfSession>();
  #stopListening: (() => void) | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  #pending: NodeJS.Timeout | undefined;

  constructor(source: LiveSource) {
    this.#source = source;
  }

  /**
   * Opens a stream for a session, which lives as long as its cookie; it begins with an event. Beyond six streams of a session
   * the oldest one ends: it may be of a connection that is gone.
   */
  async open({ id, cookie }: CookieOfSession): Promise<PassThrough> {
    const first = await this.#source.read();
    const stream = new PassThrough();
    stream.write(`retry: 2000\n\n${eventOf(first)}`);
    if (this.#streams.size === 0) this.#start();
    this.#streams.set(stream, { id, cookie });
    this.#endOldest(id);
    stream.once('close', () => {
      this.#streams.delete(stream);
      if (this.#streams.size === 0) this.#stop();
    });
    return stream;
  }

  #endOldest(session: string): void {
    const open = [...this.#streams].filter(
      ([stream, of]) => of.id === session && !stream.writableEnded,
    );
    for (const [stream] of open.slice(0, -MOST_PER_SESSION)) stream.end();
  }

  #start(): void {
    this.#stopListening = this.#source.notifier.onChange(() => this.#schedule());
    this.#heartbeat = setInterval(() => void this.#write(':\n\n'), HEARTBEAT);
    this.#heartbeat.unref();
  }

  #stop(): void {
    this.#stopListening?.();
    clearInterval(this.#heartbeat);
    clearTimeout(this.#pending);
    this.#pending = undefined;
  }

  #schedule(): void {
    this.#pending ??= setTimeout(() => {
      this.#pending = undefined;
      // While the database does not answer, no device can pull; the next change notifies again.
      this.#source.read().then(
        (event) => this.#write(eventOf(event)),
        () => undefined,
      );
    }, DEBOUNCE);
  }

  /** Writes to all streams, and ends the streams of sessions that may no longer listen. */
  async #write(text: string): Promise<void> {
    const listening = [...this.#streams.values()];
    const admitted = await this.#source.admitted(listening).catch(() => null);
    for (const [stream, { cookie }] of this.#streams) {
      if (admitted && !admitted.has(cookie)) stream.end();
      else if (stream.writableLength > MOST_UNREAD) stream.destroy();
      else if (!stream.writableEnded) stream.write(text);
    }
  }
}

function eventOf(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
