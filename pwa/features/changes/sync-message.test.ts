import { expect, test } from 'vitest';
import { type SyncState, syncMessage } from './sync-badge.tsx';

const inSync: SyncState = {
  isOffline: false,
  sending: null,
  sent: 0,
  waiting: 0,
  refused: 0,
  conflicts: 0,
  signedOut: false,
};

test('W-20 nothing is said while everything is in sync', () => {
  expect(syncMessage(inSync)).toBeNull();
});

test('W-20 offline says that changes are kept on the phone, and how many', () => {
  expect(syncMessage({ ...inSync, isOffline: true })).toMatchObject({ key: 'sync.offline' });
  expect(syncMessage({ ...inSync, isOffline: true, waiting: 2 })).toMatchObject({
    key: 'sync.offlineWaiting',
    values: { count: 2 },
    to: '/sync',
  });
});

test('W-20 a drain counts what it sends', () => {
  expect(syncMessage({ ...inSync, waiting: 2, sending: { at: 1, of: 2 } })).toMatchObject({
    key: 'sync.sending',
    values: { at: 1, of: 2 },
  });
});

test('W-13 an ended session asks to sign in, and says what for', () => {
  expect(syncMessage({ ...inSync, signedOut: true, waiting: 4, isOffline: true })).toMatchObject({
    key: 'sync.signIn',
    values: { count: 4 },
    to: '/auth',
  });
  expect(syncMessage({ ...inSync, signedOut: true })).toMatchObject({ key: 'sync.signInPlain' });
});

test('W-12 a refused change and a conflict ask for the person', () => {
  expect(syncMessage({ ...inSync, refused: 1, waiting: 3 })).toMatchObject({
    key: 'sync.refused',
    values: { count: 1 },
    tone: 'act',
  });
  expect(syncMessage({ ...inSync, conflicts: 2 })).toMatchObject({ key: 'sync.conflicts' });
});
