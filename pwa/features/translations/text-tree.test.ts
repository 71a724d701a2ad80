import { expect, test } from 'vitest';
import { difference, leavesOf, matching, withTexts } from './text-tree.ts';

const texts = {
  hero: { badge: '15+ Years', title: 'Your next contract' },
  footer: { home: 'Home' },
};

test('T-12 every text of a tree is a leaf with its path', () => {
  expect(leavesOf(texts)).toEqual([
    { path: 'hero.badge', text: '15+ Years' },
    { path: 'hero.title', text: 'Your next contract' },
    { path: 'footer.home', text: 'Home' },
  ]);
});

test('T-07 edited texts replace the old ones and nothing else', () => {
  const edited = withTexts(texts, new Map([['hero.badge', '20+ Years']]));
  expect(edited).toEqual({ ...texts, hero: { ...texts.hero, badge: '20+ Years' } });
  expect(texts.hero.badge).toBe('15+ Years');
});

test('a search finds texts and paths, without regard to case', () => {
  expect(matching(texts, 'CONTRACT')).toEqual({ hero: { title: 'Your next contract' } });
  expect(matching(texts, 'footer')).toEqual({ footer: { home: 'Home' } });
  expect(matching(texts, 'nothing')).toEqual({});
});

test('Q-10 an export holds what was changed only', () => {
  const edited = withTexts(texts, new Map([['footer.home', 'Start']]));
  expect(difference(edited, texts)).toEqual({ footer: { home: 'Start' } });
});
