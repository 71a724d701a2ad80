import { createContext, type Script } from 'node:vm';
import type { App, Commands, Visitor } from './page.ts';

/** What page.ts exports. */
export interface Exported {
  openApp: () => App;
  openStand: (onEnd: () => void) => void;
  commands: Commands;
  visitor: Visitor;
}

/** Runs the page's code with the globals of one page. */
type Start = (globals: object) => Exported;

interface Realm {
  start: Start;
  /** When its last page ended, in the world's ms; null while one is open. */
  freeSince: number | null;
}

/** Ms after which nothing of a killed page can wake up any more. */
const COLD = 5 * 60_000;

/**
 * The realms in which pages run, one page per realm at a time. A realm is reused when its last page is
 * long dead, because V8 has compiled the code there.
 */
export class Realms {
  readonly #script: Script;
  readonly #all: Realm[] = [];

  constructor(script: Script) {
    this.#script = script;
  }

  /** Starts a page; the caller calls `end` when it is dead. */
  start(globals: object, now: number): { exported: Exported; end: (at: number) => void } {
    const realm = this.#free(now);
    realm.freeSince = null;
    const end = (at: number) => {
      realm.freeSince = at;
    };
    return { exported: realm.start(globals), end };
  }

  /** Frees all realms at the end of a world. */
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
