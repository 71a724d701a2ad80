import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressOf, networkOf } from './address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:203.0.113.7', '2001:db8:1:2'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.7', 1, '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
  ['198.51.100.1,203.0.113.7 , 192.0.2.1', 2, '203.0.113.7'],
  ['203.0.113.7:54321', 1, '203.0.113.7'],
  ['[2001:db8::1]:54321', 1, '2001:db8::1'],
  ['"[2001:db8::1]:54321"', 1, '2001:db8::1'],
  ['[2001:db8::1]', 1, '2001:db8::1'],
  ['2001:db8::1', 1, '2001:db8::1'],
  ['203.0.113.7', 2, '203.0.113.7'],
  ['unknown', 1, '192.0.2.9'],
  ['203.0.113.7, ', 1, '192.0.2.9'],
  [undefined, 1, '192.0.2.9'],
  ['203.0.113.7', 0, '192.0.2.9'],
])('by X-Forwarded-For: %s and %i proxies, the caller is %s', (header, proxies, address) => {
  const request = {
    headers: { 'x-forwarded-for': header },
    socket: { remoteAddress: '192.0.2.9' },
  };
  expect(addressOf(request as unknown as IncomingMessage, proxies)).toBe(address);
});
