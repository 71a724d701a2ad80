import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { clearDrafts, forgetDraftsAbout, readDraft, writeDraft } from './drafts.ts';

test('what was typed about an erased record goes, other drafts and those of others stay', () => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  const gone = '0190b6a4-0000-7000-8000-000000000001';
  const stays = '0190b6a4-0000-7000-8000-000000000002';
  for (const name of [`note:${gone}`, `edit:${gone}`, `note:${stays}`, 'new-application']) {
    writeDraft(1, name, 'typed');
  }
  writeDraft(2, `note:${gone}`, 'typed by somebody else');

  forgetDraftsAbout(1, [gone]);

  expect(readDraft(1, `note:${gone}`)).toBeNull();
  expect(readDraft(1, `edit:${gone}`)).toBeNull();
  expect(readDraft(1, `note:${stays}`)).toBe('typed');
  expect(readDraft(1, 'new-application')).toBe('typed');
  expect(readDraft(2, `note:${gone}`)).toBe('typed by somebody else');
});

test('W-18 a sign-out removes every draft of the user, and no other user’s', () => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  writeDraft(1, 'new-application', 'typed');
  writeDraft(11, 'new-application', 'typed by user 11');

  clearDrafts(1);

  expect(readDraft(1, 'new-application')).toBeNull();
  expect(readDraft(11, 'new-application')).toBe('typed by user 11');
});
