import { expect, test } from 'vitest';
import { canonicalEmail, emailKey } from './email.ts';

test.each([
  [' ana@example.org ', 'ana@example.org'],
  ['\u200Bana@example.org\uFEFF', 'ana@example.org'],
  ['ana\u00AD@exam\u200Bple.org', 'ana@example.org'],
  ['\u202Aana@example.org\u202C', 'ana@example.org'],
  ['ａｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ana@example.org'],
  ['ana@müller.de', 'ana@xn--mller-kva.de'],
  ['Ana@MU\u0308LLER.de', 'Ana@xn--mller-kva.de'],
  ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
  ['ana@b.org/ü', 'ana@b.org/ü'],
  ['müller', 'müller'],
])('%j is written as %s', (typed, address) => {
  expect(canonicalEmail(typed)).toBe(address);
});

test('addresses are one whatever their case, and however their domain is written', () => {
  expect(emailKey('ANA@Müller.de')).toBe(emailKey('ana@xn--mller-kva.de'));
});
