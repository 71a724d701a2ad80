import type { Device } from './device.ts';
import type { Ledger } from './ledger.ts';
import type { Recorded } from './recorded.ts';
import { Violation } from './violation.ts';

/** The part of the world that these checks need. */
interface Surroundings {
  readonly ledger: Ledger;
  readonly wasRestored: boolean;
  recorded(): Recorded;
  reach<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown } | null>;
}

/** Checks that the lists of a page are those of its disk, but for rows with queued changes. */
export async function checkLists(
  world: Surroundings,
  device: Device,
  { page, office }: ReturnType<Device['offices']>[number],
): Promise<void> {
  const { id: userId } = office.user;
  for (const list of ['applications', 'contacts'] as const) {
    const before = device.rowsOf(userId, list);
    const read = await world.reach<readonly Shown[]>(page.commands.readList(office.mirror, list));
    if (!read || 'error' in read || device.rowsOf(userId, list) !== before) continue;
    const shown = new Map(read.value.map((row) => [row.id, row]));
    const touched = new Set(device.queueOf(userId).map(({ entity }) => entity));
    for (const { id, version, removedAt = null } of before as readonly Stored[]) {
      const row = shown.get(id);
      const name = `${list} ${id} of ${device.name}`;
      shown.delete(id);
      // A queued conversion changes the application, too.
      if (row ? row.waiting !== null : touched.size > 0) continue;
      if (removedAt !== null && row) throw new Violation(`${name} is removed, and is shown.`);
      if (removedAt !== null) continue;
      if (row?.version !== version) {
        throw new Violation(`${name} is shown as of ${row?.version}, and stored as of ${version}.`);
      }
    }
    const more = [...shown.values()].find(({ waiting }) => waiting === null);
    if (more) throw new Violation(`${device.name} shows ${list} ${more.id}, which it has not.`);
  }
}

interface Shown {
  id: string | number;
  version: number;
  waiting: unknown;
}

interface Stored {
  id: string | number;
  version: number;
  removedAt?: string | null;
}

/** Checks that a page shows the views that the server has of its user, but for views with queued changes. */
export async function checkViews(
  world: Surroundings,
  device: Device,
  { page, office }: ReturnType<Device['offices']>[number],
): Promise<void> {
  const { id: userId } = office.user;
  const read = await world.reach(page.commands.readViews(office.mirror));
  if (!read || 'error' in read) throw new Violation(`${device.name} cannot read its views.`);
  const queued = new Set(device.queueOf(userId).map(({ entity }) => entity));
  const isSettled = ({ id }: { id: string }) => !queued.has(`view:${id}`);
  const shown = read.value.filter(isSettled).map(({ id, name }) => `${id} ${name}`);
  const stored = viewsOf(world.recorded(), userId).filter(isSettled);
  const there = stored.map(({ id, name }) => `${id} ${name}`);
  if (shown.sort().join() !== there.sort().join()) {
    throw new Violation(`${device.name} shows the views ${shown}, and the server has ${there}.`);
  }
}

function viewsOf({ views }: Recorded, userId: number) {
  return [...views.values()].filter((view) => view.userId === userId && view.removedAt === null);
}

/** Checks that a history is stored once, now that no pull is under way. */
export function checkStoredOnce(device: Device, userId: number): void {
  const seen = new Set<string>();
  for (const { id } of device.historyPagesOf(userId).flatMap(({ entries }) => entries)) {
    if (seen.has(id)) throw new Violation(`${device.name} keeps the entry ${id} twice.`);
    seen.add(id);
  }
}

/**
 * Checks that a device reads everything again only for a reason: a restored backup, lost rights, a wiped or full disk, or
 * pages that it could not read.
 */
export function checkPulledOnce({ wasRestored, ledger }: Surroundings, device: Device): void {
  const { id } = device.owner;
  const { hasForgotten, hasTrimmed, browser } = device;
  if (wasRestored || hasForgotten || hasTrimmed || ledger.barred.has(id) || browser.hasLost) return;
  for (const list of ['applications', 'contacts'] as const) {
    const { generation = 1 } = device.listStateOf(id, list) ?? {};
    if (generation > 1) throw new Violation(`${device.name} reads all ${list} again for nothing.`);
  }
}
