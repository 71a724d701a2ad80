/** A generator of numbers in [0, 1) that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of several, by a number in [0, 1). */
export function oneOf<T>(random: number, choices: readonly T[]): T {
  const choice = choices[Math.floor(random * choices.length)];
  if (choice === undefined) throw new Error('There is nothing to choose from.');
  return choice;
}
