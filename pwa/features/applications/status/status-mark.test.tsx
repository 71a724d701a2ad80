import { expect, test } from 'vitest';
import { STATUSES } from '#contract/fields/vocabulary.ts';
import { lookOf } from './status-mark.tsx';

test('every status has a mark of its own: two are told apart without their colours', () => {
  const marks = STATUSES.map((status) => lookOf(status).mark);
  const drawn = marks.map(({ type, props }) => JSON.stringify([String(type), props]));
  expect(new Set(drawn).size).toBe(STATUSES.length);
});
