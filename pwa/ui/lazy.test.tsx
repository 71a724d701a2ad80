// @vitest-environment happy-dom
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connection } from '#pwa/lib/connection.ts';
import { fetchAhead } from '#pwa/lib/lazy-part.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { lazyPage, lazyWindow } from './lazy.tsx';

function Question({ onClose }: { onClose: () => void }) {
  return (
    <div role="alertdialog">
      <button type="button" onClick={onClose}>
        Yes
      </button>
    </div>
  );
}

/** A part that comes as soon as `signal.on` is true. */
function withoutSignal<T>(code: T) {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    connection.setState({ isOffline: false, answeredAt: -1 });
  });
  const signal = { on: false };
  const load = vi.fn(async () => {
    if (!signal.on) throw new TypeError('Failed to fetch dynamically imported module');
    return code;
  });
  return { signal, load };
}

const aMoment = () => doing(() => vi.advanceTimersByTimeAsync(1_000));

function press(label: string): Promise<void> {
  return doing(() => {
    const all = [...document.querySelectorAll('button')];
    const [button] = all.filter(({ textContent }) => textContent === label);
    if (!button) throw new Error(`There is no button ${label}.`);
    button.click();
  });
}

/** A page with a typed text and a window that is opened by a button. */
async function aPage(load: () => Promise<{ Question: typeof Question }>): Promise<void> {
  const LazyQuestion = lazyWindow(load, 'Question', ({ onClose }) => onClose());
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <input />
        <button type="button" onClick={() => setOpen(true)}>
          Ask
        </button>
        {open && <LazyQuestion onClose={() => setOpen(false)} />}
      </>
    );
  }
  await show(<Page />);
  the<HTMLInputElement>('input').value = 'typed';
}

test('a window that was fetched ahead is there with the press that opens it', async () => {
  await aPage(async () => ({ Question }));
  await fetchAhead();
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Ask',
  );
  await doing(() => {
    flushSync(() => button?.click());
    expect(the('[role="alertdialog"]').textContent).toBe('Yes');
  });
});

test('a window that cannot be fetched says so over the page, which stays, and is there after Try Again', async () => {
  const { signal, load } = withoutSignal({ Question });
  await aPage(load);
  await press('Ask');
  await aMoment();
  expect(the('dialog [role="alert"]').textContent).toContain('lazy.title');
  expect(the<HTMLInputElement>('input').value).toBe('typed');

  await press('Try Again');
  await aMoment();
  expect(the('dialog [role="alert"]').textContent).toContain('lazy.title');

  signal.on = true;
  await press('Try Again');
  await aMoment();
  expect(document.querySelector('dialog')).toBeNull();
  expect(the('[role="alertdialog"]').textContent).toBe('Yes');
  expect(the<HTMLInputElement>('input').value).toBe('typed');
});

test('a window that cannot be fetched can be given up, and asked for later', async () => {
  const { signal, load } = withoutSignal({ Question });
  await aPage(load);
  await press('Ask');
  await aMoment();
  await press('Cancel');
  expect(document.querySelector('dialog')).toBeNull();

  signal.on = true;
  await press('Ask');
  await aMoment();
  expect(the('[role="alertdialog"]').textContent).toBe('Yes');
});

test('a window that waits for its code is there by itself when the server is heard again', async () => {
  const { signal, load } = withoutSignal({ Question });
  connection.setState({ isOffline: true, answeredAt: -1 });
  await aPage(load);
  await press('Ask');
  await aMoment();
  signal.on = true;
  await doing(() => connection.setState({ isOffline: false, answeredAt: 1 }));
  await aMoment();
  expect(the('[role="alertdialog"]').textContent).toBe('Yes');
});

test('a page that cannot be fetched says so in its place, and never reloads by itself', async () => {
  const { signal, load } = withoutSignal({ Page: () => <h1>Campaigns</h1> });
  const Page = lazyPage(load, 'Page');
  await doing(async () => {
    const coming = Page.preload();
    await vi.advanceTimersByTimeAsync(1_000);
    await coming;
  });
  await show(<Page />);
  await aMoment();
  expect(the('[role="alert"] h2').textContent).toBe('lazy.title');

  signal.on = true;
  await press('Try Again');
  await aMoment();
  expect(the('h1').textContent).toBe('Campaigns');
});
