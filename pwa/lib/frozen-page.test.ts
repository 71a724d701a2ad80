import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';

/** A page that has just loaded, and what leaving it and coming back does to it. */
async function aPage() {
  const page = new EventTarget();
  const reload = vi.fn();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { reload });
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllGlobals());
  const tell = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event(type), { persisted }));
  return { ...(await import('./frozen-page.ts')), tell, reload };
}

function ended(request: IDBRequest | IDBTransaction): Promise<string> {
  return new Promise((resolve) => {
    // Errors of its requests reach a transaction, too.
    for (const type of 'transaction' in request ? ['success', 'error'] : ['complete', 'abort']) {
      request.addEventListener(type, () => resolve(type));
    }
  });
}

function heard(request: IDBOpenDBRequest, sign: 'blocked'): Promise<string> {
  return new Promise((resolve) => request.addEventListener(sign, () => resolve(sign)));
}

test('a page that is frozen holds no table and no database; back on the screen it loads again', async () => {
  const { openDatabase, tell, reload } = await aPage();
  const upgrade = openDatabase('frozen', 1);
  await new Promise((resolve) => {
    upgrade.onupgradeneeded = resolve;
  });
  upgrade.result.createObjectStore('rows');
  tell('pagehide', true);
  expect(await ended(upgrade)).toBe('error');

  const opening = openDatabase('frozen', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
  expect(await ended(opening)).toBe('success');
  const transaction = opening.result.transaction('rows', 'readwrite');
  transaction.objectStore('rows').put('half a change', 1);
  tell('pagehide', true);
  expect(await ended(transaction)).toBe('abort');
  tell('pageshow', true);
  expect(reload).toHaveBeenCalledOnce();
  opening.result.close();
});

test('a page that is frozen while its upgrade commits does not hold the database', async () => {
  const { openDatabase, tell } = await aPage();
  const upgrade = openDatabase('committing', 1);
  upgrade.addEventListener('upgradeneeded', () => {
    // The next event would be its success.
    upgrade.transaction?.addEventListener('complete', () => tell('pagehide', true));
  });
  await ended(upgrade);
  const later = indexedDB.open('committing', 2);
  expect(await Promise.race([ended(later), heard(later, 'blocked')])).toBe('success');
  later.result.close();
});

test('a page that is left before it hears of its database is thrown away', async () => {
  const asked = vi.fn((_path: string, _request: RequestInit) => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', asked);
  const { openDatabase, tell } = await aPage();
  const request = openDatabase('unheard', 1);
  tell('pagehide', false);
  expect(asked).not.toHaveBeenCalled();
  tell('pagehide', true);
  expect(asked).toHaveBeenCalledExactlyOnceWith('/api/page-cache', {
    method: 'DELETE',
    keepalive: true,
  });
  await ended(request);
  tell('pagehide', true);
  expect(asked).toHaveBeenCalledOnce();
  request.result.close();
});

test('what has ended, and a page that is not kept, loses nothing', async () => {
  const { openDatabase, tell, reload } = await aPage();
  const opening = openDatabase('kept', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
  await ended(opening);
  const transaction = opening.result.transaction('rows', 'readwrite');
  transaction.objectStore('rows').put('a change', 1);
  tell('pagehide', false);
  expect(await ended(transaction)).toBe('complete');
  tell('pagehide', true);
  tell('pageshow', true);
  expect(reload).not.toHaveBeenCalled();
  opening.result.close();
});

test('a database that stays silent has the browser drop its frozen pages; one that answers does not', async () => {
  const { openDatabase } = await aPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const fetched = vi.fn(async (..._: [string, RequestInit]) => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', fetched);
  const opening = openDatabase('answers', 1);
  expect(await ended(opening)).toBe('success');
  opening.result.close();
  vi.advanceTimersByTime(60_000);
  expect(fetched).not.toHaveBeenCalled();

  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  openDatabase('silent', 1);
  vi.advanceTimersByTime(1_499);
  expect(fetched).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/page-cache', {
    method: 'DELETE',
    keepalive: true,
  });
});
