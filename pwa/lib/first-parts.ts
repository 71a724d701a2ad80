import { lazyPartAhead } from './lazy-part.ts';
import { within } from './time/within.ts';

/** The longest time that the first rows of a device wait for these parts, in ms. */
const TIMEOUT = 10_000;

const first: (() => Promise<unknown>)[] = [];

/** A lazy part that a device needs to work with its first rows: they come with it. */
export function lazyPartFirst<T>(load: () => Promise<T>): () => Promise<T> {
  const part = lazyPartAhead(load);
  first.push(part);
  return part;
}

/** Fetches these parts. Resolves when the first rows may be shown; never throws. */
export async function firstParts(): Promise<void> {
  if (first.length === 0) return;
  await within(TIMEOUT, Promise.allSettled(first.map((part) => part()))).catch(() => undefined);
}
