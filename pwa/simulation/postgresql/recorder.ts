import type { WireAnswer, WireRequest } from '#pwa/simulation/in-process.ts';
import type { Ledger } from '#pwa/simulation/ledger.ts';
import type { Recorded } from '#pwa/simulation/recorded.ts';
import { Violation } from '#pwa/simulation/violation.ts';
import { checkHistory, type Delivery, type Happening } from './history.ts';

const LISTS = ['applications', 'contacts', 'campaigns'];

/** What of a write stands in a table, in words that nobody else has written. */
const EFFECTS: readonly [RegExp, string][] = [
  [/^\/api\/applications\/[^/]+\/status$/, 'notes'],
  [/^\/api\/contact$/, 'message'],
];

interface Write {
  method: string;
  path: string;
  key: string | undefined;
  body: unknown;
}

/** What a world knows in the end. */
interface Checked {
  readonly ledger: Ledger;
  recorded(): Recorded;
}

/** Writes down what every device asks and hears, for `checkHistory`. */
export class Recorder {
  readonly #world: Checked;
  #happened: Happening[] = [];
  #stops: { process: string; at: number }[] = [];
  #place = 0;
  /** Answers to earlier calls are of a database that is gone. */
  #since = 0;

  constructor(world: Checked) {
    this.#world = world;
  }

  /** A device sends a call. Returns what to do when it hears the answer. */
  follow(device: string, asked: WireRequest): (answer: WireAnswer) => void {
    this.#place += 1;
    const sent = this.#place;
    const { calls, reads } = partsOf(asked);
    for (const { key, ...call } of calls) {
      if (key) this.#happened.push({ kind: 'call', key, effect: effectOf(call) });
    }
    return ({ status, body }) => {
      this.#place += 1;
      const places = { device, sent, heard: this.#place };
      if (sent <= this.#since || status >= 300 || !body.startsWith('{')) return;
      const reply = JSON.parse(body) as Reply;
      const isBatch = asked.path === '/api/sync';
      const answers = isBatch ? reply.answers : [{ status, body: reply }];
      for (const [at, call] of calls.entries()) this.#accept(places, call, answers?.[at]);
      const pages = isBatch ? reply.reads : [{ status, body: reply }];
      for (const [at, path] of reads.entries()) this.#read(places, path, pages?.[at]);
    };
  }

  delivered(delivery: Delivery): void {
    this.#happened.push({ kind: 'delivery', ...delivery });
  }

  stopped(process: string, at: number): void {
    this.#stops.push({ process, at });
  }

  /** A backup has replaced the database. */
  forget(): void {
    this.#since = this.#place;
    const calls = this.#happened.filter(({ kind }) => kind === 'call');
    this.#happened = calls;
  }

  check(): void {
    const { ledger, recorded } = { ledger: this.#world.ledger, recorded: this.#world.recorded() };
    const isErased = ledger.forgotten.size > 0;
    const made = [...ledger.made.values()];
    const excused = made.flatMap(({ key, entry, fate }) => {
      const isGone = ledger.erased.has(entry.entity) || fate.startsWith('erased');
      return isGone || fate === 'undone by a restored backup' ? [key] : [];
    });
    const strangers = this.#happened.flatMap((one) =>
      one.kind === 'answer' && !ledger.made.has(one.key) ? [one.key] : [],
    );
    const accepted = [...recorded.keys.values()].filter(({ status }) => status < 400);
    const rowsOf = (list: string, rows: ReadonlyMap<string | number, unknown>) =>
      [...rows.keys()].map((id) => `${list} ${id}`);
    const notes = recorded.history.map(({ notes: text }) => text);
    const written = [...recorded.contacts.values()].map(({ message }) => message);
    // A visitor who never heard of an answer writes to the restored database again, and a phone gives back the first one.
    const messages = ledger.given.size > 0 ? new Set(written) : written;
    const violations = checkHistory(this.#happened, {
      revision: recorded.revision,
      keys: new Set(accepted.map(({ key }) => key)),
      excused: new Set(isErased ? [...excused, ...strangers] : excused),
      effects: [...notes, ...messages].flatMap((text) => (text ? String(text) : [])),
      rows: new Set([
        ...rowsOf('applications', recorded.applications),
        ...rowsOf('contacts', recorded.contacts),
        ...rowsOf('campaigns', recorded.campaigns),
      ]),
      stops: this.#stops,
    });
    const [violation] = violations;
    if (violation) throw new Violation(violation);
  }

  #accept(
    places: Places,
    { key, path, ...rest }: Write,
    answer: { status: number; body: unknown } | undefined,
  ): void {
    if (!key || !answer || answer.status >= 300) return;
    const { id, version } = (answer.body ?? {}) as { id?: string | number; version?: number };
    const list = typeof id === 'string' ? 'applications' : path.split('/')[2];
    const row = id === undefined || !list || !LISTS.includes(list) ? null : `${list} ${id}`;
    const effect = effectOf({ path, ...rest });
    this.#happened.push({ kind: 'answer', ...places, key, effect, row, version: version ?? 0 });
  }

  #read(places: Places, path: string, page: { status: number; body: unknown } | undefined): void {
    const url = new URL(path, 'http://agency.test');
    const list = url.pathname.slice('/api/'.length);
    const { rows, gone = [], revision, next, reset } = (page?.body ?? {}) as Partial<PageOfRows>;
    if (page?.status !== 200 || !LISTS.includes(list) || !rows || revision === undefined) return;
    if (url.searchParams.get('since') === null) return;
    const before = url.searchParams.get('before');
    this.#happened.push({
      kind: 'read',
      ...places,
      list,
      since: reset ? 0 : Number(url.searchParams.get('since')),
      before: before === null ? null : Number(before),
      next: next ?? null,
      revision,
      rows: rows.map(({ id, version }) => ({ row: `${list} ${id}`, version })),
      gone: gone.map((id) => `${list} ${id}`),
    });
  }
}

interface Places {
  device: string;
  sent: number;
  heard: number;
}

interface Reply {
  answers?: { status: number; body: unknown }[];
  reads?: { status: number; body: unknown }[];
}

interface PageOfRows {
  rows: { id: string | number; version: number }[];
  gone: (string | number)[];
  revision: number;
  next: number | null;
  reset: boolean;
}

/** Each write and each read of a request, also of a batch. */
export function partsOf({ method, path, headers, body }: WireRequest): {
  calls: Write[];
  reads: string[];
} {
  if (path === '/api/sync') {
    const { calls = [], reads = [] } = JSON.parse(body) as { calls?: Write[]; reads?: string[] };
    return { calls, reads };
  }
  if (method === 'GET') return { calls: [], reads: [path] };
  const key = headers['idempotency-key']?.replaceAll('"', '');
  return { calls: [{ method, path, key, body: body ? JSON.parse(body) : null }], reads: [] };
}

function effectOf({ path, body }: Omit<Write, 'key'>): string | null {
  const [, field] = EFFECTS.find(([pattern]) => pattern.test(path)) ?? [];
  const text = field && ((body ?? {}) as Record<string, unknown>)[field];
  return typeof text === 'string' ? text : null;
}
