// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { fillInquiry } from './inquiry-text.ts';

function aForm(): HTMLFormElement {
  document.body.innerHTML =
    '<form><input name="name"><input name="email"><textarea name="message"></textarea></form>';
  const form = document.querySelector('form');
  if (!form) throw new Error('There is no form.');
  return form;
}

test('a line in which somebody is about to type is filled so that the next letter replaces the kept text', () => {
  const form = aForm();
  const name = form.elements.namedItem('name') as HTMLInputElement;
  name.focus();
  fillInquiry(form, { name: 'Day D', email: 'd@example.org', message: 'Hello there.' });

  expect([name.value, name.selectionStart, name.selectionEnd]).toEqual(['Day D', 0, 5]);
  expect(Object.fromEntries(new FormData(form))).toEqual({
    name: 'Day D',
    email: 'd@example.org',
    message: 'Hello there.',
  });
});

test('what somebody has typed is never replaced by what was kept', () => {
  const form = aForm();
  const name = form.elements.namedItem('name') as HTMLInputElement;
  name.value = 'Day E';
  fillInquiry(form, { name: 'Day D' });
  expect(name.value).toBe('Day E');
});
