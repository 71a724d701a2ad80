import { expect, test } from 'vitest';
import { ADDRESS_HERE, shareLink } from './share-menu.tsx';

const SITE = 'https%3A%2F%2Fagency.example%2F';
const MAIL = { subject: 'Agent & player', text: `Have a look: ${ADDRESS_HERE}` };

test('S-03 every service gets the address encoded', () => {
  expect(shareLink('linkedin', SITE, MAIL)).toBe(
    'https://www.linkedin.com/sharing/share-offsite/?url=https%3A%2F%2Fagency.example%2F',
  );
  expect(shareLink('twitter', SITE, MAIL)).toBe(
    'https://twitter.com/intent/tweet?url=https%3A%2F%2Fagency.example%2F',
  );
  expect(shareLink('facebook', SITE, MAIL)).toBe(
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fagency.example%2F',
  );
});

test('S-03 the e-mail has a subject and the address in its words', () => {
  expect(shareLink('email', SITE, MAIL)).toBe(
    'mailto:?subject=Agent%20%26%20player&body=Have%20a%20look%3A%20https%3A%2F%2Fagency.example%2F',
  );
});
