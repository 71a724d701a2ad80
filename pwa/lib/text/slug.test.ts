import { expect, test } from 'vitest';
import { campaignFileName, campaignMark } from './slug.ts';

test('Q-25 a file is named after its campaign, with accents and dashes', () => {
  expect(campaignFileName('Gira Otoño 2026', 'png')).toBe('campaign-gira-otoño-2026.png');
  expect(campaignFileName('  Spring \t Fair\n2025 ', 'png')).toBe('campaign-spring-fair-2025.png');
});

test('Q-25 a letter with its accent apart is the same name', () => {
  expect(campaignFileName('Oton\u0303o', 'png')).toBe('campaign-oto\u00f1o.png');
});

test('Q-25 what a file name may not hold is left out', () => {
  expect(campaignFileName('U19 / U21: "who?" <a|b>*\\', 'svg')).toBe(
    'campaign-u19--u21-who-ab.svg',
  );
  expect(campaignFileName('Fair\u0000\u200e 1', 'png')).toBe('campaign-fair-1.png');
});

test('Q-25 a very long name still makes a file name', () => {
  const name = campaignFileName(`U${'🏆'.repeat(300)}`, 'png');
  expect(new TextEncoder().encode(name).length).toBeLessThan(255);
  expect(() => encodeURIComponent(name)).not.toThrow();
});

test.each([
  ['Copa Múnich 2026', 'copa-munich-2026'],
  ['  U-19 & friends!  ', 'u-19-friends'],
  ['Турнир', 'campaign'],
  ['   ', ''],
  ['x'.repeat(200), 'x'.repeat(56)],
])('the link of %j is marked %j', (name, mark) => {
  expect(campaignMark(name)).toBe(mark);
});
