// @vitest-environment happy-dom
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { otherVersion } from '#pwa/lib/storage/other-version.ts';
import { syncStatus } from '#pwa/sync/status-store.ts';
import { doing, show } from '#pwa/test/show.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { useUpdate } from './service-worker.ts';
import { UpdatePrompt } from './update-prompt.tsx';

beforeEach(() => {
  otherVersion.setState({ tab: null });
  useUpdate.setState({ ready: false });
  syncStatus.setState({ sending: null });
});

test('W-16 a new version asks, and is quiet while a form holds text or a change is being sent', async () => {
  await show(
    <>
      <Form />
      <UpdatePrompt />
    </>,
  );
  expect(prompt()).toBeNull();

  await doing(() => useUpdate.setState({ ready: true }));
  expect(prompt()?.querySelector('button')).not.toBeNull();

  await doing(() => document.querySelector('input')?.click());
  expect(prompt()).toBeNull();
  await doing(() => document.querySelector('input')?.click());
  expect(prompt()).not.toBeNull();

  await doing(() => syncStatus.setState({ sending: { at: 1, of: 2 } }));
  expect(prompt()).toBeNull();
  await doing(() => syncStatus.setState({ sending: null }));
  expect(prompt()).not.toBeNull();
});

test('fault 28 a page beside a tab of another version says so, also over unsaved text', async () => {
  await show(
    <>
      <Form />
      <UpdatePrompt />
    </>,
  );
  await doing(() => document.querySelector('input')?.click());
  expect(prompt()).toBeNull();
  await doing(() => otherVersion.setState({ tab: 'newer' }));
  expect(prompt()?.textContent).toContain('update.newerTab');
  expect(prompt()?.querySelector('button')?.textContent).toBe('update.reload');
  await doing(() => otherVersion.setState({ tab: 'older' }));
  expect(prompt()?.textContent).toBe('update.olderTab');
});

function prompt(): HTMLElement | null {
  return document.querySelector('[role=status]');
}

/** A form that has unsaved text while its box is ticked. */
function Form() {
  const [dirty, setDirty] = useState(false);
  useReportDirty(dirty);
  return <input type="checkbox" checked={dirty} onChange={() => setDirty(!dirty)} />;
}
