// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connection } from '#pwa/lib/connection.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { sendWaiting, unsentEntries } from '#pwa/visitor/outbox.ts';
import { readReceipts } from '#pwa/visitor/receipts.ts';
import { SentInquiryView } from './sent-inquiry-view.tsx';

const TOKEN = 't'.repeat(43);
const SENT = 'I play left back and look for an agent.';
const TYPED = 'I play left back, 20 now, and look for a club.';

test('a correction that is not sent outlives a reload, for its own link alone, until it has arrived', async () => {
  const server = aServer();
  const first = await open(TOKEN);
  await type(TYPED);
  await first();

  const other = await open('u'.repeat(43));
  expect(message().value).toBe(SENT);
  await other();

  const second = await open(TOKEN);
  expect(message().value).toBe(TYPED);
  await send();
  await until(() => expect(document.body.textContent).toContain('sentInquiry.corrected'));
  expect(server.message).toBe(TYPED);
  // It stands at the button that was pressed: on a phone the beginning of the form is far away.
  expect(the('form [role=status]').textContent).toBe('sentInquiry.corrected');
  await second();

  server.message = SENT;
  await open(TOKEN);
  expect(message().value).toBe(SENT);
});

test('without a signal a correction says that it is kept, and goes by itself, also from a page that is opened later', async () => {
  const server = aServer();
  const close = await open(TOKEN);
  await type('I play left back, 20 now.');
  server.isAway = true;
  await send();
  await until(() => expect(document.body.textContent).toContain('sentInquiry.kept'));
  expect(document.body.textContent).not.toContain('sentInquiry.corrected');
  expect(message().value).toBe('I play left back, 20 now.');
  await type(TYPED);
  await send();
  await close();

  // Opened without a signal, the page says what waits, and has the text once the message was read.
  const closeLater = await open(TOKEN, false);
  await until(() => expect(document.body.textContent).toContain('failure.unreachable'));
  await until(() => expect(document.body.textContent).toContain('sentInquiry.kept'));
  server.isAway = false;
  await doing(() => window.dispatchEvent(new Event('online')));
  await until(() => expect(document.body.textContent).toContain('sentInquiry.corrected'));
  expect(message().value).toBe(TYPED);
  expect(document.body.textContent).not.toContain('sentInquiry.kept');
  expect(server.corrections).toEqual(['I play left back, 20 now.', TYPED]);
  expect(await unsentEntries()).toEqual([]);
  expect(await readReceipts()).toEqual([]);
  await closeLater();
});

test('a correction without an answer that reaches the server very late does not undo the one after it', async () => {
  const server = aServer();
  await open(TOKEN);
  await type('I play left back, 20 now.');
  server.isDelaying = true;
  await send();
  await until(() => expect(document.body.textContent).toContain('sentInquiry.kept'));
  server.isDelaying = false;
  await type(TYPED);
  await send();
  await until(() => expect(document.body.textContent).toContain('sentInquiry.corrected'));
  for (const arrive of server.delayed) arrive();
  expect(server.message).toBe(TYPED);
  expect(await unsentEntries()).toEqual([]);
});

test('a message that could not be read is read again by itself, though no browser says that there is a network', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const server = aServer();
  server.isAway = true;
  await open(TOKEN, false);
  await until(() => expect(document.body.textContent).toContain('failure.unreachable'));
  await doing(() => vi.advanceTimersByTimeAsync(1_000));
  // Still away: what was said stays until there is an answer.
  await until(() => expect(server.asked).toBe(2));
  expect(document.body.textContent).toContain('failure.unreachable');
  server.isAway = false;
  await doing(() => vi.advanceTimersByTimeAsync(2_000));
  await until(() => expect(message().value).toBe(SENT));
  expect(document.body.textContent).not.toContain('failure.unreachable');
  await doing(() => vi.advanceTimersByTimeAsync(120_000));
  expect(server.asked).toBe(3);
});

test('a correction that is refused stays with its reason; once the message is withdrawn it is gone', async () => {
  const server = aServer();
  const close = await open(TOKEN);
  await type(TYPED);
  server.isRefusing = 'invalid';
  await send();
  await until(() => expect(document.body.textContent).toContain('was not accepted'));
  expect(message().value).toBe(TYPED);
  await close();

  const again = await open(TOKEN);
  expect(message().value).toBe(TYPED);
  expect(document.body.textContent).toContain('was not accepted');
  await again();

  server.withdrawnAt = '2026-11-25T09:00:00.000Z';
  await open(TOKEN, false);
  await until(() => expect(document.body.textContent).toContain('sentInquiry.withdrawn.title'));
  await until(async () => expect(await unsentEntries()).toEqual([]));
});

test('a correction that is one too many is told why, without advice to send it again, and stays', async () => {
  const server = aServer();
  const close = await open(TOKEN);
  await type(TYPED);
  server.isRefusing = 'too-many-corrections';
  await send();
  await until(() => expect(told()).toBe('sentInquiry.keptproblem.too-many-corrections'));
  expect(message().value).toBe(TYPED);
  await close();

  const again = await open(TOKEN);
  expect(message().value).toBe(TYPED);
  expect(told()).toBe('sentInquiry.keptproblem.too-many-corrections');
  await again();
});

test('a correction of a message that was withdrawn elsewhere leaves the device, and the page says what has happened', async () => {
  const server = aServer();
  await open(TOKEN);
  await type(TYPED);
  server.withdrawnAt = '2026-11-25T09:00:00.000Z';
  await doing(() => the('[type=submit]').click());
  await until(() => expect(document.body.textContent).toContain('sentInquiry.withdrawn.title'));
  expect(document.body.textContent).not.toContain('was not accepted');
  expect(await unsentEntries()).toEqual([]);
  expect(JSON.stringify(sessionStorage)).not.toContain(TYPED);
});

test('a correction that is sent while nobody looks on leaves the device, too, if there is nothing to correct any more', async () => {
  const server = aServer();
  const close = await open(TOKEN);
  await type(TYPED);
  server.isAway = true;
  await send();
  await until(async () => expect(await unsentEntries()).toHaveLength(1));
  await close();
  server.isAway = false;
  server.withdrawnAt = '2026-11-25T09:00:00.000Z';
  await sendWaiting();
  expect(await unsentEntries()).toEqual([]);
});

test('without a signal a message is withdrawn once there is one; what waits of it is not sent before', async () => {
  const server = aServer();
  const close = await open(TOKEN);
  await type(TYPED);
  server.isAway = true;
  await send();
  await until(() => expect(document.body.textContent).toContain('sentInquiry.kept'));
  await press('sentInquiry.withdraw.action');
  await press('sentInquiry.withdraw.confirm');
  await until(() => expect(document.body.textContent).toContain('sentInquiry.withdraw.kept'));
  expect(document.querySelector('form')).toBeNull();
  await close();

  // The page says so when it is opened without a signal, too.
  await open(TOKEN, false);
  await until(() => expect(document.body.textContent).toContain('sentInquiry.withdraw.kept'));
  server.isAway = false;
  await doing(() => sendWaiting());
  await until(() => expect(document.body.textContent).toContain('sentInquiry.withdrawn.title'));
  expect(document.body.textContent).not.toContain('sentInquiry.withdraw.kept');
  expect(server.corrections).toEqual([]);
  expect(await unsentEntries()).toEqual([]);
});

test('a message that cannot be read without a signal can be withdrawn', async () => {
  const server = aServer();
  server.isAway = true;
  await open(TOKEN, false);
  await until(() => expect(document.body.textContent).toContain('failure.unreachable'));
  await press('sentInquiry.withdraw.action');
  await press('sentInquiry.withdraw.confirm');
  await until(() => expect(document.body.textContent).toContain('sentInquiry.withdraw.kept'));
  server.isAway = false;
  await doing(() => sendWaiting());
  await until(() => expect(document.body.textContent).toContain('sentInquiry.withdrawn.title'));
});

function told(): string | null {
  return the('form [role=status]').textContent;
}

/** A server that has one inquiry, and can be away. */
function aServer() {
  const server = {
    message: SENT,
    corrections: [] as string[],
    isAway: false,
    /** How often the message was asked for. */
    asked: 0,
    /** The code of its refusal of corrections. */
    isRefusing: null as string | null,
    /** Corrections get no answer; they arrive when they are told to. */
    isDelaying: false,
    delayed: [] as (() => void)[],
    withdrawnAt: null as string | null,
  };
  sessionStorage.clear();
  connection.setState({ isOffline: false, answeredAt: -1 });
  const keys = new Set<string | null>();
  function correct(key: string | null, message: string): void {
    if (keys.has(key)) return;
    keys.add(key);
    server.message = message;
    server.corrections.push(message);
  }
  vi.stubGlobal('fetch', async (path: string, { method, body, headers }: RequestInit) => {
    const isWithdrawal = path.endsWith('/withdraw');
    if (method === 'POST' && !isWithdrawal) server.asked += 1;
    if (server.isAway) throw new TypeError('Failed to fetch');
    if (isWithdrawal) {
      server.withdrawnAt = '2026-11-25T09:00:00.000Z';
      return new Response(null, { status: 204 });
    }
    const { message } = JSON.parse(String(body));
    if (method === 'PUT') {
      if (server.withdrawnAt) return Response.json({ code: 'link-not-found' }, { status: 404 });
      if (server.isRefusing) return Response.json({ code: server.isRefusing }, { status: 400 });
      const key = new Headers(headers).get('Idempotency-Key');
      if (server.isDelaying) {
        server.delayed.push(() => correct(key, message));
        throw new TypeError('Failed to fetch');
      }
      correct(key, message);
      return new Response(null, { status: 204 });
    }
    return Response.json({ ...inquiry(server.message), withdrawnAt: server.withdrawnAt });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return server;
}

function inquiry(message: string) {
  const at = '2026-11-25T08:00:00.000Z';
  return {
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    phone: null,
    inquiryType: 'career_advice',
    writtenBy: null,
    playerName: null,
    under18: null,
    message,
    includeHistory: false,
    currentClub: null,
    position: null,
    achievements: null,
    careerGoals: null,
    reference: 'ABCD-1234',
    createdAt: at,
    replyBy: at,
    isRead: false,
    isAnswered: false,
    corrections: 0,
    withdrawnAt: null,
  };
}

/** Opens the page of a link in this tab; what is returned leaves it. */
async function open(token: string, isRead = true): Promise<() => Promise<void>> {
  let leave = (): void => undefined;
  function Tab() {
    const [isOpen, setOpen] = useState(true);
    leave = () => setOpen(false);
    return isOpen && <SentInquiryView token={token} />;
  }
  await show(<Tab />);
  if (isRead) await until(() => expect(message()).toBeTruthy());
  return () => doing(() => leave());
}

function message(): HTMLTextAreaElement {
  return the<HTMLTextAreaElement>('textarea[name=message]');
}

async function type(text: string): Promise<void> {
  message().value = text;
  await doing(() => message().dispatchEvent(new Event('input', { bubbles: true })));
}

async function press(words: string): Promise<void> {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent === words);
  await doing(() => found?.click());
}

async function send(): Promise<void> {
  await doing(() => the('[type=submit]').click());
  await until(() => expect(the('[type=submit]').getAttribute('aria-busy')).not.toBe('true'));
}

/** Waits until it holds, with turns of the event loop inside of `act`, in which React shows what has come. */
async function until(expectation: () => unknown, turns = 2_000): Promise<void> {
  await doing(() => new Promise((resolve) => setImmediate(resolve)));
  try {
    await expectation();
  } catch (error) {
    if (turns === 0) throw error;
    await until(expectation, turns - 1);
  }
}
