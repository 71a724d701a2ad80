// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { followInternalLinks } from './internal-links.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  document.body.replaceChildren();
});

function click(attributes: Record<string, string>, modifiers: MouseEventInit = {}) {
  const navigate = vi.fn();
  stops.push(followInternalLinks(navigate));
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.append(link);
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }));
  return navigate;
}

test('a plain link of this site becomes a client navigation', () => {
  expect(click({ href: '/auth?lang=de#new' })).toHaveBeenCalledWith('/auth?lang=de#new');
});

test('the browser keeps calls, legal pages, downloads, other windows and other sites', () => {
  for (const attributes of [
    { href: '/api/logout' },
    { href: '/privacy?lang=de#rights' },
    { href: '/code.png', download: '' },
    { href: '/auth', target: '_blank' },
    { href: 'https://example.org/' },
    { href: 'tel:+34600000000' },
    { href: '#contact' },
  ]) {
    expect(click(attributes)).not.toHaveBeenCalled();
  }
});

test('the browser keeps modified presses', () => {
  expect(click({ href: '/auth' }, { ctrlKey: true })).not.toHaveBeenCalled();
  expect(click({ href: '/auth' }, { button: 1 })).not.toHaveBeenCalled();
});

test('a press that somebody has handled is left alone', () => {
  document.body.addEventListener('click', (event) => event.preventDefault(), { once: true });
  expect(click({ href: '/auth' })).not.toHaveBeenCalled();
});
