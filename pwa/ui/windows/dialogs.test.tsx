// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { Toaster } from '#pwa/ui/toasts/toaster.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

const QUESTION = 'Are you sure you want to delete this campaign?';

test('Q-26 a question has its words as its name and Cancel has the focus', async () => {
  await show(
    <ConfirmDialog
      title={QUESTION}
      confirmLabel="Delete"
      onClose={() => {}}
      onConfirm={() => {}}
    />,
  );
  const dialog = the('[role="alertdialog"]');
  const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');

  expect(title?.textContent).toBe(QUESTION);
  expect(document.activeElement?.textContent).toBe('Cancel');
});

test('Q-26 yes does it and leaves closing to its owner; Cancel and Esc only close', async () => {
  const confirm = vi.fn();
  const close = vi.fn();
  await show(
    <ConfirmDialog title={QUESTION} confirmLabel="Delete" onClose={close} onConfirm={confirm} />,
  );
  const [cancel, yes] = document.querySelectorAll('button');

  await doing(() => yes?.click());
  expect(confirm).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();

  await doing(() => cancel?.click());
  await doing(() =>
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(close).toHaveBeenCalledTimes(2);
  expect(confirm).toHaveBeenCalledOnce();
});

test.each([
  ['', false],
  [', also if a field of it takes the focus by itself', true],
])('a dialog gives the focus back to what opened it%s', async (_, autoFocus) => {
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          New
        </button>
        <Dialog title="New campaign" open={open} onClose={() => setOpen(false)}>
          <Field label="Name" autoFocus={autoFocus} />
        </Dialog>
      </>
    );
  }
  await show(<Page />);
  const opener = the('button');
  opener.focus();
  await doing(() => opener.click());
  await doing(() => the('[aria-label="Close"]').click());
  await doing(() => new Promise((resolve) => setTimeout(resolve)));

  expect(document.activeElement).toBe(opener);
});

test('a window that takes the place of another keeps the focus, and gives it back to what opened the first', async () => {
  function Page() {
    const [open, setOpen] = useState<'statuses' | 'note' | null>(null);
    return (
      <>
        <button type="button" onClick={() => setOpen('statuses')}>
          Pending
        </button>
        {open === 'statuses' && (
          <Dialog title="Status" onClose={() => setOpen(null)}>
            <button type="button" data-next onClick={() => setOpen('note')}>
              Note
            </button>
          </Dialog>
        )}
        {open === 'note' && (
          <Dialog title="Note" onClose={() => setOpen(null)}>
            <Field label="Notes" autoFocus />
          </Dialog>
        )}
      </>
    );
  }
  await show(<Page />);
  const opener = the('button');
  opener.focus();
  await doing(() => opener.click());
  await doing(() => the('[data-next]').click());
  await doing(() => new Promise((resolve) => setTimeout(resolve)));
  expect(document.activeElement?.tagName).toBe('INPUT');

  await doing(() => the('[aria-label="Close"]').click());
  await doing(() => new Promise((resolve) => setTimeout(resolve)));
  expect(document.activeElement).toBe(opener);
});

test('where a yes takes away what asked, the focus goes to the nearest place that still stands', async () => {
  function Row({ onGone }: { onGone: () => void }) {
    const [open, setOpen] = useState(false);
    return (
      <li>
        <button type="button" onClick={() => setOpen(true)}>
          Remove
        </button>
        <ConfirmDialog
          title={QUESTION}
          confirmLabel="Delete"
          open={open}
          onClose={() => setOpen(false)}
          onConfirm={onGone}
        />
      </li>
    );
  }
  function Page() {
    const [gone, setGone] = useState(false);
    return <ul>{!gone && <Row onGone={() => setGone(true)} />}</ul>;
  }
  await show(<Page />);
  const opener = the('ul button');
  opener.focus();
  await doing(() => opener.click());
  await doing(() =>
    document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')[1]?.click(),
  );
  await doing(() => new Promise((resolve) => setTimeout(resolve)));

  expect(document.activeElement).toBe(the('ul'));
});

test('a dialog begins with its first field and closes by its cross', async () => {
  const close = vi.fn();
  await show(
    <Dialog title="New campaign" description="One event." onClose={close}>
      <Field label="Name" />
    </Dialog>,
  );

  expect(document.activeElement?.tagName).toBe('INPUT');
  expect(the('[role="dialog"]').getAttribute('aria-describedby')).toBeTruthy();
  await doing(() => the('button[aria-label="Close"]').click());
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  [
    'a dialog',
    (close: () => void, busy = false) => (
      <Dialog title="New campaign" busy={busy} onClose={close}>
        <Field label="Name" />
      </Dialog>
    ),
  ],
  [
    'a question',
    (close: () => void, busy = false) => (
      <ConfirmDialog
        title={QUESTION}
        confirmLabel="Delete"
        busy={busy}
        onClose={close}
        onConfirm={() => {}}
      />
    ),
  ],
])(
  'one Escape closes %s, also when a toast has come since, but not while it is busy',
  async (_, aWindow) => {
    const close = vi.fn();
    await show(
      <>
        {aWindow(close)}
        <Toaster focused={false} />
      </>,
    );
    await doing(() => showToast({ title: 'Status Updated' }));
    const press = { key: 'Escape', bubbles: true, cancelable: true };
    await doing(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press)));

    expect(close).toHaveBeenCalledOnce();

    close.mockClear();
    await show(aWindow(close, true));
    await doing(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press)));
    expect(close).not.toHaveBeenCalled();
  },
);
