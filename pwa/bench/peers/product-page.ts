/** Our own engine and mirror behind the same interface as the other systems' pages. */
import { liveQuery } from 'dexie';
import type { CurrentUser } from '#contract/auth.ts';
import { login } from '#contract/auth.ts';
import { ALL_RULES } from '#contract/values/search-text.ts';
import { call } from '#pwa/api/call.ts';
import { findApplications, haystackOf } from '#pwa/features/applications/application-list.ts';
import { Haystack } from '#pwa/lib/text/haystack.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { readList, readNewest } from '#pwa/local/rows/read-rows.ts';
import { type SyncEngine, startSync } from '#pwa/sync/engine.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { type PeerPage, Screen, SHOWN, timed, until } from './systems/peer-page.ts';

/** What is measured of ours alone. */
export interface ProductPage {
  /** Reads all rows, with the texts that a search reads; resolves with their number. */
  readAll(): Promise<number>;
  /** Milliseconds that a search takes for each of these queries. */
  search(queries: readonly string[]): Promise<number[]>;
  /** Milliseconds until the server has accepted a change and the mirror has it, one change after the other. */
  accepted(count: number): Promise<number[]>;
}

declare global {
  interface Window {
    peer: PeerPage;
    product: ProductPage;
  }
}

let mirror: Mirror;
let engine: SyncEngine | null = null;
let all: readonly ApplicationRow[] = [];
let haystack = new Haystack([], ALL_RULES);

async function sent(): Promise<void> {
  engine ??= startSync(mirror, user());
  // Resolves when all was tried; what is left then would be tried again by itself.
  await engine.sendNow();
  await until(async () => (await mirror.outbox.count()) === 0);
}

function user(): CurrentUser {
  return JSON.parse(localStorage.getItem('bench-user') ?? 'null');
}

function follow(screen: Screen): void {
  liveQuery(() => readNewest(mirror, 'applications', SHOWN)).subscribe((rows) => {
    screen.show([...rows]);
  });
}

window.peer = {
  async prepare() {
    const body = { username: 'marta', password: 'tunnel-vision-9' };
    localStorage.setItem('bench-user', JSON.stringify(await call(login, { body })));
  },

  async pull() {
    const screen = new Screen();
    mirror = new Mirror(user().id);
    follow(screen);
    const whole = await timed(async () => {
      startSync(mirror, user());
      await until(async () => {
        const state = await mirror.meta.get('applications');
        return state !== undefined && 'tail' in state && state.tail === null;
      });
    });
    await screen.drawn();
    const { firstRow, first200 } = screen;
    const { length: count } = await readNewest(mirror, 'applications', Number.POSITIVE_INFINITY);
    return { firstRow, first200, whole, count };
  },

  async open() {
    const screen = new Screen();
    mirror = new Mirror(user().id);
    screen.show([...(await readNewest(mirror, 'applications', SHOWN))]);
    await until(() => screen.first200 > 0);
    return screen.first200;
  },

  async change(count, note) {
    const rows = await readNewest(mirror, 'applications', count);
    const times: number[] = [];
    for (const row of rows) {
      times.push(await timed(() => changeStatus(mirror, row, { status: 'signed', notes: note })));
    }
    return times;
  },

  async drain() {
    return timed(sent);
  },

  async saved(note) {
    const entries = await mirror.outbox.toArray();
    return entries.filter((entry) => entry.type === 'status-changed' && entry.body.notes === note)
      .length;
  },
};

window.product = {
  async readAll() {
    all = await readList(mirror, 'applications');
    haystack = new Haystack(
      all.map((row) => haystackOf(row, ALL_RULES)),
      ALL_RULES,
    );
    return all.length;
  },

  async search(queries) {
    const times: number[] = [];
    for (const query of queries) {
      const view = { query, filter: 'all' } as const;
      times.push(await timed(async () => findApplications(all, haystack, view, '2026-01-01')));
    }
    return times;
  },

  async accepted(count) {
    await sent();
    const times: number[] = [];
    for (const row of all.slice(0, count)) {
      const change = { status: 'in_review', notes: 'Bench accepted' } as const;
      times.push(await timed(() => changeStatus(mirror, row, change).then(sent)));
    }
    return times;
  },
};
