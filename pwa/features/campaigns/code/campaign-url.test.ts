import { expect, test } from 'vitest';
import { linkWarning } from './campaign-url.ts';

test('Q-28 a link that other phones cannot open is not to be printed', () => {
  for (const host of ['localhost:3000', '127.0.0.1', '192.168.1.4', '172.20.0.2', 'laptop.local']) {
    expect(linkWarning(`http://${host}/?campaign_id=1`), host).toBe('local');
  }
});

test('Q-28 a link without encryption is told apart', () => {
  expect(linkWarning('http://agency.example/?campaign_id=1')).toBe('insecure');
  expect(linkWarning('https://agency.example/?campaign_id=1')).toBeNull();
  expect(linkWarning('https://172.example/')).toBeNull();
});
