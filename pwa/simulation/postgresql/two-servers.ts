import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { LocalChangeNotifier } from '#prisma/change-notifier.ts';
import type { Clock } from '#pwa/simulation/clock.ts';
import {
  answerInProcess,
  streamInProcess,
  type WireAnswer,
  type WireRequest,
  type WireStream,
} from '#pwa/simulation/in-process.ts';
import type { Post } from '#pwa/simulation/post.ts';
import type { Programs } from '#pwa/simulation/programs.ts';
import type { Beside } from '#pwa/simulation/recorded.ts';
import type { ServedBy } from '#pwa/simulation/served-by.ts';
import type { Opened } from '#pwa/simulation/server-program.ts';
import {
  appParts,
  type DatabaseTrouble,
  failure,
  RETENTION,
  SESSION_KEY,
  SETTINGS,
  VIEWS_FAIL,
  WRITE_OF_VIEW,
} from '#pwa/simulation/simulated-server.ts';
import type { Databases } from './databases.ts';
import type { Delivery } from './history.ts';

/** Nothing has gone on for so long, in real ms: what is left waits for a lock or for a time of the world. */
const STUCK_AFTER = 60;
const REMINDERS_EVERY = 60_000;
const MAILS_EVERY = 5_000;
/** How long a mail server may take for a mail, in ms. */
const SLOWEST_DELIVERY = 3_000;

/** One of the two servers. */
interface Server {
  name: string;
  life: Life | null;
  /** Error of its clock, in ms. */
  skew: number;
  /** How late its answers are, in ms. */
  lateness: number;
  /** Tells the other one of no change, and hears of none. */
  isDeaf: boolean;
}

/** One life of a server's process. */
interface Life {
  name: string;
  server: Server;
  opened: Opened;
  listener: RequestListener;
  notifier: LinkedNotifier;
  alive: boolean;
  /** Requests in flight. */
  busy: number;
  /** Stands still, as after SIGSTOP: also in the middle of a transaction. */
  pause: { over: Promise<void>; end: () => void } | null;
  streams: Map<WireStream, () => void>;
}

interface Parts {
  program: Programs['server'];
  databases: Databases;
  clock: () => Clock;
  random: () => number;
  onDelivery: (delivery: Delivery) => void;
  /** A process dies or stands still. */
  onStop: (process: string, at: number) => void;
}

/**
 * Two real servers on one PostgreSQL database. A device's request goes to either. Each may be killed between two
 * statements, stand still, miss the notifications of the other, answer late, or have a clock of its own.
 */
export class TwoServers implements ServedBy {
  readonly errors: string[] = [];
  #trouble: DatabaseTrouble | null = null;
  killIn: number | null = null;
  onKilled: (during: string) => void = () => undefined;
  worstSkew = 0;
  readonly servers: readonly Server[];
  readonly #parts: Parts;
  readonly #context = new AsyncLocalStorage<Life>();
  readonly #old: Life[] = [];
  #lives = 0;
  /** Counts what goes on. */
  #progress = 0;
  #seen = { progress: -1, since: 0 };

  constructor(parts: Parts) {
    this.#parts = parts;
    this.servers = ['server 1', 'server 2'].map((name) => ({
      name,
      life: null,
      skew: 0,
      lateness: 0,
      isDeaf: false,
    }));
  }

  get trouble(): DatabaseTrouble | null {
    return this.#trouble;
  }

  set trouble(trouble: DatabaseTrouble | null) {
    this.#trouble = trouble;
    // What a server was doing cannot be noted, as if it had stopped.
    if (trouble)
      for (const { name } of this.#lived()) this.#parts.onStop(name, this.#parts.clock().now);
  }

  /** The error of the clock of the server whose code runs now, in ms. */
  get skew(): number {
    return this.#context.getStore()?.server.skew ?? 0;
  }

  get isUp(): boolean {
    return this.#lived().length > 0;
  }

  get isWhole(): boolean {
    return this.servers.every(({ life }) => life !== null);
  }

  get isSound(): boolean {
    const isQuick = ({ life, lateness }: Server) => life && !life.pause && lateness === 0;
    return !this.trouble && this.killIn === null && this.servers.every(isQuick);
  }

  get isShared(): boolean {
    return true;
  }

  get file(): string {
    return this.#parts.databases.url;
  }

  /** Requests in flight that go on. */
  get busy(): number {
    const lives = [...this.#lived(), ...this.#old];
    const inFlight = lives.reduce((sum, { busy, pause }) => sum + (pause ? 0 : busy), 0);
    if (inFlight === 0) return 0;
    const now = performance.now();
    if (this.#seen.progress !== this.#progress) {
      this.#seen = { progress: this.#progress, since: now };
    }
    return now - this.#seen.since < STUCK_AFTER ? inFlight : 0;
  }

  /** A commit is in the log before anybody sees its rows: only the snapshot tells that. */
  stamp(): unknown {
    const sql = "SELECT pg_current_snapshot()::text || ' ' || pg_current_wal_insert_lsn() AS at";
    const row = this.beside((at) => at.prepare(sql).get());
    return (row as { at: unknown }).at;
  }

  /** All tables as they are at one moment: a server may have asked for a commit that goes on meanwhile. */
  reading<R>(read: (database: Beside) => R): R {
    const { beside } = this.#parts.databases;
    beside.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      return read(beside);
    } finally {
      beside.script('COMMIT');
    }
  }

  async start(): Promise<void> {
    for (const server of this.servers) if (!server.life) await this.#start(server);
  }

  /** The answer of a server that is well. */
  answer(request: WireRequest): Promise<WireAnswer | null> {
    for (const { life } of this.servers) this.#goOn(life);
    const lives = this.#lived();
    const well = lives.find(({ server }) => server.skew === 0) ?? lives[0];
    return well ? this.#ask(well, request) : Promise.resolve(null);
  }

  /** The answer of either server; null when it is down, or is killed before it has answered. */
  async deliver(request: WireRequest): Promise<WireAnswer | null> {
    const life = this.#either();
    if (!life) return null;
    const answer = await this.#ask(life, request);
    const { lateness } = life.server;
    if (lateness > 0) await this.#parts.clock().wait(lateness);
    return answer;
  }

  async listen(
    request: WireRequest,
    hear: (piece: string | null) => void,
  ): Promise<WireStream | null> {
    const life = this.#either();
    if (!life) return null;
    return this.#count(life, async () => {
      const heard = (piece: string | null) => life.alive && hear(piece);
      const stream = await this.#context.run(life, () =>
        streamInProcess(life.listener, request, heard),
      );
      if (life.alive) life.streams.set(stream, () => hear(null));
      else stream.hangUp();
      return life.alive ? stream : null;
    });
  }

  /** A turn of both servers with push reminders, at the same time. */
  async work(post: Post): Promise<void> {
    const { program } = this.#parts;
    await Promise.all(
      this.#lived().map(async (life) => {
        const turn = { hasFailed: true };
        const send = () =>
          program.sendReminders(
            life.opened.db,
            post.push(turn),
            SETTINGS.agentAccess,
            this.#databaseTime(),
          );
        try {
          await this.#count(life, () => this.#context.run(life, send));
          turn.hasFailed = !life.alive;
        } catch (error) {
          if (life.alive && !life.pause && !this.trouble) this.errors.push(String(error));
        }
      }),
    );
  }

  /** The daily job of one server. Returns whether it has trusted the clock. */
  async keepHouse(now: Date): Promise<boolean> {
    const life = this.#either();
    if (!life) return false;
    const keep = () => this.#parts.program.keepHouse(life.opened.db, RETENTION, now);
    return (await this.#count(life, () => this.#context.run(life, keep))) !== null;
  }

  /** Ends one of the processes as SIGKILL does. */
  kill(): void {
    const life = this.#either();
    if (life) this.#kill(life);
  }

  /** A running server stands still. Returns its name and what lets it go on. */
  pause(): { name: string; end: () => void } | null {
    const life = this.#lived().find(({ pause }) => !pause);
    if (!life || this.#lived().length < 2) return null;
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    life.pause = { over, end };
    this.#parts.onStop(life.name, this.#parts.clock().now);
    return { name: life.server.name, end: () => this.#goOn(life) };
  }

  /** Replaces the database by a backup. Only while both servers are down. */
  restore(backup: string): void {
    for (const life of this.#lived()) this.#kill(life);
    this.#parts.databases.restore(backup);
  }

  backUp(): string {
    return this.#parts.databases.backUp();
  }

  beside<R>(use: (database: Beside) => R): R {
    return use(this.#parts.databases.beside);
  }

  heal(): void {
    this.trouble = null;
    this.killIn = null;
    for (const server of this.servers) {
      Object.assign(server, { skew: 0, lateness: 0, isDeaf: false });
      this.#goOn(server.life);
    }
  }

  async close(): Promise<void> {
    for (const life of this.#lived()) this.#kill(life);
    for (const { opened } of this.#old) await opened.close().catch(() => undefined);
  }

  #lived(): Life[] {
    return this.servers.flatMap(({ life }) => life ?? []);
  }

  #either(): Life | null {
    const { life } = this.servers[this.#parts.random() < 0.5 ? 0 : 1] ?? {};
    return life ?? null;
  }

  async #start(server: Server): Promise<void> {
    const { program, databases } = this.#parts;
    this.#lives += 1;
    const name = `life-${this.#lives}`;
    const life: { value: Life | null } = { value: null };
    const opened = await program.openShared(databases.urlFor(name), (sql) =>
      this.#before(life.value, sql),
    );
    const notifier = new LinkedNotifier(() => this.#tellOthers(life.value));
    const tell = (error: string) => life.value?.alive && this.errors.push(error);
    const app = program.createApp({ db: opened.db, notifier, ...appParts(tell) });
    app.silent = true;
    const fresh = { alive: true, busy: 0, pause: null, streams: new Map() };
    life.value = { name, server, opened, listener: app.callback(), notifier, ...fresh };
    server.life = life.value;
    this.#startJobs(life.value);
  }

  /** As `server/jobs`, without the daily one and backups. */
  #startJobs(life: Life): void {
    const { program, clock, onDelivery } = this.#parts;
    const { db } = life.opened;
    const job = (every: number, work: () => Promise<unknown>) => {
      const turn = async () => {
        if (!life.alive) return;
        const run = () => this.#context.run(life, work);
        await this.#count(life, run).catch(() => undefined);
        clock().after(every, () => void turn());
      };
      clock().after(every, () => void turn());
    };
    const mailer = {
      deliver: async ({ id, address, content }: Parameters<SentMail>[0]) => {
        if (!life.alive) throw new Error('The process is dead.');
        const about =
          content.kind === 'reminder'
            ? `${content.kind} ${content.reminder} ${content.id ?? id}`
            : `${content.kind} ${id}`;
        const { now: at } = clock();
        onDelivery({ process: life.name, at, address, about, mail: id });
        life.busy -= 1;
        await clock().wait(this.#parts.random() * SLOWEST_DELIVERY);
        life.busy += 1;
        return { outcome: 'sent' as const };
      },
    };
    job(REMINDERS_EVERY, () => program.queueReminders(db, SETTINGS.agentAccess));
    job(MAILS_EVERY, () =>
      program.sendMails(db, mailer, {
        keys: [SESSION_KEY],
        agentAccess: SETTINGS.agentAccess,
        clock: () => this.#databaseTime(),
      }),
    );
  }

  /** By the clock of the database, whose computer has the time of the world. */
  #databaseTime(): Date {
    return new Date(this.#parts.clock().now);
  }

  /** A NOTIFY takes a moment, and may be lost. */
  #tellOthers(from: Life | null): void {
    if (!from?.alive || from.server.isDeaf) return;
    for (const other of this.#lived()) {
      if (other === from || other.server.isDeaf) continue;
      this.#parts.clock().after(5, () => other.alive && other.notifier.hear());
    }
  }

  async #ask(life: Life, request: WireRequest): Promise<WireAnswer | null> {
    return this.#count(life, async () => {
      await life.pause?.over;
      if (!life.alive) return null;
      const answer = await this.#context.run(life, () => answerInProcess(life.listener, request));
      return life.alive ? { ...answer, skew: life.server.skew } : null;
    });
  }

  #kill(life: Life): void {
    for (const [stream, tell] of life.streams) {
      stream.hangUp();
      tell();
    }
    life.alive = false;
    life.server.life = null;
    this.killIn = null;
    this.#parts.onStop(life.name, this.#parts.clock().now);
    this.#old.push(life);
    this.#parts.databases.cut(life.name);
    this.#goOn(life);
  }

  #goOn(life: Life | null): void {
    if (!life?.pause) return;
    const { end } = life.pause;
    life.pause = null;
    end();
  }

  async #count<R>(life: Life, work: () => Promise<R>): Promise<R> {
    this.#progress += 1;
    life.busy += 1;
    try {
      return await work();
    } finally {
      life.busy -= 1;
      this.#progress += 1;
    }
  }

  #before(life: Life | null, sql: string): Promise<void> | undefined {
    if (!life) return undefined;
    this.#progress += 1;
    this.#refuse(life, sql);
    if (!life.pause) return undefined;
    return life.pause.over.then(() => this.#refuse(life, sql));
  }

  #refuse(life: Life, sql: string): void {
    if (!life.alive) throw new Error('The process is dead.');
    if (this.trouble === 'down') throw failure('SQLITE_BUSY', 'the database is away');
    const isWrite = /^(INSERT|UPDATE|DELETE)/i.test(sql);
    if (this.trouble === 'full' && isWrite) throw failure('SQLITE_FULL', 'the disk is full');
    if (this.trouble === 'commits fail' && sql === 'COMMIT') {
      throw failure('SQLITE_FULL', 'the disk is full');
    }
    if (this.trouble === 'views fail' && WRITE_OF_VIEW.test(sql)) throw new Error(VIEWS_FAIL);
    if (this.killIn === null) return;
    this.killIn -= 1;
    if (this.killIn > 0) return;
    this.#kill(life);
    this.onKilled(sql);
    throw new Error('The process is dead.');
  }
}

type SentMail = Parameters<Programs['server']['sendMails']>[1]['deliver'];

/** Notifies its own process at once, and the other one by what it is given. */
class LinkedNotifier extends LocalChangeNotifier {
  readonly #tellOthers: () => void;

  constructor(tellOthers: () => void) {
    super();
    this.#tellOthers = tellOthers;
  }

  override notify(): void {
    super.notify();
    this.#tellOthers();
  }

  /** The other process has committed something. */
  hear(): void {
    super.notify();
  }
}
