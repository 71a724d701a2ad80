import { expect, test } from 'vitest';
import { mailLink, phoneLink, whatsappLink } from './contact-links.ts';

test('an e-mail goes to its address alone, whatever the address holds', () => {
  expect(mailLink('ana.ruiz@example.org')).toBe('mailto:ana.ruiz@example.org');
  const sly = 'ana?bcc=spy%40evil.example&body=Hi@example.org';
  expect([...new URL(mailLink(sly)).searchParams]).toEqual([]);
  expect(decodeURIComponent(mailLink(sly))).toBe(`mailto:${sly}`);
  expect(mailLink('a+b@example.org')).toBe('mailto:a%2Bb@example.org');
});

test('a call goes to the digits of a number', () => {
  expect(phoneLink('+34600000001')).toBe('tel:+34600000001');
});

test('a chat is opened with the digits of a number, without the zeros that dial abroad', () => {
  expect(whatsappLink('+34 (600) 000-001')).toBe('https://wa.me/34600000001');
  expect(whatsappLink('0034 600 000 001')).toBe('https://wa.me/34600000001');
});

test('a message begins with the greeting, whatever a name holds', () => {
  const greeting = { subject: 'Your message', text: 'Hello Ana & Bo?,\n\nthank you.' };
  const mail = new URL(mailLink('ana@example.org', greeting));
  expect([...mail.searchParams]).toEqual([
    ['subject', 'Your message'],
    ['body', 'Hello Ana & Bo?,\r\n\r\nthank you.'],
  ]);
  const chat = new URL(whatsappLink('+34 600 000 001', greeting));
  expect([...chat.searchParams]).toEqual([['text', greeting.text]]);
});
