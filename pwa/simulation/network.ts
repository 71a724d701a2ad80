import { LIVE_PATH } from '#contract/live.ts';
import { oneOf } from '#pwa/test/seeded.ts';
import type { Gate } from './browser-page.ts';
import type { Clock } from './clock.ts';
import type { Cookies } from './cookies.ts';
import { EVENT_FAULTS, type FaultCount, NETWORK_FAULTS, type NetworkFault } from './faults.ts';
import type { WireAnswer, WireRequest, WireStream } from './in-process.ts';
import { PlainHeaders, wholeAnswer } from './whole-answer.ts';

/** State of a device's connection. */
export type Weather = 'good' | 'none' | 'flapping' | 'slow' | 'portal' | 'refusing';

/** Answers a request; null when the server is down. */
export type Deliver = (request: WireRequest) => Promise<WireAnswer | null>;
/** The same for the stream of events: `hear` gets its pieces, and null at the end. */
export type Listen = (
  request: WireRequest,
  hear: (piece: string | null) => void,
) => Promise<WireStream | null>;

export interface NetworkParts {
  clock: Clock;
  random: () => number;
  faults: FaultCount;
  deliver: Deliver;
  listen: Listen;
  cookies: Cookies;
  /** The time by the server's clock, in milliseconds since 1970. */
  serverTime: () => number;
  note: (line: string) => void;
  /** Called when a call leaves the device; what it returns, when the whole answer has come. */
  follow?: (asked: WireRequest) => (answer: WireAnswer) => void;
}

/** The connection of one device to the server: carries requests or makes them fail. */
export class Network {
  weather: Weather = 'good';
  /** Share of requests with a fault, from 0 to 1. */
  trouble = 0;
  /** False while a proxy buffers streams. */
  letsStreamsThrough = false;
  /** What happens to the next write instead of a random fault. */
  nextWrite: NetworkFault | null = null;
  /** Further ms that answers take: those to reads, and those to writes. */
  readonly lateness = { reads: 0, writes: 0 };
  /** Faults that requests may have. */
  faults: readonly NetworkFault[] = NETWORK_FAULTS;
  readonly #parts: NetworkParts;
  #sentAt: number[] = [];

  constructor(parts: NetworkParts) {
    this.#parts = parts;
  }

  readonly send = (path: string, init: RequestInit, gate: Gate): Promise<Response> => {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => gate(() => reject(error));
      init.signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError')));
      const asked = wireOf(path, init);
      const signal = init.signal ?? undefined;
      const coming =
        asked.path === LIVE_PATH
          ? this.#listen(asked, gate, signal)
          : this.#carry(asked, gate, signal);
      void coming.then((response) => gate(() => resolve(response))).catch(fail);
    });
  };

  /** Requests of the last ten seconds. */
  get recent(): number {
    this.#sentAt = this.#sentAt.filter((at) => at > this.#parts.clock.now - 10_000);
    return this.#sentAt.length;
  }

  /** Opens the stream of events. Events that a dead cell swallows are noticed by a long silence only. */
  async #listen(
    asked: WireRequest,
    gate: Gate,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const { clock, listen } = this.#parts;
    this.#sentAt.push(clock.now);
    await clock.wait(this.#latency());
    if (this.weather === 'none') throw unreachable();
    if (!this.letsStreamsThrough || this.weather === 'portal') return page(404);

    let open: WireStream | null = null;
    let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
      cancel: () => {
        stream = null;
        open?.hangUp();
      },
    });
    const end = (error: unknown) => {
      stream?.error(error);
      stream = null;
    };
    let arrived = clock.now;
    open = await listen(this.#withCookies(asked), (piece) => {
      const times = this.#times(piece);
      arrived = Math.max(arrived, clock.now + this.#latency() + times.late);
      for (let at = 0; at < times.times; at += 1) {
        clock.after(arrived - clock.now, () =>
          gate(() => {
            if (piece === null) end(unreachable());
            else stream?.enqueue(new TextEncoder().encode(piece));
          }),
        );
      }
    });
    if (!open) throw unreachable();
    signal?.addEventListener('abort', () => {
      open?.hangUp();
      end(new DOMException('', 'AbortError'));
    });
    return new Response(body, { status: open.status, headers: open.headers });
  }

  /** How often a piece of a stream arrives, and how many ms late. */
  #times(piece: string | null): { times: number; late: number } {
    const { random } = this.#parts;
    if (this.weather === 'none' || this.weather === 'portal' || !this.letsStreamsThrough) {
      return { times: 0, late: 0 };
    }
    if (!piece?.startsWith('data:') || random() >= this.trouble) return { times: 1, late: 0 };
    const fault = oneOf(random(), EVENT_FAULTS);
    this.#parts.faults.add(fault);
    this.#parts.note(`    ${fault}`);
    if (fault === 'event lost') return { times: 0, late: 0 };
    return fault === 'event comes twice'
      ? { times: 2, late: 0 }
      : { times: 1, late: random() * 20_000 };
  }

  async #carry(asked: WireRequest, gate: Gate, signal: AbortSignal | undefined): Promise<Response> {
    const { clock, random } = this.#parts;
    // A browser ignores the cookies of an answer to an aborted request, or to a page that is gone.
    const isUnheard = () => signal?.aborted === true || gate.isShut?.() === true;
    this.#sentAt.push(clock.now);
    const fault = this.#fault(asked);
    if (fault) this.#happens(fault, asked);
    const wait = this.#latency();
    const hear = this.#parts.follow?.(asked);
    const come = async (answer: WireAnswer | null) => {
      const whole = await this.#come(answer, wait, isUnheard);
      hear?.(whole);
      return responseOf(whole);
    };
    switch (fault) {
      case 'request lost':
        await clock.wait(wait);
        throw unreachable();
      case 'request stalls for ever':
        return never();
      case 'requests overtake each other':
        await clock.wait(wait + random() * 8_000);
        return come(await this.#reach(asked));
      case 'request delivered twice at the same moment': {
        await clock.wait(wait);
        const [answer] = await Promise.all([this.#reach(asked), this.#reach(asked)]);
        return come(answer);
      }
      case 'copy of an old request delivered late':
        clock.after(wait + random() * 60_000, () => void this.#reach(asked));
        break;
      case 'error 500 from a server in trouble':
        await clock.wait(wait);
        return problem(500, 'internal');
      case 'change refused by a faulty release':
        await clock.wait(wait);
        return problem(400, 'invalid-input');
      case 'too many requests, come again later':
        await clock.wait(wait);
        return problem(429, 'too-many-requests', { 'Retry-After': '3' });
      case 'bad gateway with a page':
        await clock.wait(wait);
        return page(502);
      case 'captive portal: 200 and a page':
        await clock.wait(wait);
        return page(200);
      case 'captive portal: 511 and a page':
        await clock.wait(wait);
        return page(511);
      case 'captive portal: led away to a login':
        await clock.wait(wait);
        throw unreachable();
      default:
    }
    await clock.wait(wait);
    const answer = await this.#reach(asked);
    const late = this.lateness[asked.method === 'GET' ? 'reads' : 'writes'];
    if (late > 0) await clock.wait(late);
    switch (fault) {
      case 'answer lost after the commit':
        await clock.wait(wait);
        throw unreachable();
      case 'answer stalls for ever':
        return never();
      case 'answer stops for 40 s in its middle':
      case 'connection reset at a byte of the answer':
      case 'answer cut short without an error':
        return this.#broken(fault, await this.#come(answer, wait, isUnheard), { gate, signal });
      default:
        return come(answer);
    }
  }

  async #reach(asked: WireRequest): Promise<WireAnswer | null> {
    return this.#parts.deliver(this.#withCookies(asked));
  }

  #withCookies(asked: WireRequest): WireRequest {
    const cookie = [...this.#parts.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { ...asked, headers: { ...asked.headers, ...(cookie && { cookie }) } };
  }

  async #come(
    answer: WireAnswer | null,
    wait: number,
    isUnheard: () => boolean,
  ): Promise<WireAnswer> {
    const date = new Date(this.#parts.serverTime() + (answer?.skew ?? 0)).toUTCString();
    await this.#parts.clock.wait(wait);
    if (!answer) throw unreachable();
    const cookies = isUnheard() ? [] : answer.headers.filter(([name]) => name === 'set-cookie');
    for (const [, line] of cookies) this.#keep(line);
    const headers = answer.headers.filter(([name]) => name !== 'set-cookie');
    return { ...answer, headers: [...headers, ['date', date]] };
  }

  async #broken(
    fault: NetworkFault,
    { status, headers, body: whole }: WireAnswer,
    { gate, signal }: { gate: Gate; signal: AbortSignal | undefined },
  ): Promise<Response> {
    const bytes = new TextEncoder().encode(whole);
    const part = bytes.slice(0, Math.floor(this.#parts.random() * bytes.length));
    if (status === 204) throw unreachable();
    if (fault === 'answer cut short without an error')
      return new Response(part, { status, headers });
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        if (part.length > 0) stream.enqueue(part);
        if (fault === 'connection reset at a byte of the answer') {
          stream.error(unreachable());
          return;
        }
        let open = true;
        signal?.addEventListener('abort', () => {
          open = false;
          stream.error(new DOMException('', 'AbortError'));
        });
        this.#parts.clock.after(40_000, () =>
          gate(() => {
            if (!open) return;
            stream.enqueue(bytes.slice(part.length));
            stream.close();
          }),
        );
      },
    });
    return new Response(body, { status, headers });
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const expires = /; expires=([^;]+)/i.exec(line)?.[1];
    const { cookies } = this.#parts;
    cookies.ofAnswers.add(pair.slice(0, at));
    if (expires !== undefined && Date.parse(expires) < this.#parts.serverTime()) {
      cookies.delete(pair.slice(0, at));
    } else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }

  #fault(asked: WireRequest): NetworkFault | null {
    const { clock, random } = this.#parts;
    if (this.nextWrite && asked.method !== 'GET') {
      const planned = this.nextWrite;
      this.nextWrite = null;
      return planned;
    }
    switch (this.weather) {
      case 'none':
        return 'request lost';
      case 'portal':
        return oneOf(random(), [
          'captive portal: 200 and a page',
          'captive portal: led away to a login',
          'captive portal: 511 and a page',
        ] as const);
      case 'refusing':
        return asked.method === 'GET' ? null : 'change refused by a faulty release';
      case 'flapping':
        return Math.floor(clock.now / 3_000) % 2 === 0 ? 'request lost' : null;
      default: {
        if (random() >= this.trouble) return null;
        const fault = oneOf(random(), this.faults);
        const isWrite = asked.method !== 'GET';
        return fault === 'copy of an old request delivered late' && !isWrite ? null : fault;
      }
    }
  }

  #happens(fault: NetworkFault, { method, path }: WireRequest): void {
    this.#parts.faults.add(fault);
    this.#parts.note(`    ${method} ${path.split('?')[0]}: ${fault}`);
  }

  #latency(): number {
    const { random } = this.#parts;
    return this.weather === 'slow' ? 500 + random() * 1_500 : 2 + random() * 60;
  }
}

function wireOf(path: string, { method = 'GET', headers, body }: RequestInit): WireRequest {
  const lines = Object.fromEntries(new PlainHeaders(headers));
  return {
    method,
    path,
    headers: { ...lines, 'sec-fetch-site': 'same-origin' },
    body: typeof body === 'string' ? body : '',
  };
}

function responseOf({ status, headers, body }: WireAnswer): Response {
  return wholeAnswer(status, headers, body);
}

function unreachable(): TypeError {
  return new TypeError('Failed to fetch');
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message: 'Something is wrong.', code }, { status, headers });
}

function page(status: number): Response {
  return new Response('<h1>Welcome to our WiFi</h1>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
}
