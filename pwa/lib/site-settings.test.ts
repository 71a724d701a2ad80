// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fill, fillingsOf } from '#server/http/pages/page-settings.ts';
import { somePageSettings } from '#server/test/bodies.ts';
import { digitsOf, mailAddress, siteSettings } from './site-settings.ts';

beforeEach(() => {
  document.head.innerHTML = `
    <meta name="agency-phone" content="+34 600-000 001" />
    <meta name="agency-mail" content="${btoa('agent@agency.example')}" />
    <meta name="agency-linkedin" content="https://www.linkedin.com/company/agency" />
    <link rel="canonical" href="https://agency.example/?lang=de" />`;
});

test('L-16 only the digits of a phone number are left', () => {
  expect(digitsOf('+34 (600) 000-001')).toBe('34600000001');
});

test('L-15 L-16 L-17 the settings are what the document says', () => {
  expect(siteSettings()).toMatchObject({
    phone: '+34 600-000 001',
    phoneDigits: '34600000001',
    linkedin: 'https://www.linkedin.com/company/agency',
  });
});

test('Q-31 the site has its own address, without language and campaign', () => {
  expect(siteSettings()).toMatchObject({
    site: 'https://agency.example/',
    siteEncoded: 'https%3A%2F%2Fagency.example%2F',
  });
});

test('a page of the back office tells the address of the site by a meta', () => {
  document.head.innerHTML = '<meta name="agency-site" content="https://agency.example" />';
  expect(siteSettings().site).toBe('https://agency.example/');
});

test('L-13 Q-40 the e-mail address stands in the document only in base64', () => {
  expect(document.head.innerHTML).not.toContain('agent@agency.example');
  expect(mailAddress()).toBe('agent@agency.example');
});

test('an e-mail address that is not set is none', () => {
  for (const content of ['', '%CONTACT_MAIL_B64%', btoa('nothing')]) {
    document.head.innerHTML = `<meta name="agency-mail" content="${content}" />`;
    expect(mailAddress()).toBeNull();
  }
});

test.each(['index.html', 'app.html'])('%s carries every setting that a page reads', (name) => {
  const file = readFileSync(join(import.meta.dirname, '..', name));
  const page = fill(file, fillingsOf(somePageSettings)).toString();
  // The build writes the address of a language.
  const head = /<head>(.*)<\/head>/s.exec(page.replace('%CANONICAL%', 'https://agency.test/'))?.[1];
  document.head.innerHTML = head ?? '';
  expect(siteSettings()).toEqual({
    site: 'https://agency.test/',
    siteEncoded: 'https%3A%2F%2Fagency.test%2F',
    phone: somePageSettings.contactPhone,
    phoneDigits: '34600000000',
    linkedin: somePageSettings.contactLinkedin,
  });
  expect(mailAddress()).toBe(somePageSettings.contactEmail);
  const days = document.querySelector<HTMLMetaElement>('meta[name="agency-mirror-days"]');
  expect(days?.content).toBe('30');
});
