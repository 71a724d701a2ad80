import type { CopiedList } from '#contract/backups/copies.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { isErased } from '#pwa/local/rows/forget-records.ts';
import type { Device } from './device.ts';
import { rowOf } from './invariants.ts';
import type { Ledger } from './ledger.ts';
import type { Beside, Recorded } from './recorded.ts';
import { addressOf } from './recorded.ts';
import { Violation } from './violation.ts';

/** The part of the world that these checks need. */
interface Surroundings {
  readonly ledger: Ledger;
  readonly devices: readonly Device[];
  recorded(): Recorded;
}

/** What a device had of a database when a backup replaced it: it offers it to each later one. */
interface Seen {
  life: string;
  what: 'row' | 'entry' | 'erasure';
  /** The record, as `application:<id>` or `contact:<id>`. */
  lane: string;
  /** The id of an entry. */
  id: string;
}

/** The database that has replaced another one, whose epoch this is. */
interface Restored {
  epoch: string;
  now: Recorded;
  /** The records that it knows to be deleted. */
  stones: ReadonlySet<string>;
}

/** What waits for an admin at a device, or was decided at the server. */
interface Held {
  list: CopiedList;
  recordId: string;
  state: 'open' | 'taken' | 'left';
  content: string | null;
}

/** Lists whose records are checked: the id of a campaign may be one that the backup has not leased. */
const LISTS = ['applications', 'contacts'] as const;

/** What devices had seen of databases that backups have replaced, and which people were erased for good. */
export class GivenBack {
  readonly #seen = new Map<string, Seen>();
  /** Addresses that were erased in this database, or in one before from which it was backed up, with their records. */
  readonly #erased = new Map<string, readonly string[]>();
  /** Records that an admin has left as they are. */
  readonly #left = new Set<string>();

  /** Somebody was erased whom the database `before` had named. */
  erase(address: string, before: Recorded): void {
    const lanes = (['applications', 'contacts'] as const).flatMap((list) =>
      [...before[list].values()]
        .filter((row) => addressOf(row) === address)
        .map(({ id }) => laneOf(list, String(id))),
    );
    this.#erased.set(address.toLowerCase(), lanes);
  }

  leave(lanes: readonly string[]): void {
    for (const lane of lanes) this.#left.add(lane);
  }

  /** A backup has replaced the database `before`. */
  restore(devices: readonly Device[], before: Recorded, { epoch, now, stones }: Restored): void {
    for (const device of devices) this.#note(device, before, epoch);
    const knows = (lane: string) => {
      const row = rowOf(lane, now);
      return row ? !isNamed(row) : stones.has(lane);
    };
    for (const [address, lanes] of this.#erased) {
      if (lanes.length === 0 || !lanes.every(knows)) this.#erased.delete(address);
    }
  }

  #note(device: Device, before: Recorded, epoch: string): void {
    const { life, owner } = device;
    const add = (what: Seen['what'], lane: string, id = '') =>
      this.#seen.set(`${life} ${what} ${lane} ${id}`, { life, what, lane, id });
    for (const list of LISTS) {
      if (device.listStateOf(owner.id, list)?.epoch !== epoch) continue;
      for (const row of device.rowsOf(owner.id, list)) {
        const lane = laneOf(list, row.id);
        if (!isErased(row)) add('row', lane);
        else if (!isNamed(rowOf(lane, before))) add('erasure', lane);
      }
      for (const gone of device.goneOf(owner.id)) {
        const lane = laneOf(gone.list, gone.id);
        if (gone.list === list && !rowOf(lane, before)) add('erasure', lane);
      }
    }
    if (device.listStateOf(owner.id, 'applications')?.epoch !== epoch) return;
    for (const { id, applicationId } of device.historyOf(owner.id)) {
      add('entry', laneOf('applications', applicationId), id);
    }
  }

  /** Checks that nobody who was erased is back, and that no device keeps copies of somebody whom it knows to be erased. */
  checkAlways(world: Surroundings): void {
    const names = namesIn(world.recorded());
    const back = [...this.#erased.keys()].find((address) => names.has(address));
    if (back) throw new Violation(`${back} was erased, and is back.`);
    for (const device of world.devices) checkCopiesOfErased(device);
  }

  /** Checks what must hold once everybody has come, and admins have decided about all that waits. */
  checkAtRest({ ledger, devices }: Surroundings, held: readonly Held[], recorded: Recorded): void {
    const still = held.find(({ state }) => state === 'open');
    if (still) throw new Violation(`A copy of ${still.list} ${still.recordId} still waits.`);
    for (const device of devices) {
      const count = device.unofferedOf(device.owner.id).length;
      if (count > 0) throw new Violation(`${device.name} still has ${count} copies to offer.`);
    }
    for (const { life, what, lane, id } of this.#seen.values()) {
      const device = devices.find((one) => one.life === life);
      if (!device || !canGive(device, ledger) || this.#left.has(lane)) continue;
      const row = rowOf(lane, recorded);
      const name = `${what} ${lane} ${id}`.trim();
      if (what === 'erasure') {
        if (isNamed(row))
          throw new Violation(`${device.name} has seen the ${name}, which is undone.`);
      } else if (ledger.erased.has(lane)) continue;
      else if (!row || (what === 'entry' && !recorded.entries.has(id))) {
        throw new Violation(`${device.name} has seen the ${name}, which is lost.`);
      }
    }
  }
}

/** The records that this database knows to be deleted. */
export function readStones(file: Beside): Set<string> {
  const sql = 'SELECT entity, "entityId" FROM "Tombstone"';
  const stones = file.prepare(sql).all() as { entity: string; entityId: string }[];
  return new Set(stones.map(({ entity, entityId }) => `${entity}:${entityId}`));
}

/** What was decided about copies at this database. */
export function readHeld(file: Beside): Held[] {
  return file.prepare('SELECT list, "recordId", state, content FROM "HeldCopy"').all() as Held[];
}

/** Only a device that has kept its data, and whose user may enter, can give anything back. */
function canGive(
  { hasForgotten, hasLeapt, hasTrimmed, owner }: Device,
  { barred }: Ledger,
): boolean {
  return !(hasForgotten || hasLeapt || hasTrimmed || barred.has(owner.id));
}

function checkCopiesOfErased(device: Device): void {
  const { id: userId } = device.owner;
  const copies = device.copiesOf(userId);
  if (copies.length === 0) return;
  for (const list of LISTS) {
    const erased = new Set(
      device
        .rowsOf(userId, list)
        .filter(isErased)
        .map(({ id }) => id),
    );
    const left = copies.find(
      ({ part, record, value }) => part === list && erased.has(record) && !isErased(value),
    );
    if (left)
      throw new Violation(`${device.name} keeps a copy of ${list} ${left.record}, who was erased.`);
  }
}

function isNamed(row: object | undefined): boolean {
  return row !== undefined && !isAnonymised({ email: addressOf(row) });
}

function namesIn({ applications, contacts }: Recorded): Set<string> {
  const rows = [...applications.values(), ...contacts.values()];
  return new Set(rows.map((row) => addressOf(row).toLowerCase()));
}
