import { expect, test } from 'vitest';
import { fontFaces, rulesFor } from './first-styles.ts';

const MARKUP = '<header class="Aa0 visually-hidden"><a class="Ab1">';

test('the first view has the rules without a class, and those whose classes it has', () => {
  const css = 'p{margin:0}.Aa0 svg{color:red}.Aa7{color:red}.Ac0{color:red}.visually-hidden{top:0}';
  expect(rulesFor(MARKUP, css)).toBe('p{margin:0}.Aa0 svg{color:red}.visually-hidden{top:0}');
});

test('a rule that also needs a class of what is below stays below', () => {
  expect(rulesFor(MARKUP, '.Aa0 .Ac0{top:0}.Aa0:has(.Ab1:popover-open) .Ab1{top:0}')).toBe(
    '.Aa0:has(.Ab1:popover-open) .Ab1{top:0}',
  );
});

test('of a list of selectors those of the first view are left', () => {
  expect(rulesFor(MARKUP, '.Ac0:not(:focus,:active),.Aa0:is(a,b),.Ad0{top:0}')).toBe(
    '.Aa0:is(a,b){top:0}',
  );
});

test('what only a pointer, a press or a printer asks for is left to the style sheet that follows', () => {
  const css =
    '.Aa0:hover,.Ab1{top:0}.Aa0:not(:focus,:hover){top:1px}.Ab1:disabled{top:2px}@media print{.Aa0{top:3px}}@media (forced-colors:active){.Aa0{top:4px}}@media print,(height<=20rem){.Aa0{top:5px}}';
  expect(rulesFor(MARKUP, css, true)).toBe('.Ab1{top:0}.Aa0:not(:focus,:hover){top:1px}');
  expect(rulesFor(MARKUP, css)).toBe(css);
});

test('conditions are kept around what is left, and animations that a rule uses', () => {
  const css =
    '@media (width<40rem){.Aa0{top:0}.Ac0{animation:Ac1 1s}}@media print{.Ac0{top:0}}' +
    '.Ab1{animation:1s Aa1}@keyframes Aa1{to{top:0}}@keyframes Ac1{to{top:0}}';
  expect(rulesFor(MARKUP, css)).toBe(
    '@media (width<40rem){.Aa0{top:0}}.Ab1{animation:1s Aa1}@keyframes Aa1{to{top:0}}',
  );
});

test('the value of a custom property takes the place of its name, unless a condition changes it', () => {
  const css =
    ':root{--a:1px;--b:red;--c:calc(2*var(--a))}@media print{:root{--b:#000}}.Aa0{top:var(--c);color:var(--b)}';
  expect(rulesFor(MARKUP, css)).toBe(
    ':root{--b:red;}@media print{:root{--b:#000}}.Aa0{top:calc(2*1px);color:var(--b)}',
  );
});

test('custom properties that nothing uses are left out, also those that only such a one used', () => {
  const css =
    ':root{color-scheme:light dark;--a:1px;--b:var(--a)}@media print{:root{--a:2px;--b:3px}}.Aa0{top:0}';
  expect(rulesFor(MARKUP, css)).toBe(
    ':root{color-scheme:light dark;}@media print{:root{}}.Aa0{top:0}',
  );
});

test('the font faces are found among other rules', () => {
  expect(fontFaces('p{top:0}@font-face{src:url(a)}@media print{p{top:0}}')).toBe(
    '@font-face{src:url(a)}',
  );
});
