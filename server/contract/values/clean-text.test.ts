import { expect, test } from 'vitest';
import { cleanText, marksIn } from './clean-text.ts';

test.for([
  ['Don&#39;t wait', "Don't wait", ['&#39;']],
  ['Don&#x27;t wait', "Don't wait", ['&#x27;']],
  ['Don & # 39; t wait', "Don ' t wait", ['& # 39;']],
  ['Vega &amp; Sons', 'Vega & Sons', ['&amp;']],
  ['Vega &amp;amp; Sons', 'Vega & Sons', ['&amp;']],
  ['Don&amp;#39;t', "Don't", ['&amp;']],
  ['a &quot;career&quot;', 'a "career"', ['&quot;']],
  ['un appel&nbsp;: oui', 'un appel\u00A0: oui', ['&nbsp;']],
  ['M&uuml;nchen, Espa&ntilde;a', 'München, España', ['&uuml;', '&ntilde;']],
  ['&Eacute;quipe', 'Équipe', ['&Eacute;']],
  ['a&#8203;b&#xFEFF;', 'ab', ['&#8203;', '&#xFEFF;']],
  ['a&#0;b&#xD800;c&#9999999;d', 'abcd', ['&#0;', '&#xD800;', '&#9999999;']],
  ['&lt;b&gt;', '<b>', ['&lt;', '&gt;']],
  ['\uFEFFYour\u200B game', 'Your game', ['U+FEFF', 'U+200B']],
  ['Yo\u200Cur ga\u200Dme', 'Your game', ['U+200C', 'U+200D']],
  ['\u200EMadrid\u200F \u202Aand\u202C \u2066more\u2069', 'Madrid and more', null],
  ['Vereins\u00ADlos', 'Vereinslos', ['U+00AD']],
  ['\u00ADVega\u00AD', 'Vega', ['U+00AD']],
] as const)('%j becomes %j', ([text, clean, marks]) => {
  expect(cleanText(text)).toBe(clean);
  if (marks) expect(marksIn(text)).toEqual(marks);
  expect(marksIn(clean)).toEqual([]);
});

test.for([
  '<script>alert(1)</script> "=1+1" مرحبا 👩‍👩‍👧 👩🏽‍⚽ 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ⚽',
  'Meier & Co; Q&A; https://example.org/?a=1&b=2;',
  'Oui\u00A0: 12\u202F000\u00A0€, e\u2011mail',
  'Spieler\u00ADvermittlung',
  'می\u200Cخواهم \u200Fالهلال\u200E',
  'क्\u200Dष',
  "L'œuvre, “quote”, ½, é",
])('%j stays as it is', (text) => {
  expect(cleanText(text)).toBe(text);
  expect(marksIn(text)).toEqual([]);
});
