import { copyFileSync, existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { readConfig } from '#server/settings/config.ts';
import {
  answerInProcess,
  streamInProcess,
  type WireAnswer,
  type WireRequest,
  type WireStream,
} from './in-process.ts';
import type { Post } from './post.ts';
import type { Programs } from './programs.ts';
import type { Beside } from './recorded.ts';
import type { Opened } from './server-program.ts';

export const SESSION_KEY = 'only-for-simulations-only-for-simulations';

/** The settings of a server's app: the defaults, but for these. */
export const SETTINGS = {
  ...readConfig({}),
  siteUrl: 'http://agency.test',
  agentAccess: 'dashboard',
  rateLimits: 'off',
  backups: 'off',
  smtpUrl: 'smtp://mail.agency.test',
} as const;

/** What the app of a server has beside its database; `tell` gets the errors that it calls internal. */
export function appParts(tell: (error: string) => void) {
  return {
    settings: { ...SETTINGS, sessionKeys: [SESSION_KEY] as const },
    // The jobs of `work` send them.
    push: { publicKey: '', deliver: async () => ({ outcome: 'gone' as const }) },
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (entry: unknown, code?: string) => {
        const said = JSON.stringify(entry);
        if (code === 'internal' && !said.includes(VIEWS_FAIL)) tell(said);
      },
      isLevelEnabled: () => false,
    },
  };
}

/** Days for which things are kept; 0 for ever. */
export const RETENTION = { visits: 1_000, inquiries: 0, applications: 0, keys: 60, audit: 400 };

/** Why statements of the database fail. */
export type DatabaseTrouble = 'down' | 'full' | 'commits fail' | 'views fail';

/** The error of the trouble `views fail`: the only one that the server does not expect and that is no bug. */
export const VIEWS_FAIL = 'No view can be written.';

/** A write of a saved view: what fails alone in the trouble `views fail`. */
export const WRITE_OF_VIEW = /^(INSERT|UPDATE|DELETE)[^(]*SavedView/i;

/** One life of the server's process. */
interface Life {
  opened: Opened;
  listener: RequestListener;
  alive: boolean;
  file: string;
  /** Requests in flight. */
  busy: number;
  /** Open streams, each with a function that tells its client about the end. */
  streams: Map<WireStream, () => void>;
}

/**
 * The real server on a real SQLite file. It can be killed between any two statements; the next life
 * finds the file as it was at that moment.
 */
export class SimulatedServer {
  /** Requests in flight. */
  busy = 0;
  /** Unexpected errors in the log. */
  readonly errors: string[] = [];
  trouble: DatabaseTrouble | null = null;
  /** Statements until the process is killed; null for never. */
  killIn: number | null = null;
  /** Called when the process was killed before a statement. */
  onKilled: (during: string) => void = () => undefined;
  readonly #program: Programs['server'];
  readonly #folder: string;
  #files = 0;
  #life: Life | null = null;
  #old: Life[] = [];
  #file: string;
  /** A backup was restored since the last life. */
  #isRestored = false;
  #beside: Database.Database | null = null;

  constructor(program: Programs['server'], folder: string, template: string) {
    this.#program = program;
    this.#folder = folder;
    this.#file = this.#copy(template);
  }

  get isUp(): boolean {
    return this.#life !== null;
  }

  /** Every server runs. */
  get isWhole(): boolean {
    return this.isUp;
  }

  /** Every server answers, and soon. */
  get isSound(): boolean {
    return this.isUp && !this.trouble && this.killIn === null;
  }

  /** Several servers have one database. */
  get isShared(): boolean {
    return false;
  }

  /** The error of the clock of the server whose code runs now, apart from that of the world, in ms. */
  get skew(): number {
    return 0;
  }

  /** The largest error that the clock of one of several servers has had, in ms. */
  get worstSkew(): number {
    return 0;
  }

  /** The current database file. */
  get file(): string {
    return this.#file;
  }

  async start(): Promise<void> {
    const file = this.#file;
    // Only a restored file may need migrations.
    if (this.#isRestored) await this.#program.migrate(`file:${file}`);
    this.#isRestored = false;
    // The database is opened before the life is complete.
    const life: { value: Life | null } = { value: null };
    const opened = await this.#program.openObserved(file, (sql) => this.#before(life.value, sql));
    const tell = (error: string) => life.value?.alive && this.errors.push(error);
    const app = this.#program.createApp({ db: opened.db, ...appParts(tell) });
    app.silent = true;
    const streams = new Map();
    life.value = { opened, listener: app.callback(), alive: true, file, busy: 0, streams };
    this.#life = life.value;
  }

  /** The answer; null when the server is down, or is killed before it has answered. */
  async answer(request: WireRequest): Promise<WireAnswer | null> {
    const life = this.#life;
    if (!life) return null;
    return this.#count(life, async () => {
      const answer = await answerInProcess(life.listener, request);
      return life.alive ? answer : null;
    });
  }

  /** The answer to a device. */
  deliver(request: WireRequest): Promise<WireAnswer | null> {
    return this.answer(request);
  }

  /** The same for the stream of events: `hear` gets its pieces, and null at the end. */
  async listen(
    request: WireRequest,
    hear: (piece: string | null) => void,
  ): Promise<WireStream | null> {
    const life = this.#life;
    if (!life) return null;
    return this.#count(life, async () => {
      const stream = await streamInProcess(life.listener, request, hear);
      if (life.alive) life.streams.set(stream, () => hear(null));
      else stream.hangUp();
      return life.alive ? stream : null;
    });
  }

  /** One turn of its jobs with mails and reminders, as `startJobs` runs them. What fails is tried at the next turn. */
  async work(post: Post): Promise<void> {
    const life = this.#life;
    if (!life) return;
    const { queueReminders, sendReminders, sendMails } = this.#program;
    const { db } = life.opened;
    const { agentAccess } = SETTINGS;
    const turn = { hasFailed: true };
    await this.#count(life, async () => {
      try {
        await queueReminders(db, agentAccess);
        // The clock of the database is that of the computer, whose time is not that of the world.
        const clock = () => new Date();
        await sendReminders(db, post.push(turn), agentAccess, clock());
        await sendMails(db, post.mailer(turn), { keys: [SESSION_KEY], agentAccess, clock });
        turn.hasFailed = !life.alive;
      } catch (error) {
        if (life.alive && !this.trouble) this.errors.push(String(error));
      }
    });
  }

  /** The daily job. Returns whether it has trusted the clock. */
  async keepHouse(now: Date): Promise<boolean> {
    const life = this.#life;
    if (!life) return false;
    const kept = await this.#count(life, () =>
      this.#program.keepHouse(life.opened.db, RETENTION, now),
    );
    return kept !== null;
  }

  /** Ends the process as SIGKILL does: only the disk stays. */
  kill(): void {
    const life = this.#life;
    if (!life) return;
    for (const [stream, tell] of life.streams) {
      stream.hangUp();
      tell();
    }
    this.#file = this.#copy(life.file);
    life.alive = false;
    this.killIn = null;
    this.#life = null;
    this.#old.push(life);
  }

  /** Replaces the file by a backup. Only while the server is down. */
  restore(backup: string): void {
    this.#file = this.#copy(backup);
    this.#isRestored = true;
  }

  /** Copies the file, as a backup does. */
  backUp(): string {
    return this.#copy(this.#file);
  }

  /** Changes with every commit. */
  stamp(): unknown {
    return this.#opened().prepare('PRAGMA data_version').pluck().get();
  }

  /** Reads or writes the file by a connection of its own. */
  beside<R>(use: (file: Beside) => R): R {
    return use(this.#opened());
  }

  /** Reads tables as they are at one moment: nothing else runs meanwhile. */
  reading<R>(read: (file: Beside) => R): R {
    return this.beside(read);
  }

  /** Ends all trouble. */
  heal(): void {
    this.killIn = null;
    this.trouble = null;
  }

  #opened(): Database.Database {
    if (this.#beside?.name !== this.#file) {
      this.#beside?.close();
      this.#beside = new Database(this.#file);
      this.#beside.pragma('synchronous = OFF');
    }
    return this.#beside;
  }

  async close(): Promise<void> {
    const lives = [...this.#old, ...(this.#life ? [this.#life] : [])];
    for (const { streams } of lives) for (const stream of streams.keys()) stream.hangUp();
    this.#life = null;
    this.#beside?.close();
    for (const life of lives) {
      life.alive = true;
      // A request that waits for ever keeps its database.
      if (life.busy === 0) await life.opened.close();
    }
  }

  async #count<R>(life: Life, work: () => Promise<R>): Promise<R> {
    this.busy += 1;
    life.busy += 1;
    try {
      return await work();
    } finally {
      this.busy -= 1;
      life.busy -= 1;
    }
  }

  #before(life: Life | null, sql: string): void {
    if (!life) return;
    if (!life.alive) throw new Error('The process is dead.');
    if (this.trouble === 'down') throw failure('SQLITE_BUSY', 'database is locked');
    if (this.trouble === 'full' && /^(INSERT|UPDATE|DELETE)/i.test(sql)) {
      throw failure('SQLITE_FULL', 'database or disk is full');
    }
    if (this.trouble === 'commits fail' && sql === 'COMMIT') {
      throw failure('SQLITE_FULL', 'database or disk is full');
    }
    if (this.trouble === 'views fail' && WRITE_OF_VIEW.test(sql)) throw new Error(VIEWS_FAIL);
    if (this.killIn === null) return;
    this.killIn -= 1;
    if (this.killIn > 0) return;
    this.kill();
    this.onKilled(sql);
    throw new Error('The process is dead.');
  }

  #copy(file: string): string {
    this.#files += 1;
    const copy = join(this.#folder, `${this.#files}.db`);
    for (const suffix of ['', '-wal']) {
      if (existsSync(`${file}${suffix}`)) copyFileSync(`${file}${suffix}`, `${copy}${suffix}`);
    }
    return copy;
  }
}

/** The error that the adapter throws. */
export function failure(originalCode: string, originalMessage: string): DriverAdapterError {
  const said = { originalCode, originalMessage };
  if (originalCode === 'SQLITE_BUSY')
    return new DriverAdapterError({ kind: 'SocketTimeout', ...said });
  return new DriverAdapterError({
    kind: 'sqlite',
    extendedCode: 13,
    message: originalMessage,
    ...said,
  });
}
