import { fillFrom } from './browser-page.ts';
import { delayOf } from './clock.ts';
import type { World } from './world.ts';

/**
 * Replaces clock, timers and random numbers of this process by those of a world's server. Returns a
 * function that puts the real ones back.
 */
export function borrowTime(world: World): () => void {
  const { Date: RealDate, setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const { random } = Math;
  const { getRandomValues } = crypto;
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number]) {
      if (given.length > 0) super(...(given as [number]));
      else super(world.serverTime() + world.server.skew);
    }
    static override now(): number {
      return world.serverTime() + world.server.skew;
    }
  } as DateConstructor;
  const later = (work: (...given: unknown[]) => void, wait = 0, ...given: unknown[]) =>
    handleOf(world.clock.after(delayOf(wait), () => work(...given)));
  const cancel = (handle: unknown) => world.clock.cancel(Number(handle));
  const again = (work: () => void, wait = 0) => handleOf(world.clock.every(delayOf(wait), work));
  Object.assign(globalThis, { setTimeout: later, clearTimeout: cancel });
  Object.assign(globalThis, { setInterval: again, clearInterval: cancel });
  Math.random = world.random;
  crypto.getRandomValues = (bytes) => {
    if (bytes instanceof Uint8Array) fillFrom(world.random, bytes);
    return bytes;
  };
  return () => {
    Object.assign(globalThis, {
      Date: RealDate,
      setTimeout,
      clearTimeout,
      setInterval,
      clearInterval,
    });
    Math.random = random;
    crypto.getRandomValues = getRandomValues;
  };
}

/** The parts of Node's timer object that are used. */
function handleOf(number: number) {
  return { ref: () => undefined, unref: () => undefined, [Symbol.toPrimitive]: () => number };
}
