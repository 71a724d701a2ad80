import { expect, test } from 'vitest';
import { SharedTexts } from './shared-texts.ts';

test('a row keeps its values, however many texts its columns have', () => {
  const texts = new SharedTexts();
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 2_500; n += 1) {
      const row = { name: `Player ${n}`, position: n % 2 ? 'Striker' : '', club: null, version: n };
      const shared = { ...row };
      texts.share(shared);
      expect(shared).toEqual(row);
    }
  }
});
