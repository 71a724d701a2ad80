import { expect, test } from 'vitest';
import { fontFaces, rulesFor } from './first-styles.ts';

const MARKUP = '<header class="Aa0 visually-hidden"><a class="Ab1">';

test('the first view has the rules without a class, and all rules of the modules that it uses', () => {
  const css = 'p{margin:0}.Aa0{color:red}.Aa7 svg{color:red}.Ac0{color:red}.visually-hidden{top:0}';
  expect(rulesFor(MARKUP, css)).toBe(
    'p{margin:0}.Aa0{color:red}.Aa7 svg{color:red}.visually-hidden{top:0}',
  );
});

test('a rule that also needs a module of what is below stays below', () => {
  expect(rulesFor(MARKUP, '.Aa0 .Ac0{top:0}.Aa0:has(.Ab0:popover-open) .Ab1{top:0}')).toBe(
    '.Aa0:has(.Ab0:popover-open) .Ab1{top:0}',
  );
});

test('conditions are kept around what is left, and animations with their module', () => {
  const css =
    '@media (width<40rem){.Aa0{top:0}.Ac0{top:0}}@media print{.Ac0{top:0}}' +
    '@keyframes Aa1{to{top:0}}@keyframes Ac1{to{top:0}}';
  expect(rulesFor(MARKUP, css)).toBe('@media (width<40rem){.Aa0{top:0}}@keyframes Aa1{to{top:0}}');
});

test('custom properties that nothing uses are left out, also those that only such a one used', () => {
  const css =
    ':root{color-scheme:light dark;--a:1px;--b:var(--a);--c:2px;--d:calc(2*var(--c))}.Aa0{top:var(--d)}';
  expect(rulesFor(MARKUP, css)).toBe(
    ':root{color-scheme:light dark;--c:2px;--d:calc(2*var(--c))}.Aa0{top:var(--d)}',
  );
});

test('the font faces are found among other rules', () => {
  expect(fontFaces('p{top:0}@font-face{src:url(a)}@media print{p{top:0}}')).toBe(
    '@font-face{src:url(a)}',
  );
});
