import { LISTS } from '#pwa/local/database/rows.ts';
import type { Device, MirroredRow } from './device.ts';
import { PEOPLE } from './template.ts';
import { Violation } from './violation.ts';

interface Seen {
  version: number;
  generation: number;
}

/** The versions of the rows on every device, as they were at the last check. */
export class Versions {
  readonly #seen = new Map<string, Map<string | number, Seen>>();
  /** The rows that were checked last, by the same names. */
  readonly #checked = new Map<string, readonly MirroredRow[]>();

  /**
   * Checks that no row has gone back to an older version.
   *
   * @param isSame the server's database is still the first one: in another one, versions may be lower
   */
  check(device: Device, { isSame }: { isSame: boolean }): void {
    for (const { id: userId } of PEOPLE) {
      for (const list of LISTS) {
        const name = `${device.life} ${userId} ${list}`;
        const rows = device.rowsOf(userId, list);
        if (this.#checked.get(name) === rows) continue;
        this.#checked.set(name, rows);
        const before = this.#seen.get(name);
        const now = new Map<string | number, Seen>();
        for (const { id, version, generation } of rows) {
          const seen = before?.get(id);
          const isOfSame = seen && (isSame || seen.generation === generation);
          if (isOfSame && version < seen.version) {
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
