import { MOST_NOTED } from '#contract/unsent.ts';
import type { Device } from './device.ts';
import type { Recorded } from './recorded.ts';
import type { Person } from './template.ts';
import { Violation } from './violation.ts';

/** Records what an eviction is about to delete. */
export function noteEviction(device: Device, { id }: Person, recorded: Recorded): void {
  const before = device.lossOf(id) ? undefined : device.evictions.get(id);
  const queued = device.queueOf(id).map(({ key }) => key);
  const gone = queued.filter((key) => !hasArrived(`${id} ${key}`, recorded));
  device.evictions.set(id, {
    gone: new Set([...(before?.gone ?? []), ...gone]),
    queued: new Set([...(before?.queued ?? []), ...queued]),
    noted: new Set(device.notedOf(id)),
  });
}

/**
 * Checks that queued changes are noted outside of the storage, and that no device reports a loss that
 * did not happen.
 */
export function checkLost(device: Device, people: readonly Person[], recorded: Recorded): void {
  for (const { id } of people) {
    const loss = device.lossOf(id);
    const isAtWork = device.offices().some(({ office }) => office.user.id === id);
    if (loss && isAtWork && !device.hasOldNote(id)) checkNoted(device, id);
    const eviction = device.evictions.get(id);
    for (const key of eviction?.noted ?? []) {
      if (hasArrived(`${id} ${key}`, recorded)) eviction?.noted.delete(key);
    }
    // One that had arrived at the eviction may be gone with a database that a backup has replaced.
    for (const key of eviction?.queued ?? []) {
      if (!hasArrived(`${id} ${key}`, recorded)) eviction?.gone.add(key);
    }
    const told = loss?.lost ?? 0;
    const gone = eviction?.gone.size ?? 0;
    if (told > gone) {
      throw new Violation(
        `${device.name} tells user ${id} of ${told} lost changes, and ${gone} are.`,
      );
    }
    if (loss && eviction && told >= eviction.noted.size) eviction.noted.clear();
  }
}

/** Checks that the device has reported every noted change that is lost. */
export function checkTold(device: Device): void {
  const { id } = device.owner;
  const untold = device.evictions.get(id)?.noted.size ?? 0;
  if (untold > 0) {
    const told = device.lossOf(id)?.lost ?? 0;
    throw new Violation(
      `${device.name} has lost ${untold} changes of user ${id}, and tells ${told}.`,
    );
  }
}

function checkNoted(device: Device, userId: number): void {
  const waiting = device.queueOf(userId).slice(0, MOST_NOTED);
  const [here, noted] = [waiting.map(({ key }) => key).join(), device.notedOf(userId).join()];
  if (here !== noted) {
    throw new Violation(`On ${device.name} wait ${here || 'no changes'}, and noted are ${noted}.`);
  }
}

function hasArrived(name: string, { keys }: Recorded): boolean {
  const status = keys.get(name)?.status ?? 500;
  return status < 400 || status === 404;
}
