import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { draftKeys, readText, readValue, writeText, writeValue } from './web-storage.ts';

test('a device and a tab store texts and values of their own, and null removes them', () => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  expect(writeText('device', 'i18nextLng', 'de')).toBe(true);
  expect(writeValue('tab', 'inquiry-draft', { text: {} })).toBe(true);
  expect(readText('device', 'i18nextLng')).toBe('de');
  expect(readText('tab', 'i18nextLng')).toBeNull();
  expect(readValue('tab', 'inquiry-draft')).toEqual({ text: {} });

  writeText('device', 'i18nextLng', null);
  writeValue('tab', 'inquiry-draft', null);
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('text that is no JSON counts as no value', () => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  writeText('device', 'columns', '{');
  expect(readValue('device', 'columns')).toBeNull();
});

test('disabled storage reads as undefined and stores nothing, without an error', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(readText('device', 'theme')).toBeUndefined();
  expect(readValue('device', 'columns')).toBeNull();
  expect(writeText('device', 'theme', 'dark')).toBe(false);
  expect(draftKeys('draft:')).toEqual([]);
});
