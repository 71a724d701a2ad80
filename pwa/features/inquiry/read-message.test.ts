import { expect, test } from 'vitest';
import { referenceOf } from '#contract/fields/references.ts';
import { keyWith, referenceIn } from '#contract/values/read-reference.ts';
import { readMessage } from './read-message.ts';

test('a message that was sent in place of the form tells its inquiry again', () => {
  const text = [
    'Left back, 19.\nCall me: ana@club.example',
    '',
    'Ana Vogt-Müller, ana@example.org, +34 600 1234-5678',
    'Ihre Nummer: 7K3Q-M2XD',
  ].join('\n');
  expect(readMessage(text)).toEqual({
    reference: '7K3Q-M2XD',
    name: 'Ana Vogt-Müller',
    email: 'ana@example.org',
    phone: '+34 600 1234-5678',
    message: 'Left back, 19.\nCall me: ana@club.example',
  });
});

test('of any other message stays all, with what can be recognised', () => {
  expect(readMessage('Hello, write to ben@example.org.')).toEqual({
    reference: null,
    name: '',
    email: 'ben@example.org',
    phone: '',
    message: 'Hello, write to ben@example.org.',
  });
  expect(readMessage('Soy Ana, ana@example.org +34 600 111-222, del 2008-04-12')).toMatchObject({
    email: 'ana@example.org',
    phone: '+34 600 111-222',
  });
  expect(readMessage('Ruf an: 0049 151 2345678.')).toMatchObject({ phone: '0049 151 2345678' });
  expect(readMessage('Chat: https://wa.me/4915771234567')).toMatchObject({
    phone: '+4915771234567',
  });
  expect(readMessage('Born 2008-04-12, 1.85 m, 20004711')).toMatchObject({ phone: '' });
  for (const text of [
    'I am ana@example.org: hello',
    '(mailto:ana@example.org)',
    'ana@example.org!',
  ])
    expect(readMessage(text)).toMatchObject({ email: 'ana@example.org' });
  expect(readMessage('')).toMatchObject({ reference: null, message: '' });
});

test('a reference is read in any case, and a key has the reference that it was made for', () => {
  expect(referenceIn('reference: 7k3q-m2xd, thank you')).toBe('7K3Q-M2XD');
  expect(referenceIn('0195-1234-5678 or U7K3-M2XD')).toBeNull();
  expect(referenceIn('Call me: 3213-0036')).toBeNull();
  for (const word of ['Reference', 'Referenz:', 'Referencia', 'Référence\u00a0:', 'Riferimento']) {
    expect(referenceIn(`Call 3213-0036.\n${word} 0835-8698`), word).toBe('0835-8698');
  }
  for (const reference of ['7K3Q-M2XD', '0000-0001', 'ZZZZ-ZZZZ']) {
    expect(referenceOf(keyWith(reference))).toBe(reference);
    expect(keyWith(reference)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  }
});
