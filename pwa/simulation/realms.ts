import { createContext, type Script } from 'node:vm';
import type { App, Commands, Visitor } from './page.ts';

/** What page.ts exports. */
export interface Exported {
  openApp: () => App;
  commands: Commands;
  visitor: Visitor;
}

/** Runs the page's code with the globals of one page. */
type Start = (globals: object) => Exported;

interface Realm {
  start: Start;
  /** When its last page ended, in the milliseconds of the world; null while one is open. */
  freeSince: number | null;
}

/** After this long a page that was killed has nothing left that could wake up, in milliseconds. */
const COLD = 5 * 60_000;

/**
 * The realms in which pages run, one page in each at a time. A realm is used again when its last page
 * is long dead: V8 has compiled the code there, and knows it.
 */
export class Realms {
  readonly #script: Script;
  readonly #all: Realm[] = [];

  constructor(script: Script) {
    this.#script = script;
  }

  /** Starts a page; `end` is to be called when it is dead. */
  start(globals: object, now: number): { exported: Exported; end: (at: number) => void } {
    const realm = this.#free(now);
    realm.freeSince = null;
    const end = (at: number) => {
      realm.freeSince = at;
    };
    return { exported: realm.start(globals), end };
  }

  /** A world has ended, and nothing of it moves any more. */
  clear(): void {
    for (const realm of this.#all) realm.freeSince = Number.NEGATIVE_INFINITY;
  }

  #free(now: number): Realm {
    const found = this.#all.find(({ freeSince }) => freeSince !== null && freeSince + COLD <= now);
    if (found) return found;
    const start: Start = this.#script.runInContext(createContext({}));
    const realm = { start, freeSince: null };
    this.#all.push(realm);
    return realm;
  }
}
