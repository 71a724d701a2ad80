import type { Device } from './device.ts';
import type { Place } from './people.ts';
import type { World } from './world.ts';

/** Makes one thing happen to the world; does nothing when it cannot happen now. */
export type Incident = (world: World) => Promise<void>;

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** Two devices, each with a page; fewer if there are not two. */
export async function twoPlaces(world: World): Promise<Place[]> {
  const places = world.devices.flatMap((device) => {
    const [open] = device.offices();
    return open ? [{ device, ...open }] : [];
  });
  if (places.length < 2) return [];
  const first = world.one(places);
  return [first, world.one(places.filter((place) => place !== first))];
}

/** Ends all pages of a device. */
export function killAll({ browser }: Device): void {
  for (const page of [...browser.pages]) page.kill();
}

/** A browser notices that its network is gone, or back, and tells its pages. */
export function tellConnection({ browser }: Device, isOnLine: boolean): void {
  browser.onLine = isOnLine;
  const event = isOnLine ? 'online' : 'offline';
  for (const { window } of browser.pages) window.dispatchEvent(new Event(event));
}

/** Ends the faults of a device's requests, until the returned function is called. */
export function silence({ network }: Device): () => void {
  const { trouble } = network;
  network.trouble = 0;
  return () => {
    network.trouble = trouble;
  };
}

/** Nothing is in the way of a request of this device. */
export function isCalm({ server }: World, { network }: Device): boolean {
  return server.isSound && network.weather === 'good' && network.nextWrite === null;
}
