// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { BackupReport } from '#contract/backups/backups.ts';
import { show } from '#pwa/test/show.tsx';
import { BackupsCard } from './backups-card.tsx';

const MADE: BackupReport = {
  enabled: true,
  madeAt: '2026-06-01T03:00:00.000Z',
  size: 2_400_000,
  kept: 9,
  overdue: false,
  failedAt: null,
  failure: null,
  copies: null,
};

async function shown(report: BackupReport | null): Promise<string> {
  await show(<BackupsCard report={report} />);
  return document.body.textContent ?? '';
}

test('the newest backup is shown with its size, and how many are kept', async () => {
  const text = await shown(MADE);
  expect(text).toMatch(/Jun 1, 2026|May 31, 2026/);
  expect(text).toContain('2.4 MB');
  expect(text).toContain('9');
  expect(text).not.toContain('backups.failed');
});

test('a failed attempt is told with its reason, above the newest backup', async () => {
  const failed = { failedAt: '2026-06-02T03:00:00.000Z', failure: 'no-space' } as const;
  const text = await shown({ ...MADE, ...failed, overdue: true });
  expect(text).toContain('backups.failed');
  expect(text).toContain('backups.reasons.noSpace');
  expect(text).toContain('2.4 MB');
  expect(text).not.toContain('backups.overdue');
});

test('a backup that is too old is told also when no attempt failed', async () => {
  expect(await shown({ ...MADE, overdue: true })).toContain('backups.overdue');
});

test('a backup that was not copied is told with its reason, and when the newest copy was made', async () => {
  const copies = { copiedAt: '2026-05-20T03:00:00.000Z', failure: 'no-folder' } as const;
  const text = await shown({ ...MADE, copies });
  expect(text).toContain('backups.notCopied');
  expect(text).toContain('backups.reasons.noFolder');
  expect(text).toMatch(/May (19|20), 2026/);
});

test('a backup that was copied has the moment of the newest copy, and no warning', async () => {
  const text = await shown({ ...MADE, copies: { copiedAt: MADE.madeAt, failure: null } });
  expect(text).toContain('backups.copied');
  expect(text).not.toContain('backups.notCopied');
});

test('before the first one, and where they are switched off, a sentence says so', async () => {
  expect(await shown({ ...MADE, madeAt: null, size: null, kept: 0 })).toContain('backups.none');
  expect(await shown({ ...MADE, enabled: false })).toContain('backups.off');
});

test('before the state was read nothing is shown', async () => {
  expect(await shown(null)).toBe('');
});
