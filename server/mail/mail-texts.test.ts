import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { siteNameIn, textOf } from './mail-texts.ts';

const SETTINGS = {
  siteName: 'Vega & Söhne',
  siteUrl: 'https://vega.example',
  contactEmail: 'lucia@vega.example',
  contactPhone: '+34 611 222 333',
};

test('what a user has typed stands in a mail as it was typed', () => {
  const username = '{{siteUrl}} $t(signature) <b>&';
  const content = { kind: 'password-link', language: 'en', token: 'abc', username } as const;
  const { subject, text } = textOf(content, SETTINGS);
  expect(subject).toBe('Choose a new password – Vega & Söhne');
  expect(text).toContain(`for your account ${username}.`);
  expect(text).toContain('https://vega.example/auth/new-password#abc');
  expect(text.endsWith('\n+34 611 222 333\nlucia@vega.example\nhttps://vega.example\n')).toBe(true);
});

test.each(LANGUAGE_CODES)('a mail in %s has no gap, for one task and for many', (language) => {
  expect(siteNameIn(language)).not.toBe('');
  const said = [1, 2, 1_000_000].map((count) => {
    const reminder = { kind: 'reminder', language, reminder: 'reply', count, id: null } as const;
    const { subject, text } = textOf(reminder, SETTINGS);
    expect(`${subject}\n${text}`).not.toMatch(/\{\{|_one|_other|undefined/);
    return subject;
  });
  expect(new Set(said).size).toBe(3);
});
