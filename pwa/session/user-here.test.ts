import { beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '#pwa/test/fake-server.ts';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { DEPARTURE_KEY, IDENTITY_KEY, userHere } from './user-here.ts';

let storage: MemoryStorage;

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
});

test('A-01 the user whom the server names is signed in, and nobody after a 401', () => {
  storage.setItem(IDENTITY_KEY, JSON.stringify(aUser(7)));
  expect(userHere(aUser(8))).toEqual(aUser(8));
  expect(userHere(null)).toBeNull();
});

test('Q-23 without an answer the last user stands in', () => {
  expect(userHere()).toBeNull();
  storage.setItem(IDENTITY_KEY, JSON.stringify(aUser(7)));
  expect(userHere()).toEqual(aUser(7));
});

test('W-18 nobody is signed in until a sign-out without a signal has reached the server', () => {
  storage.setItem(IDENTITY_KEY, JSON.stringify(aUser(7)));
  storage.setItem(DEPARTURE_KEY, JSON.stringify({ wipe: [], revoke: true }));
  expect(userHere(aUser(7))).toBeNull();
  expect(userHere()).toBeNull();
  storage.setItem(DEPARTURE_KEY, JSON.stringify({ wipe: [{ userId: 7 }], revoke: false }));
  expect(userHere(aUser(8))).toEqual(aUser(8));
});

test('a storage that is off or broken signs nobody in and nobody out', () => {
  storage.setItem(IDENTITY_KEY, '{');
  expect(userHere()).toBeNull();
  vi.stubGlobal('localStorage', undefined);
  expect(userHere(aUser(7))).toEqual(aUser(7));
});
