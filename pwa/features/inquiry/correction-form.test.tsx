// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connection } from '#pwa/lib/connection.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
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
  await doing(() => the('[type=submit]').click());
  await until(() => expect(document.body.textContent).toContain('sentInquiry.corrected'));
  expect(server.message).toBe(TYPED);
  await second();

  server.message = SENT;
  await open(TOKEN);
  expect(message().value).toBe(SENT);
});

test('without a signal a correction says so and that it is kept; the text stays', async () => {
  const server = aServer();
  const close = await open(TOKEN);
  await type(TYPED);
  server.isAway = true;
  await doing(() => the('[type=submit]').click());
  await until(() => expect(document.body.textContent).toContain('sentInquiry.kept'));
  expect(document.body.textContent).not.toContain('sentInquiry.corrected');
  expect(message().value).toBe(TYPED);
  await close();

  // Opened without a signal, the page reads the message once there is one, and the text is there.
  await open(TOKEN, false);
  await until(() => expect(document.body.textContent).toContain('failure.unreachable'));
  server.isAway = false;
  await doing(() => window.dispatchEvent(new Event('online')));
  await until(() => expect(message().value).toBe(TYPED));
});

/** A server that has one inquiry, and can be away. */
function aServer() {
  const server = { message: SENT, isAway: false };
  sessionStorage.clear();
  connection.setState({ isOffline: false, answeredAt: -1 });
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (server.isAway) throw new TypeError('Failed to fetch');
    const { message } = JSON.parse(String(body));
    if (method === 'PUT') {
      server.message = message;
      return new Response(null, { status: 204 });
    }
    return Response.json(inquiry(server.message));
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

async function until(expectation: () => unknown): Promise<void> {
  await doing(() => vi.waitFor(expectation, 5_000));
}
