// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { StatusChoices } from './status-choices.tsx';

// The words of these tests are the keys: "status.pending", "status.in_review" and so on.

test('arrows and numbers lead from status to status, round the end; a form chooses on the way', async () => {
  const { press, focused, chosen } = await choices({ isImmediate: false });
  await press('ArrowDown');
  expect(focused()).toBe('in_review');
  await press('ArrowLeft');
  await press('ArrowUp');
  expect(focused()).toBe('rejected');
  await press('3');
  expect(focused()).toBe('interview_scheduled');
  expect(chosen.mock.calls.flat()).toEqual(['in_review', 'rejected', 'interview_scheduled']);
  await press('9');
  expect(focused()).toBe('interview_scheduled');
});

test('where a press sets the status at once, keys only lead to it', async () => {
  const { press, focused, chosen } = await choices({ isImmediate: true });
  await press('5');
  expect(focused()).toBe('signed');
  expect(chosen).not.toHaveBeenCalled();
  await doing(() => (document.activeElement as HTMLElement).click());
  expect(chosen).toHaveBeenCalledExactlyOnceWith('signed');
});

test('a first letter leads to the next status that begins with it, and is no shortcut of the page', async () => {
  const { press, focused } = await choices({ isImmediate: true });
  const page = vi.fn();
  window.addEventListener('keydown', page);
  await press('s');
  expect(focused()).toBe('in_review');
  await press('S');
  expect(focused()).toBe('interview_scheduled');
  expect(page).not.toHaveBeenCalled();
  await press('x');
  await press('s', { ctrlKey: true });
  expect(focused()).toBe('interview_scheduled');
  expect(page).toHaveBeenCalledTimes(2);
  window.removeEventListener('keydown', page);
});

async function choices({ isImmediate }: { isImmediate: boolean }) {
  const chosen = vi.fn<(status: Application['status']) => void>();
  await show(
    <StatusChoices
      chosen="pending"
      current="pending"
      isImmediate={isImmediate}
      onChange={chosen}
    />,
  );
  const place = (status: string) =>
    the(isImmediate ? `button[data-status=${status}]` : `[value=${status}]`);
  place('pending').focus();
  return {
    chosen,
    focused: () => document.activeElement?.closest<HTMLElement>('[data-status]')?.dataset.status,
    press: (key: string, more = {}) =>
      doing(() =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
        ),
      ),
  };
}
