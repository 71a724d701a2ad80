import { expect, test } from 'vitest';
import { seeded } from '#pwa/test/seeded.ts';
import { shortest } from './shrink.ts';

const hundred = Array.from({ length: 100 }, (_, at) => at + 1);

test.each([[[]], [[1]], [[100]], [[3, 4]], [[2, 51, 98]], [[10, 20, 30, 40, 50, 60]]])(
  'of a hundred steps those are left that the failure needs: %j',
  async (needed) => {
    const fails = async (some: readonly number[]) => needed.every((step) => some.includes(step));
    expect(await shortest(hundred, fails)).toEqual(needed);
  },
);

test('no single step can be left out, also where steps stand in for each other', async () => {
  const random = seeded(1);
  for (let round = 0; round < 50; round += 1) {
    const pairs = Array.from({ length: 6 }, () =>
      [random(), random()].map((number) => Math.ceil(number * 100)),
    );
    const fails = async (some: readonly number[]) =>
      pairs.every((pair) => pair.some((step) => some.includes(step)));
    const left = await shortest(hundred, fails);
    expect(await fails(left)).toBe(true);
    for (const step of left) expect(await fails(left.filter((one) => one !== step))).toBe(false);
  }
});
