// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDENTITY_KEY } from '#pwa/session/user-here.ts';
import { openWhereDue, rememberDue, rememberedDue } from './launch.ts';

const MARTA = 7;
const BEN = 8;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(history, 'length', 'get').mockReturnValue(1);
  history.replaceState(null, '', '/dashboard');
  localStorage.setItem(IDENTITY_KEY, JSON.stringify({ id: MARTA }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

test('the installed app opens at Today if something was due for this user', () => {
  openWhereDue();
  expect(location.pathname).toBe('/dashboard');
  rememberDue({ userId: BEN, count: 2 });
  openWhereDue();
  expect(location.pathname).toBe('/dashboard');
  rememberDue({ userId: MARTA, count: 2 });
  openWhereDue();
  expect(location.pathname).toBe('/today');
});

test('it opens at its list once nothing is due', () => {
  rememberDue({ userId: MARTA, count: 2 });
  rememberDue({ userId: MARTA, count: 0 });
  openWhereDue();
  expect(location.pathname).toBe('/dashboard');
});

test('an address that somebody asked for stays', () => {
  rememberDue({ userId: MARTA, count: 2 });
  history.replaceState(null, '', '/dashboard?tab=contacts');
  openWhereDue();
  expect(location.search).toBe('?tab=contacts');
  history.replaceState(null, '', '/dashboard');
  vi.spyOn(history, 'length', 'get').mockReturnValue(2);
  openWhereDue();
  expect(location.pathname).toBe('/dashboard');
  vi.spyOn(history, 'length', 'get').mockReturnValue(1);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  openWhereDue();
  expect(location.pathname).toBe('/dashboard');
});

test('how much was due is remembered for this user alone', () => {
  rememberDue({ userId: MARTA, count: 2 });
  expect([rememberedDue(MARTA), rememberedDue(BEN)]).toEqual([2, 0]);
  rememberDue({ userId: MARTA, count: 0 });
  expect(rememberedDue(MARTA)).toBe(0);
});
