import { LISTS } from '#pwa/local/rows.ts';
import type { Device } from './device.ts';
import { PEOPLE } from './template.ts';
import { Violation } from './violation.ts';

interface Seen {
  version: number;
  generation: number;
}

/** The versions of the rows on every device, as they were at the last check. */
export class Versions {
  readonly #seen = new Map<string, Map<string | number, Seen>>();

  /** Checks that no row has gone back to an older version. A full pull begins a new generation. */
  check(device: Device): void {
    for (const { id: userId } of PEOPLE) {
      for (const list of LISTS) {
        const name = `${device.life} ${userId} ${list}`;
        const before = this.#seen.get(name);
        const now = new Map<string | number, Seen>();
        for (const { id, version, generation = 0 } of device.rowsOf(userId, list)) {
          const seen = before?.get(id);
          if (seen?.generation === generation && version < seen.version) {
            throw new Violation(
              `${name} ${id} has gone back from version ${seen.version} to ${version}.`,
            );
          }
          now.set(id, { version, generation });
        }
        this.#seen.set(name, now);
      }
    }
  }
}
