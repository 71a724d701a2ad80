import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { LIVE_PATH } from '#contract/live.ts';

/** An attack on a server of this machine. Each attacker has a loopback address of its own. */
export interface Attack {
  /** Resolves when it is as strong as it gets; it goes on at that strength. */
  atFullStrength: Promise<void>;
  /** So far. */
  outcome: Readonly<AttackOutcome>;
  /** Opens and sends nothing more, but holds what is open. */
  pause(): void;
  /** Ends it when all calls are answered, and tells what the server did. */
  stop(): Promise<AttackOutcome>;
}

export interface AttackOutcome {
  /** Calls by their answer's status, such as `429`; those without one are `cut`. */
  answers: Record<string, number>;
  /** 503s that do not say when to come back. */
  withoutRetryAfter: number;
  /** Connections, or streams, that the server has open for the attacker. */
  open: number;
  /** The same, closed by the server. */
  closed: number;
}

/** What an attack is aimed at. */
export interface Target {
  origin: string;
  /** Of a signed-in session. */
  cookie: string;
  username: string;
}

export type AttackName = 'logins' | 'half-open' | 'streams' | 'slow';

export const ATTACKS: Record<AttackName, (target: Target) => Attack> = {
  logins: attackByLogins,
  'half-open': attackByHalfOpen,
  streams: attackByStreams,
  slow: attackBySlowReading,
};

/** Wrong passwords of one address for one account, a second: refused from the eleventh on. */
const REFUSED = 200;
/** Logins a second by ever new addresses and names: twice what two processors can hash at 25 ms each. */
const HASHED = 160;
const HALF_OPEN = 4_300;
const STREAMS = 3_900;
const SLOW_READERS = 300;
/** In milliseconds, and what is opened in each. */
const TICK = 25;
const OPENED_A_TICK = 15;

/** 200 refused logins a second, and twice as many others as two processors can hash. */
function attackByLogins({ origin, username }: Target): Attack {
  const outcome = noOutcome();
  const inFlight = new Set<Promise<void>>();
  const agent = new Agent({ keepAlive: true });
  let strangers = 0;
  const guess = (name: string, localAddress: string, by: Agent | false) => {
    const guessed = logIn(origin, name, localAddress, by, outcome).finally(() =>
      inFlight.delete(guessed),
    );
    inFlight.add(guessed);
  };
  const timer = setInterval(() => {
    for (let n = 0; n < (REFUSED * TICK) / 1_000; n += 1) guess(username, '127.0.0.2', agent);
    for (let n = 0; n < (HASHED * TICK) / 1_000; n += 1) {
      strangers += 1;
      const address = `127.1.${(strangers >> 8) & 255}.${strangers & 255}`;
      guess(`stranger-${strangers}`, address, false);
    }
  }, TICK);
  return {
    atFullStrength: new Promise((resolve) => setTimeout(resolve, 1_000)),
    outcome,
    pause: () => clearInterval(timer),
    async stop() {
      clearInterval(timer);
      await Promise.all(inFlight);
      agent.destroy();
      return outcome;
    },
  };
}

function logIn(
  origin: string,
  username: string,
  localAddress: string,
  agent: Agent | false,
  outcome: AttackOutcome,
): Promise<void> {
  const count = (status: string) => {
    outcome.answers[status] = (outcome.answers[status] ?? 0) + 1;
  };
  return new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json' };
    const call = request(`${origin}/api/login`, { method: 'POST', headers, localAddress, agent });
    let isAnswered = false;
    call.on('response', (response: IncomingMessage) => {
      isAnswered = true;
      const { statusCode, headers } = response;
      count(String(statusCode));
      if (statusCode === 503 && !headers['retry-after']) outcome.withoutRetryAfter += 1;
      response.resume().on('close', resolve);
    });
    call.on('error', () => {
      if (!isAnswered) count('cut');
      resolve();
    });
    call.end(JSON.stringify({ username, password: 'a wrong guess' }));
  });
}

/** One address holds 4,300 calls without their end. */
function attackByHalfOpen({ origin }: Target): Attack {
  return hold(HALF_OPEN, '127.0.0.3', origin, 'GET / HTTP/1.1\r\nHost: localhost\r\n');
}

/** One session asks for 3,900 streams of events. */
function attackByStreams({ origin, cookie }: Target): Attack {
  const head = `GET ${LIVE_PATH} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
  return hold(STREAMS, '127.0.0.4', origin, head);
}

/** One address asks 300 times for the newest 500 applications, about 219 KB, and reads nothing. */
function attackBySlowReading({ origin, cookie }: Target): Attack {
  const path = '/api/applications?since=0&limit=500';
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
  return hold(SLOW_READERS, '127.0.0.5', origin, head, { reads: false });
}

/** Holds so many connections on which this was sent; a new one follows for each that the server closes. */
function hold(
  most: number,
  localAddress: string,
  origin: string,
  text: string,
  { reads = true } = {},
): Attack {
  const outcome = noOutcome();
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(origin);
  let opened = 0;
  let reachFullStrength = () => {};
  const open = () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    sockets.add(socket);
    opened += 1;
    if (reads) socket.resume();
    else socket.pause();
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      socket.write(text);
      outcome.open += 1;
      socket.once('close', () => {
        outcome.open -= 1;
        outcome.closed += 1;
      });
    });
    socket.once('close', () => sockets.delete(socket));
  };
  const timer = setInterval(() => {
    for (let n = 0; n < OPENED_A_TICK && sockets.size < most; n += 1) open();
    if (opened >= most) reachFullStrength();
  }, TICK);
  return {
    atFullStrength: new Promise((resolve) => {
      reachFullStrength = resolve;
    }),
    outcome,
    pause: () => clearInterval(timer),
    async stop() {
      clearInterval(timer);
      const found = { ...outcome };
      for (const socket of sockets) socket.destroy();
      return found;
    },
  };
}

function noOutcome(): AttackOutcome {
  return { answers: {}, withoutRetryAfter: 0, open: 0, closed: 0 };
}
