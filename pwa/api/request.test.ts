import { afterEach, describe, expect, test, vi } from 'vitest';
import { changeStatus, listApplications } from '#contract/applications.ts';
import { currentUser, login } from '#contract/auth.ts';
import { deleteCampaign, trackVisit } from '#contract/campaigns.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import { serverNow } from '#pwa/lib/time/server-clock.ts';
import { anApplication, aUser } from '#pwa/test/fake-server.ts';
import { ApiError, Unreachable } from './api-error.ts';
import { call } from './call.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  connection.setState({ isOffline: false, answeredAt: -1 });
});

/** Stubs the network by what it answers; gives back what was asked. */
function answering(answer: () => Response | Promise<Response>) {
  const asked: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, init });
    return answer();
  });
  return asked;
}

const html = () =>
  new Response('<h1>Welcome to our WiFi</h1>', { headers: { 'Content-Type': 'text/html' } });

test('X-08 a request carries the session, and a JSON content type only with a body', async () => {
  const asked = answering(() => Response.json(aUser(1)));
  await call(currentUser, {});
  await call(login, { body: { username: 'ana', password: 'secret' } });

  const [read, write] = asked;
  expect(read?.init.credentials).toBe('include');
  expect(write?.init.credentials).toBe('include');
  expect(new Headers(read?.init.headers).has('Content-Type')).toBe(false);
  expect(read?.init.body).toBeUndefined();
  expect(new Headers(write?.init.headers).get('Content-Type')).toBe('application/json');
  expect(write?.init.body).toBe('{"username":"ana","password":"secret"}');
});

test('a path is filled with its parameters, a write with its key, its clock and its owner', async () => {
  const change = { id: crypto.randomUUID(), applicationId: crypto.randomUUID() };
  const asked = answering(() => Response.json({ ...anApplication(), change }));
  const id = crypto.randomUUID();
  await call(changeStatus, {
    params: { id },
    body: { status: 'signed' },
    key: 'k',
    sentFor: 7,
  }).catch(() => undefined);
  const headers = new Headers(asked[0]?.init.headers);
  expect(asked[0]?.path).toBe(`/api/applications/${id}/status`);
  expect(headers.get('Idempotency-Key')).toBe('k');
  expect(headers.get('Sent-For')).toBe('7');
  expect(Math.abs(Number(headers.get('Device-Time')) - Date.now())).toBeLessThan(1_000);
});

test.each([
  [new Response('Boom', { status: 500 }), '500: Boom'],
  [new Response('', { status: 418, statusText: "I'm a teapot" }), "418: I'm a teapot"],
  [new Response(null, { status: 404 }), '404: Not Found'],
  [new Response('', { status: 599 }), '599: Server Error'],
  [
    Response.json({ message: 'No.', code: 'forbidden' }, { status: 403 }),
    '403: {"message":"No.","code":"forbidden"}',
  ],
])(
  'X-09 Q-35 an answer that is no success is an error that says status and body %#',
  async (answer, message) => {
    answering(() => answer);
    const error = await call(listApplications, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message, status: answer.status });
  },
);

test('an error knows our own words, and how long we ask to wait', async () => {
  answering(() =>
    Response.json(
      { message: 'Slow down.', code: 'too-many-requests' },
      { status: 429, headers: { 'Retry-After': '7' } },
    ),
  );
  await expect(call(listApplications, {})).rejects.toMatchObject({
    problem: { code: 'too-many-requests', message: 'Slow down.' },
    retryAfter: 7_000,
  });
});

test('words that are not in our table are not ours', async () => {
  answering(() => Response.json({ message: 'Blocked.', code: 'hotel' }, { status: 403 }));
  await expect(call(listApplications, {})).rejects.toMatchObject({ problem: null });
});

test('a refusal that only a newer server of ours knows is a refusal, told in its own words', async () => {
  const headers = { 'Content-Security-Policy': "default-src 'none'" };
  const problem = { message: 'The season is closed.', code: 'season-closed' };
  answering(() => Response.json(problem, { status: 409, headers }));
  const failure = await call(listApplications, {}).catch((error: unknown) => error);
  expect(failure).toMatchObject({ status: 409, problem });
  expect(failureText((key) => key, failure)).toBe('The season is closed.');
});

test('W-20 no network, a portal page, a wrong shape: nobody answered, and the phone is cut off', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    html,
    () => Response.json({ hello: 'world' }),
    () => new Response('not json'),
  ]) {
    connection.setState({ isOffline: false, answeredAt: -1 });
    answering(answer);
    await expect(call(listApplications, {})).rejects.toBeInstanceOf(Unreachable);
    expect(isOffline()).toBe(true);
  }
});

test('W-20 only an answer of ours brings the link back', async () => {
  connection.setState({ isOffline: true });
  answering(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(call(listApplications, {})).rejects.toBeInstanceOf(ApiError);
  expect(isOffline()).toBe(true);
  answering(() => Response.json({ message: 'No.', code: 'signed-out' }, { status: 401 }));
  await expect(call(listApplications, {})).rejects.toBeInstanceOf(ApiError);
  expect(isOffline()).toBe(false);
});

test('a request that fails while another is answered says nothing about the link', async () => {
  let fail = (_: Error) => {};
  answering(
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  const failing = call(listApplications, {}).catch((error: unknown) => error);
  answering(() => Response.json([]));
  await call(listApplications, {});
  fail(new TypeError('Failed to fetch'));
  expect(await failing).toBeInstanceOf(Unreachable);
  expect(isOffline()).toBe(false);
});

test('F-17 a success whose body is not read may have any body but a page', async () => {
  const inquiry = {
    name: 'Ana',
    email: 'ana@example.org',
    inquiryType: 'other',
    message: 'Please call me.',
    privacyPolicy: true,
  } as const;
  for (const answer of [
    new Response(''),
    new Response(null, { status: 204 }),
    Response.json({ id: 1 }),
  ]) {
    answering(() => answer);
    await expect(call(sendInquiry, { body: inquiry })).resolves.toBeUndefined();
  }
  answering(html);
  await expect(call(trackVisit, { params: { id: 7 } })).rejects.toBeInstanceOf(Unreachable);
  await expect(call(deleteCampaign, { params: { id: 7 } })).rejects.toBeInstanceOf(Unreachable);
});

test('silence for 15 s, before the answer or within it, is no answer; slow bytes are', async () => {
  vi.useFakeTimers();
  let write = (_: string) => {};
  let close = () => {};
  const slow = () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        write = (text) => controller.enqueue(new TextEncoder().encode(text));
        close = () => controller.close();
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  };
  answering(slow);
  const reading = call(listApplications, {});
  for (const piece of ['[', ' ', ' ', ']']) {
    await vi.advanceTimersByTimeAsync(14_000);
    write(piece);
  }
  await vi.advanceTimersByTimeAsync(100);
  close();
  await expect(reading).resolves.toEqual([]);

  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  });
  const silent = call(listApplications, {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(14_900);
  expect(await Promise.race([silent, 'waiting'])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(200);
  expect(await silent).toBeInstanceOf(Unreachable);
});

describe('without a network', () => {
  /** A page of its own whose browser says that there is no network; `meanwhile` happens for 3 s. */
  async function failing(meanwhile: (page: EventTarget) => void) {
    const page = new EventTarget();
    vi.useFakeTimers();
    vi.resetModules();
    vi.stubGlobal('window', page);
    vi.stubGlobal('navigator', { onLine: false });
    vi.stubGlobal('fetch', async () => {
      meanwhile(page);
      await vi.advanceTimersByTimeAsync(3_000);
      throw new TypeError('Failed to fetch');
    });
    const { request } = await import('./request.ts');
    const asked = { method: 'GET', path: '/api/applications' } as const;
    const ask = () => request({ ...asked, timeoutMs: 10_000 }).catch((error: unknown) => error);
    return { ask, error: await ask() };
  }

  test('Q-33 what the browser itself has failed has never left, however slow the phone is', async () => {
    const { error } = await failing(() => undefined);
    expect(error).toMatchObject({ name: 'Unreachable', neverLeft: true });
  });

  test('Q-33 it may have left if a network came and went', async () => {
    const { error } = await failing((page) => page.dispatchEvent(new Event('online')));
    expect(error).toMatchObject({ name: 'Unreachable', neverLeft: false });
  });

  test('Q-33 it may have left if there is a network at the end', async () => {
    const { error } = await failing(() => vi.stubGlobal('navigator', { onLine: true }));
    expect(error).toMatchObject({ name: 'Unreachable', neverLeft: false });
  });

  test('Q-33 it may have left if it waited for an answer until it was called off', async () => {
    const { error } = await failing(() => vi.advanceTimersByTime(10_000));
    expect(error).toMatchObject({ name: 'Unreachable', neverLeft: false });
  });

  test('Q-33 it may have left if another answer came through a network that is said to be absent', async () => {
    const { ask, error } = await failing(() => undefined);
    expect(error).toMatchObject({ neverLeft: true });
    const fetchFailing = globalThis.fetch;
    answering(() => new Response(null, { status: 204 }));
    await ask();
    vi.stubGlobal('fetch', fetchFailing);
    expect(await ask()).toMatchObject({ name: 'Unreachable', neverLeft: false });
  });
});

test('a request that is called off is no sign of a dead link', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  });
  const controller = new AbortController();
  const reading = call(listApplications, { signal: controller.signal });
  controller.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(isOffline()).toBe(false);
});

test("fault 16 a phone's clock that is wrong by days is corrected by the server's Date", async () => {
  const threeDays = 3 * 24 * 60 * 60_000;
  const date = new Date(Date.now() - threeDays).toUTCString();
  answering(() => Response.json([], { headers: { Date: date } }));
  await call(listApplications, {});
  expect(Math.abs(serverNow() - (Date.now() - threeDays))).toBeLessThan(3_000);

  answering(() => Response.json([], { headers: { Date: new Date().toUTCString() } }));
  await call(listApplications, {});
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(50);
});
