// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { followLink, markScrolled, showYear } from './before-react.ts';

beforeEach(() => {
  document.body.innerHTML = '';
  document.addEventListener('click', (event) => event.preventDefault(), {
    capture: true,
    once: true,
  });
});

test('H-02 the mark of the shadow comes beyond 10 px and goes again', () => {
  const marked = () => document.documentElement.hasAttribute('data-scrolled');
  for (const [scrolled, expected] of [
    [0, false],
    [10, false],
    [11, true],
    [10, false],
  ] as const) {
    vi.stubGlobal('scrollY', scrolled);
    markScrolled();
    expect(marked()).toBe(expected);
  }
});

test('H-07 the login link carries the time of the press', () => {
  const link = pressed('<a href="/api/login">Login</a>');
  const at = Number(new URL(link.href).searchParams.get('t'));
  expect(Math.abs(Date.now() - at)).toBeLessThan(1_000);
});

test('any other link is left alone', () => {
  expect(pressed('<a href="#about">About</a>').getAttribute('href')).toBe('#about');
});

test('L-21 a page that was prerendered last year shows this one', () => {
  document.body.innerHTML = '<span data-year>2020</span>';
  showYear(document.querySelector('[data-year]'));
  expect(document.body.textContent).toBe(String(new Date().getFullYear()));
});

/** Presses the link of this markup and answers it. */
function pressed(markup: string): HTMLAnchorElement {
  document.body.innerHTML = markup;
  document.addEventListener('click', followLink, { once: true });
  const link = document.querySelector('a');
  if (!link) throw new Error('The markup has no link.');
  link.click();
  return link;
}
