import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TypedText } from './typed-text.tsx';

const markup = (text: string) => renderToStaticMarkup(<TypedText>{text}</TypedText>);

test('web addresses and numbers are links, the sentence around them is not', () => {
  expect(markup('See https://example.com/a?b=1. Call +34 600 000-001, ask for Ana (13:45).')).toBe(
    'See <a href="https://example.com/a?b=1" target="_blank" rel="noreferrer">https://example.com/a?b=1</a>. ' +
      'Call <a href="tel:+34600000001">+34 600 000-001</a>, ask for Ana (13:45).',
  );
});

test('V1.1.2 what only looks like a link, or like HTML, stays text', () => {
  for (const text of ['javascript:alert(1)', '1.85 m, 2008-04-12', '+5 goals', 'https://']) {
    expect(markup(text)).toBe(text);
  }
  expect(markup('<b>https://a.example/"x</b>')).toBe(
    '&lt;b&gt;<a href="https://a.example/" target="_blank" rel="noreferrer">https://a.example/</a>&quot;x&lt;/b&gt;',
  );
});
