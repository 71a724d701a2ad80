import { expect, test } from 'vitest';
import { contactCard } from './contact-card.ts';

test('a card has name, number, address and site, each in a line of its own', () => {
  const phone = '+34600000000';
  const site = 'https://agency.test/';
  expect(contactCard({ name: 'Ruiz, Ana; Agent\nX', phone, email: 'a@b.test', site })).toBe(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Ruiz\\, Ana\\; Agent X;;;;',
      'FN:Ruiz\\, Ana\\; Agent X',
      'TEL;TYPE=CELL:+34600000000',
      'EMAIL:a@b.test',
      'URL:https://agency.test/',
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
  expect(contactCard({ name: 'Ana', phone, email: null, site })).not.toContain('EMAIL');
});
