// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { followShortcuts } from './shortcuts.ts';

beforeEach(() => {
  document.body.innerHTML = `
    <div role="tablist"><button role="tab" id="tab">Applications</button></div>
    <input id="text" aria-keyshortcuts="/" />
    <ul>
      <li data-row><a href="/dashboard/applications/1" id="one">A</a></li>
      <li data-row><a href="/dashboard/applications/2" id="two">B</a></li>
      <li data-row><input type="checkbox" id="box" aria-keyshortcuts="X" /></li>
    </ul>`;
  onTestFinished(followShortcuts());
});

function pressedOn(id: string, key: string): string | undefined {
  const element = document.getElementById(id);
  element?.focus();
  element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return document.activeElement?.id;
}

test('J and K lead from row to row, also from a tab or a box that was pressed before', () => {
  expect(pressedOn('tab', 'j')).toBe('one');
  expect(pressedOn('one', 'j')).toBe('two');
  expect(pressedOn('two', 'k')).toBe('one');
  expect(pressedOn('two', 'j')).toBe('box');
  expect(pressedOn('box', 'k')).toBe('two');
});

test('arrows lead from row to row once a row has the focus, and on a board from column to column', () => {
  expect(pressedOn('one', 'ArrowDown')).toBe('two');
  expect(pressedOn('two', 'ArrowUp')).toBe('one');
  (document.activeElement as HTMLElement | null)?.blur();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
  expect(document.activeElement).toBe(document.body);

  const card = (id: string) =>
    `<li data-row><a href="/dashboard/applications/${id}" id="${id}"></a></li>`;
  document.body.innerHTML = ['ab', '', 'c', 'def']
    .map((ids) => `<ul data-column>${[...ids].map(card).join('')}</ul>`)
    .join('');
  expect(pressedOn('b', 'ArrowRight')).toBe('c');
  expect(pressedOn('c', 'ArrowRight')).toBe('d');
  expect(pressedOn('f', 'ArrowRight')).toBe('f');
  expect(pressedOn('d', 'ArrowLeft')).toBe('c');
  expect(pressedOn('d', 'ArrowDown')).toBe('e');
});

test('X selects the row at hand, and says whether Shift is held', () => {
  const box = document.querySelector<HTMLInputElement>('#box');
  const held: boolean[] = [];
  box?.addEventListener('click', ({ shiftKey }) => held.push(shiftKey));
  pressedOn('box', 'x');
  expect(box?.checked).toBe(true);
  const shifted = { key: 'X', shiftKey: true, bubbles: true };
  box?.dispatchEvent(new KeyboardEvent('keydown', shifted));
  expect(box?.checked).toBe(false);
  expect(held).toEqual([false, true]);
});

test('a letter that is typed, and an arrow of tabs, move nothing', () => {
  expect(pressedOn('text', 'j')).toBe('text');
  expect(pressedOn('tab', 'ArrowRight')).toBe('tab');
});

test('Escape leaves a field, so that the next key acts on the page', () => {
  expect(pressedOn('text', 'Escape')).toBe('');
});

test('Ctrl or the command key with Enter sends the form of the field', () => {
  document.body.innerHTML = '<form><textarea id="note"></textarea></form>';
  let sent = 0;
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    sent += 1;
  });
  for (const pressed of [{ ctrlKey: true }, { metaKey: true }, {}]) {
    const how = { key: 'Enter', bubbles: true, cancelable: true, ...pressed };
    document.getElementById('note')?.dispatchEvent(new KeyboardEvent('keydown', how));
  }
  expect(sent).toBe(2);
});
