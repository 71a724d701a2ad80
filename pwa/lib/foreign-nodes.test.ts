// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { tolerateForeignNodes } from './foreign-nodes.ts';

tolerateForeignNodes();
beforeEach(() => {
  document.body.innerHTML = '<p>words<i></i></p>';
});

test('a node that was moved into another is still a place to insert before, and is removed with it', () => {
  const { paragraph, text } = wrapped();
  const mark = document.createElement('b');
  expect(paragraph.insertBefore(mark, text)).toBe(mark);
  expect(paragraph.innerHTML).toBe('<b></b><font>words</font><i></i>');
  expect(paragraph.removeChild(text)).toBe(text);
  expect(paragraph.innerHTML).toBe('<b></b><i></i>');
});

test('a node that was taken away is no place to insert before, and needs no removal', () => {
  const { paragraph, text } = wrapped();
  text.remove();
  const mark = document.createElement('b');
  paragraph.insertBefore(mark, text);
  expect(paragraph.removeChild(text)).toBe(text);
  expect(paragraph.innerHTML).toBe('<font></font><i></i><b></b>');
});

test('nodes that are where they were put are inserted and removed as ever', () => {
  const paragraph = document.body.firstElementChild as Element;
  const last = paragraph.lastChild as Node;
  const mark = document.createElement('b');
  paragraph.insertBefore(mark, last);
  expect(paragraph.innerHTML).toBe('words<b></b><i></i>');
  expect(paragraph.removeChild(last)).toBe(last);
  paragraph.insertBefore(last, null);
  expect(paragraph.innerHTML).toBe('words<b></b><i></i>');
});

/** A paragraph whose text another program has moved into an element of its own. */
function wrapped() {
  const paragraph = document.body.firstElementChild as Element;
  const text = paragraph.firstChild as Text;
  const font = document.createElement('font');
  text.replaceWith(font);
  font.append(text);
  return { paragraph, text };
}
