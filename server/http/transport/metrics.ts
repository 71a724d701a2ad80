import { setTimeout as pause } from 'node:timers/promises';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import type { Db, PoolCounts } from '#prisma/client.ts';
import { waitingHashes } from '#server/domain/accounts/password-queue.ts';
import { readBackupState } from '#server/domain/people/backup-state.ts';
import { readClock } from '#server/domain/people/trusted-clock.ts';
import { countMails } from '#server/domain/reminders/mail-queue.ts';
import type { StorageWatch } from './storage-watch.ts';

/** The outcome of a write with an idempotency key. */
export type Outcome = 'accepted' | 'replayed' | 'conflict' | 'refused' | 'held';

/** From 5 ms to the silence after which a call is given up, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The longest wait for the database, in milliseconds. */
const LONGEST_READ = 1_000;

/** The figures of one process, as OpenMetrics text. No label holds anything that a person typed. */
export class Metrics {
  readonly #registry = new Registry<OpenMetricsContentType>();
  readonly #queues = new Map<string, () => number>();
  readonly #seconds: Histogram<'method' | 'route' | 'status'>;
  readonly #writes: Counter<'outcome'>;
  readonly #housekeeping: Gauge;

  /** @param version of this program */
  constructor(db: Db, version: string, pool?: PoolCounts) {
    this.#registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by method, route and status, and how long they took.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    });
    this.#writes = new Counter({
      name: 'sync_writes',
      help: 'Writes with an idempotency key, by what became of them.',
      labelNames: ['outcome'],
      registers,
    });
    new Gauge({
      name: 'backup_last_success_timestamp_seconds',
      help: 'When the newest backup was made and checked; 0 before the first.',
      registers,
      async collect() {
        const state = await inTime(readBackupState(db));
        if (state?.madeAt) this.set(state.madeAt.getTime() / 1_000);
      },
    });
    new Gauge({
      name: 'backup_failed',
      help: '1 while the last attempt of a backup, or of its copy in the second folder, failed.',
      registers,
      async collect() {
        const state = await inTime(readBackupState(db));
        if (state) this.set(state.failure === null && state.copyFailure === null ? 0 : 1);
      },
    });
    this.#housekeeping = new Gauge({
      name: 'housekeeping_failed',
      help: '1 while the last attempt of the daily job failed, which deletes what is due.',
      registers,
    });
    new Gauge({
      name: 'clock_jumped',
      help: '1 while nothing is deleted by its age, because the clock and the last daily job are a week apart.',
      registers,
      async collect() {
        const clock = await inTime(readClock(db));
        if (clock) this.set(clock.held ? 1 : 0);
      },
    });
    new Gauge({
      name: 'build_info',
      help: 'Always 1; the labels name the version of the program and of Node.js.',
      labelNames: ['version', 'node'],
      registers,
    }).set({ version, node: process.versions.node }, 1);
    new Gauge({
      name: 'mails',
      help: 'Mails of the last 30 days, by state: waiting, sent, failed.',
      labelNames: ['state'],
      registers,
      async collect() {
        const counts = await inTime(countMails(db));
        for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
      },
    });
    const queues = this.#queues;
    new Gauge({
      name: 'queue_length',
      help: 'Calls that wait for others, by queue.',
      labelNames: ['queue'],
      registers,
      collect() {
        for (const [queue, length] of queues) this.set({ queue }, length());
      },
    });
    this.queue('password hash', waitingHashes);
    if (pool) this.#watch(pool);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** @param route the pattern, never the path */
  answered(call: { method: string; route: string; status: number }, seconds: number): void {
    this.#seconds.observe(call, seconds);
  }

  written(outcome: Outcome): void {
    this.#writes.inc({ outcome });
  }

  keptHouse(isDone: boolean): void {
    this.#housekeeping.set(isDone ? 0 : 1);
  }

  /** @param length is asked each time that the metrics are read */
  queue(name: string, length: () => number): void {
    this.#queues.set(name, length);
  }

  watchStorage(storage: StorageWatch): void {
    new Gauge({
      name: 'storage_full',
      help: '1 while the database refuses writes because its disk is full.',
      registers: [this.#registry],
      collect() {
        this.set(storage.isFull ? 1 : 0);
      },
    });
  }

  #watch(pool: PoolCounts): void {
    new Gauge({
      name: 'database_connections',
      help: 'Connections to the database, by state.',
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      },
    });
    this.queue('database connection', () => pool.waitingCount);
  }
}

/** What the database says; null if it fails or is late. While it says nothing, the other figures are wanted most. */
function inTime<Value>(read: Promise<Value>): Promise<Value | null> {
  const late = pause(LONGEST_READ, null, { ref: false });
  return Promise.race([read, late]).catch(() => null);
}
