import { expect, test } from 'vitest';
import type { Entry } from './entries.ts';
import { tappedTexts } from './tapped-texts.ts';

const entries: Entry[] = Object.entries({
  'about.features.contractNegotiation.title': 'Contract negotiation',
  'services.items.contractNegotiation.title': 'Contract negotiation',
  'callToAction.title': 'Ready for the next step?',
  'footer.copyright': '© {{year}} {{name}}. All rights reserved.',
  'contact.form.privacyPolicy': 'I agree to the [privacy policy].',
  'statistics.players.label': 'players represented',
  'common.anything': '{{anything}}',
  'sign.in': 'The sign-in ({{code}}) is over.',
  'hero.title': 'Your [next] contract, your decision.',
  'share.line': '{{title}}, {{url}}',
}).map(([path, text]) => ({ path, text, shipped: text, english: text }));
const pathsOf = (words: string[], section?: string) =>
  tappedTexts(entries, words, section).map(({ path }) => path);

test('a tapped text is found, and of two that are alike the one of its section', () => {
  expect(pathsOf(['Contract negotiation'], 'services')).toEqual([
    'services.items.contractNegotiation.title',
  ]);
  expect(pathsOf(['Ready for\n the next step?'], 'call-to-action')).toEqual(['callToAction.title']);
  expect(pathsOf(['Contract negotiation'], 'header')).toHaveLength(2);
});

test('a text is found by what the page has put into it, and around a link', () => {
  expect(pathsOf(['© 2026 Lucía Vega. All rights reserved.'], 'footer')).toEqual([
    'footer.copyright',
  ]);
  expect(pathsOf(['I agree to the ', 'I agree to the privacy policy.*'], 'contact')).toEqual([
    'contact.form.privacyPolicy',
  ]);
});

test('words inside an element count before those around it, and a value alone is no text', () => {
  expect(pathsOf([' players represented', '100+ players represented'])).toEqual([
    'statistics.players.label',
  ]);
  expect(pathsOf(['100+'])).toEqual([]);
});

test('square brackets that are no link, and a comma between two values, lead to no other text', () => {
  expect(pathsOf(['Your [next] contract, your decision.'], 'hero')).toEqual(['hero.title']);
  expect(pathsOf(['Madrid, Spain'])).toEqual([]);
});
