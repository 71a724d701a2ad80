import type { Recorded } from './recorded.ts';
import { Violation } from './violation.ts';

/** A publication that the server has accepted. */
interface Published {
  id: number;
  /** The newest version that its person had seen. */
  base: number | null;
  /** What only this one says. */
  words: string;
}

/** What people have published, as the server has told them. */
export class Publications {
  #told: Published[] = [];

  add(one: Published): void {
    this.#told.push(one);
  }

  /** A backup was restored. */
  forget(): void {
    this.#told = [];
  }

  /** Checks that each is there once, and took the place of the version that its person had seen. */
  check({ publications }: Recorded): void {
    for (const { id, base, words } of this.#told) {
      const found = [...publications].filter(([, content]) => content.includes(words));
      if (found.length !== 1 || found[0]?.[0] !== id) {
        throw new Violation(`The version ${id} was published, and is there ${found.length} times.`);
      }
      const between = [...publications.keys()].find((one) => one > (base ?? 0) && one < id);
      if (between !== undefined) {
        throw new Violation(`Nobody who published ${id} has seen ${between}, which it replaces.`);
      }
    }
  }
}
