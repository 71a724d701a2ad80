import { expect, test } from 'vitest';
import { shortCampaignLink } from '#contract/paths/campaign-link.ts';
import { qrMatrix } from '#pwa/ui/code/draw-qr.ts';
import { PAPERS, type Paper, posterSize } from './poster-size.ts';

const code = { size: 69, isDark: () => false };
const of = (languages: number) => Array.from({ length: languages }, () => code);

test('a poster has as many languages as phones can read on its paper', () => {
  const most = Object.keys(PAPERS).map((paper) => [
    paper,
    [1, 2, 3, 4, 5].filter((languages) => posterSize(paper as Paper, of(languages)).isReadable)
      .length,
  ]);
  expect(Object.fromEntries(most)).toEqual({ a6: 3, a5: 4, a4: 5, a3: 5 });
});

test('the larger a module, the farther its code is read', async () => {
  expect(posterSize('a4', of(1))).toEqual({ edge: 130, isReadable: true, metres: 1.3 });
  const short = await qrMatrix(
    shortCampaignLink('https://www.my-football-agency.example', { id: 123_456, language: 'de' }),
  );
  expect(short.size).toBeLessThanOrEqual(41);
  expect(posterSize('a4', [short])).toEqual({ edge: 130, isReadable: true, metres: 2 });
  expect(posterSize('a3', of(5))).toEqual({ edge: 53, isReadable: true, metres: 0.5 });
});
