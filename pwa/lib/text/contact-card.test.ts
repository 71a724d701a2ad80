import { expect, test } from 'vitest';
import { contactCard } from './contact-card.ts';

test('a card has name, number, address and site, each in a line of its own', () => {
  const phone = '+34600000000';
  const site = 'https://agency.test/';
  expect(
    contactCard('Ruiz, Ana; Agent\nX', { 'TEL;TYPE=CELL': phone, EMAIL: 'a@b.test', URL: site }),
  ).toBe(
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
  expect(contactCard('Ana', { EMAIL: null, URL: site })).not.toContain('EMAIL');
});

test('long lines are folded at 75 octets, never inside a letter, and unfold to what they were', () => {
  const name = `Jörg Müller-Lüdenscheidt, Spielerberatung für Österreich, Süddeutschland & Zürich ${'ü'.repeat(60)}`;
  const site = `https://agency.test/${'a'.repeat(90)}`;
  const card = contactCard(name, { URL: site });
  const lines = card.split('\r\n');
  expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const unfolded = card.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toContain(`FN:${name.replaceAll(',', '\\,')}`);
  expect(unfolded).toContain(`URL:${site}`);
});
