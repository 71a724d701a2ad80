import { expect, test } from 'vitest';
import { decideEntry } from './entry-decision.ts';

const admin = { role: 'admin', areas: ['dashboard', 'admin'] } as const;
const agent = { role: 'agent', areas: [] } as const;
const openedAgent = { role: 'agent', areas: ['dashboard'] } as const;

function as(user: typeof admin | typeof agent | typeof openedAgent | null) {
  return { user: user && { ...user, areas: [...user.areas] }, loading: false };
}

test('R-12 a guarded route waits while the session is not known', () => {
  expect(decideEntry({ user: null, loading: true })).toBe('wait');
  expect(decideEntry({ user: { role: 'admin', areas: ['admin'] }, loading: true })).toBe('wait');
});

test('R-13 without a user every guarded route leads to the sign-in', () => {
  expect(decideEntry(as(null), { area: 'dashboard' })).toBe('sign-in');
  expect(decideEntry(as(null), { requireAdmin: false })).toBe('sign-in');
});

test('R-14 a user who is not an admin is denied', () => {
  expect(decideEntry(as(agent), { area: 'dashboard' })).toBe('deny');
  expect(decideEntry(as(agent), { area: 'admin' })).toBe('deny');
});

test('R-12 R-14 nobody is denied by what the device remembers while the server is being asked', () => {
  const remembered = { ...as(agent), standIn: true };
  expect(decideEntry(remembered, { area: 'dashboard' })).toBe('wait');
  expect(decideEntry({ ...as(admin), standIn: true }, { area: 'admin' })).toBe('enter');
});

test('a user with a generated password is led to a new one, from every guarded route', () => {
  const madeUp = {
    role: 'admin',
    areas: ['dashboard' as const],
    mustChangePassword: true,
  } as const;
  const visitor = { user: { ...madeUp, areas: [...madeUp.areas] }, loading: false };
  expect(decideEntry(visitor, { area: 'dashboard' })).toBe('new-password');
  expect(decideEntry(visitor, { requireAdmin: false })).toBe('new-password');
  expect(decideEntry({ ...visitor, standIn: true }, { requireAdmin: false })).toBe('wait');
});

test('a user who must set up a passkey is led to it after the new password, from every guarded route', () => {
  const user = { role: 'admin' as const, areas: ['dashboard' as const], mustSetUpPasskey: true };
  const visitor = { user, loading: false };
  expect(decideEntry(visitor, { area: 'dashboard' })).toBe('set-up-passkey');
  expect(decideEntry(visitor, { requireAdmin: false })).toBe('set-up-passkey');
  expect(decideEntry({ ...visitor, standIn: true }, { requireAdmin: false })).toBe('wait');
  const both = { ...visitor, user: { ...user, mustChangePassword: true } };
  expect(decideEntry(both, { area: 'dashboard' })).toBe('new-password');
});

test('R-15 the flag requireAdmin is true unless told', () => {
  expect(decideEntry(as(agent))).toBe('deny');
  expect(decideEntry(as(agent), { requireAdmin: undefined })).toBe('deny');
  expect(decideEntry(as(admin))).toBe('enter');
});

test('R-16 a route without the flag is open to anybody signed in and to nobody else', () => {
  expect(decideEntry(as(agent), { requireAdmin: false })).toBe('enter');
  expect(decideEntry(as(null), { requireAdmin: false })).toBe('sign-in');
});

test('Q-01 an agent to whom the dashboard was opened enters it, and no admin page', () => {
  expect(decideEntry(as(openedAgent), { area: 'dashboard' })).toBe('enter');
  expect(decideEntry(as(openedAgent), { area: 'admin' })).toBe('deny');
});
