// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { CopyReport, WaitingCopy } from '#contract/backups/copies.ts';
import { newId } from '#contract/fields/ids.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { MirrorProvider } from '#pwa/local/database/mirror-context.tsx';
import { show } from '#pwa/test/show.tsx';
import { CopiesCard, type CopiesCardProps } from './copies-card.tsx';

const PHONE = { username: 'ana', device: 'Chrome · Android' };

function aCopy(more: Partial<WaitingCopy>): WaitingCopy {
  const record = { list: 'contacts', recordId: 7, name: 'Leo Sanz', text: '' } as const;
  const told = { at: '2026-06-01T03:00:00.000Z', by: null, entries: 0, differences: [] };
  return { id: newId(), kind: 'new', ...record, ...told, devices: [PHONE], ...more };
}

async function shown(
  value: CopyReport | null,
  more: Partial<CopiesCardProps['copies']> = {},
): Promise<HTMLElement> {
  const mirror = new Mirror(1);
  const copies = { value, failure: null, load: vi.fn(), waiting: 0, ...more };
  await show(
    <MirrorProvider value={mirror}>
      <CopiesCard copies={copies} />
    </MirrorProvider>,
  );
  return document.body;
}

const RESTORED: CopyReport = {
  restoredAt: '2026-06-01T04:00:00.000Z',
  waiting: [],
  taken: [],
  left: 0,
};

test('without a restore, and before the report was read, nothing is shown', async () => {
  expect((await shown(null)).textContent).toBe('');
  expect((await shown({ ...RESTORED, restoredAt: null })).textContent).toBe('');
});

test('a report that cannot be read is told where something waited when it last could', async () => {
  const body = await shown(null, { waiting: 3, failure: new Error('Broken.') });
  expect(body.textContent).toContain('copies.title');
  expect(body.querySelector('button')?.textContent).toBe('Try Again');
});

test('after a restore it says that nothing waits, and what was taken and left', async () => {
  const counts = { applications: 0, contacts: 2, campaigns: 0, entries: 5, erasures: 1 };
  const taken = [{ ...counts, devices: [PHONE] }];
  const text = (await shown({ ...RESTORED, taken, left: 3 })).textContent;
  for (const one of [
    'copies.none',
    'copies.taken',
    'ana · Chrome · Android',
    'copies.notBack',
    'copies.left',
  ])
    expect(text).toContain(one);
  expect(text).toContain('copies.counts.erasures');
  expect(text).not.toContain('copies.counts.campaigns');
});

test('what was changed here since is taken only by a choice of its own, with both values beside it', async () => {
  const differences = [
    { field: 'state', here: 'new', there: 'answered' },
    { field: 'notes', here: null, there: 'x'.repeat(90) },
    { field: 'answeredAt', here: null, there: '2026-06-01T03:00:00.000Z' },
  ];
  const removed = [{ field: 'removedAt', here: null, there: '2026-06-01T03:00:00.000Z' }];
  const waiting = [
    aCopy({ kind: 'erases', name: 'Ada', text: 'Looking for a club.' }),
    aCopy({}),
    aCopy({ kind: 'newer', list: 'applications', name: 'Eva', differences: removed }),
    aCopy({ kind: 'differs', name: 'Ben', differences }),
  ];
  const body = await shown({ ...RESTORED, waiting });
  expect(body.querySelector('li')?.textContent).toContain('Looking for a club.');
  const boxes = [...body.querySelectorAll<HTMLInputElement>('li input')];
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true, false]);
  const all = body.querySelector<HTMLInputElement>('input');
  expect([all?.checked, all?.indeterminate]).toEqual([false, true]);
  const told = [...body.querySelectorAll('li p:has(ins)')].map((line) => line.textContent);
  expect(told).toEqual([
    'copies.field copies.present → copies.removed',
    'copies.field contactState.new → contactState.answered',
    'copies.field applicationDetail.edits.changed',
  ]);
});
