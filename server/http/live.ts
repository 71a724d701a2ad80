import { PassThrough } from 'node:stream';
import { LIVE_SILENCE, type LiveEvent } from '#contract/live.ts';
import type { ChangeNotifier } from '#prisma/change-notifier.ts';

/** A comment so often, in milliseconds: two may be late before a device takes the stream for dead. */
const HEARTBEAT = LIVE_SILENCE / 2.5;
/** Events of changes that come closer together than this are one, in milliseconds. */
const GATHER = 50;
/** A device that has not read so many bytes is not there any more; it will come again. */
const MOST_UNREAD = 16_384;

/** What the streams need to know from outside. */
export interface LiveSource {
  notifier: ChangeNotifier;
  /** What the database is at now. */
  read(): Promise<LiveEvent>;
  /** Of these sessions the ones that may (still) listen. */
  admitted(sessions: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The open streams of one process: one timer and one query for all, however many there are. */
export class LiveStreams {
  readonly #source: LiveSource;
  readonly #streams = new Map<PassThrough, string>();
  #stopListening: (() => void) | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;

  constructor(source: LiveSource) {
    this.#source = source;
  }

  /** A new stream, of the session with this id. It has its first event in it. */
  async open(session: string): Promise<PassThrough> {
    const first = await this.#source.read();
    const stream = new PassThrough();
    stream.write(`retry: 2000\n\n${eventOf(first)}`);
    if (this.#streams.size === 0) this.#start();
    this.#streams.set(stream, session);
    stream.once('close', () => {
      this.#streams.delete(stream);
      if (this.#streams.size === 0) this.#stop();
    });
    return stream;
  }

  #start(): void {
    this.#stopListening = this.#source.notifier.onChange(() => this.#gather());
    this.#heartbeat = setInterval(() => void this.#tell(':\n\n'), HEARTBEAT);
    this.#heartbeat.unref();
  }

  #stop(): void {
    this.#stopListening?.();
    clearInterval(this.#heartbeat);
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      // While the database does not answer nobody can pull either; the next change is told again.
      this.#source.read().then(
        (event) => this.#tell(eventOf(event)),
        () => undefined,
      );
    }, GATHER);
  }

  /** Ends the streams of sessions that have ended or may no longer listen; the others are told. */
  async #tell(text: string): Promise<void> {
    const sessions = [...new Set(this.#streams.values())];
    const admitted = await this.#source.admitted(sessions).catch(() => null);
    for (const [stream, session] of this.#streams) {
      if (admitted && !admitted.has(session)) stream.end();
      else if (stream.writableLength > MOST_UNREAD) stream.destroy();
      else if (!stream.writableEnded) stream.write(text);
    }
  }
}

function eventOf(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
