import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { shippedTexts } from '#pwa/i18n/all-texts.ts';
import { textsIn } from '#pwa/i18n/translate.ts';
import { groupName, textName } from './text-names.ts';
import { leavesOf } from './text-tree.ts';

for (const language of LANGUAGE_CODES) {
  test(`${language} has words for every group and every text of the editor`, async () => {
    const texts = await shippedTexts(language);
    const words = { t: textsIn(texts, language), language };
    for (const { path } of leavesOf(texts)) {
      expect(textName(words, path), path).toBeTruthy();
      const keys = path.split('.').slice(0, -1);
      keys.forEach((_, at) => {
        const group = keys.slice(0, at + 1).join('.');
        expect(groupName(words, group), group).toBeTruthy();
      });
    }
  });
}

test('a text is called by its part of the page, or by what it says', async () => {
  const words = { t: textsIn(await shippedTexts('de'), 'de'), language: 'de' } as const;
  expect(textName(words, 'hero.title')).toBe('Überschrift');
  expect(textName(words, 'contact.form.namePlaceholder')).toBe('Beispiel im Feld');
  expect(textName(words, 'contact.form.errors.name')).toBe('Fehlermeldung');
  expect(textName(words, 'hero.services')).toBe('Leistungen ansehen');
  expect(groupName(words, 'hero')).toBe('Seitenanfang');
  expect(groupName(words, 'contact.location')).toBe('Büro');
});
