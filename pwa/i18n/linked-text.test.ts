import { expect, test } from 'vitest';
import { linkedText } from './linked-text.ts';

test('takes the link out of a sentence', () => {
  expect(linkedText('I agree to the [privacy policy].')).toEqual({
    before: 'I agree to the ',
    link: 'privacy policy',
    after: '.',
  });
});

test('a sentence without brackets has no link', () => {
  expect(linkedText('Plain.')).toEqual({ before: 'Plain.', link: '', after: '' });
});
