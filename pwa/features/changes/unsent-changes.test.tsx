// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { Question } from '#pwa/local/database/rows.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { keepRows } from '#pwa/test/mirrored.ts';
import { doing, show } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { UnsentChanges } from './unsent-changes.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: string }) => <a href="/">{children}</a>,
  linkOptions: (options: object) => options,
  createLink: () => null,
}));

test('W-11 the newest question is first, and no heading skips a level', async () => {
  const { user, server, mirror } = signedIn();
  const old = server.addApplication({ playerName: 'Old Ana' });
  const young = server.addApplication({ playerName: 'Young Bo' });
  await keepRows(mirror, 'applications', [old, young]);
  const asked = ({ id }: typeof old, key: string): Question => ({
    id: key,
    entity: laneOf('applications', id),
    field: 'followUpOn',
    type: 'follow-up-set',
    key,
    seen: null,
    mine: '2026-12-01',
    theirs: '2026-12-02',
  });
  await mirror.questions.bulkPut([asked(old, '01'), asked(young, '02')]);
  await show(
    <SyncProvider user={user}>
      <UnsentChanges />
    </SyncProvider>,
  );
  await vi.waitFor(async () => {
    await doing(() => new Promise((later) => setTimeout(later, 20)));
    const headings = [...document.querySelectorAll('h2, h3, h4')];
    expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
      'H2 sync.page.needsYou',
      'H3 Young Bo',
      'H4 sync.conflict.title',
      'H3 Old Ana',
      'H4 sync.conflict.title',
    ]);
  });
});
