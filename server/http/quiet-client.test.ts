import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApplication, getHistory } from '#contract/applications.ts';
import { login } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { sync } from '#contract/sync.ts';
import { BuiltPages } from '#server/http/pages/pages.ts';
import { aDraft } from '#server/test/bodies.ts';
import { addUser, Client, PASSWORD, signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const ROUNDS = 8;
/** Each attacker has a loopback address of its own; the owner is at 127.0.0.1. */
const [GUESSER, HOLDER, LISTENER, READER] = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
/** More than each bound of the server. */
const HALF_OPEN = 1_100;
const STREAMS = 60;
const SLOW_READERS = 40;
const WITHIN = { timeout: 40_000 };

onSqliteFirst(
  'while strangers guess, and hold half-open calls, streams and unread answers,',
  ({ open }) => {
    test('the owner signs in on a known device, sees the page, and has every change made once', async () => {
      const db = await open();
      const { origin, port, errors } = await serveApp(db, { rateLimits: 'on', pages: builtPage() });
      await addUser(db);
      const owner = new Client(origin);
      expect(await statusOfSignIn(owner)).toBe(200);
      const { id } = (await owner.call(createApplication, { body: aDraft })).reply;
      const { cookie } = await signedIn(db, origin, { username: 'rogue' });

      const hold = (number: number, from: string, text: string, isSlow = false) =>
        holdMany(number, { port, from, text, isSlow });
      const held = hold(HALF_OPEN, HOLDER, 'GET / HTTP/1.1\r\nHost: a\r\n');
      const head = `Host: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
      const streams = hold(STREAMS, LISTENER, `GET ${LIVE_PATH} HTTP/1.1\r\n${head}`);
      hold(
        SLOW_READERS,
        READER,
        'GET /assets/large.woff2 HTTP/1.1\r\nHost: localhost\r\n\r\n',
        true,
      );
      await vi.waitUntil(() => held.opened === HALF_OPEN && held.cut >= HALF_OPEN - 1_000, WITHIN);
      await vi.waitUntil(() => streams.opened === STREAMS && streams.open <= 6, WITHIN);

      const guesses: Record<string, number> = {};
      for (let round = 0; round < ROUNDS; round += 1) {
        const guessing = guessMany(origin, round);
        expect(await statusOfSignIn(owner)).toBe(200);
        expect((await owner.send('GET', '/')).status).toBe(200);
        const { answers, reads } = (await owner.call(sync, { body: batchOf(id, round) })).reply;
        expect([...answers, ...reads].map(({ status }) => status)).toEqual([200, 200]);
        for (const outcome of await guessing) guesses[outcome] = (guesses[outcome] ?? 0) + 1;
      }

      expect((await owner.call(getHistory, { params: { id } })).reply).toHaveLength(ROUNDS);
      // Every guess is answered, those for the owner's account by 401 ten times at most.
      expect(Object.keys(guesses)).toEqual(expect.arrayContaining(['owner 401', 'owner 429']));
      expect(guesses['owner 401']).toBeLessThanOrEqual(10);
      const known = ['owner 401', 'owner 429', 'stranger 401', 'stranger 503'];
      expect(Object.keys(guesses).filter((outcome) => !known.includes(outcome))).toEqual([]);
      expect(held.open).toBeLessThanOrEqual(1_000);
      expect(streams.open).toBe(6);
      // A guess that is answered by 503 is in the log, too.
      expect(errors().filter((line) => !line.includes('"msg":"busy"'))).toEqual([]);
    });
  },
);

function builtPage(): BuiltPages {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<html lang="en"></html>');
  writeFileSync(join(folder, 'app.html'), '<html></html>');
  writeFileSync(join(folder, 'csp.json'), '[]');
  // More than loopback connections keep in the system's buffers.
  writeFileSync(join(folder, 'assets/large.woff2'), Buffer.alloc(12_000_000, 'x'));
  return new BuiltPages(folder, {
    siteUrl: 'http://agency.test',
    contactPhone: '+34 600 000 000',
    contactEmail: 'office@agency.test',
    contactLinkedin: 'https://www.linkedin.com/in/agency-example',
    mirrorDays: 30,
    retentionVisits: 365,
    retentionInquiries: 365,
    retentionAudit: 365,
  });
}

async function statusOfSignIn(client: Client): Promise<number> {
  return (await client.call(login, { body: { username: 'marta', password: PASSWORD } })).status;
}

/** A change of status, and a read that sees it. */
function batchOf(id: string, round: number) {
  const call = {
    key: newId(),
    method: 'PATCH' as const,
    path: `/api/applications/${id}/status`,
    body: { status: round % 2 ? 'pending' : 'in_review', notes: `Round ${round}.` },
    lane: `application:${id}`,
    after: null,
  };
  return { calls: [call], reads: ['/api/applications?since=0'] };
}

/** Opens connections on which this is sent; they stay as long as the server lets them. */
function holdMany(
  number: number,
  { port, from, text, isSlow }: { port: number; from: string; text: string; isSlow: boolean },
) {
  const sockets = new Set<Socket>();
  const held = {
    opened: 0,
    /** Closed by the server without a word: not for being late, which is a 408. */
    cut: 0,
    get open() {
      return sockets.size;
    },
  };
  for (let n = 0; n < number; n += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    sockets.add(socket);
    if (isSlow) socket.pause();
    else socket.resume();
    socket.on('connect', () => {
      held.opened += 1;
      socket.write(text);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (socket.bytesRead === 0) held.cut += 1;
    });
    onTestFinished(() => void socket.destroy());
  }
  return held;
}

/** Wrong passwords at once: 15 for the owner's account, 45 of ever new addresses for ever new names. */
function guessMany(origin: string, round: number): Promise<string[]> {
  const owners = Array.from({ length: 15 }, () => guess(origin, 'owner', 'marta', GUESSER));
  const others = Array.from({ length: 45 }, (_, n) =>
    guess(origin, 'stranger', `stranger-${round}-${n}`, `127.1.${round}.${n + 1}`),
  );
  return Promise.all([...owners, ...others]);
}

/** Resolves with whom it was for and the status, or `cut`. */
function guess(
  origin: string,
  whom: string,
  username: string,
  localAddress: string,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json' };
    const options = { method: 'POST', headers, localAddress, agent: false };
    const call = request(`${origin}/api/login`, options, (response: IncomingMessage) => {
      response.resume().on('close', () => resolve(`${whom} ${response.statusCode}`));
    });
    call.on('error', () => resolve(`${whom} cut`));
    call.end(JSON.stringify({ username, password: 'a wrong guess' }));
  });
}
