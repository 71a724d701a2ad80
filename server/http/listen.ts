import { once } from 'node:events';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { limitConnections } from './connection-limits.ts';
import { EVENTS, securityHeaders } from './headers.ts';

/** A listening server. */
export interface Listening {
  /** The chosen port if 0 was asked for. */
  port: number;
  /**
   * Serves on for `ms` milliseconds, or until nobody calls any more, but ends streams of events, and tells
   * every caller to close the connection. So whoever sends the calls here can find another server.
   */
  drain(ms: number): Promise<void>;
  /**
   * Takes no new connections, gives calls in flight `grace` milliseconds, then cuts them. Resolves when
   * no connection is left.
   */
  close(grace: number): Promise<void>;
}

/** In milliseconds. Node's own are 60 s for headers and 300 s for a request: too long under attack. */
const HEADERS_TIMEOUT = 8_000;
const REQUEST_TIMEOUT = 15_000;
const SILENCE_TIMEOUT = 10_000;
const KEEP_ALIVE_TIMEOUT = 10_000;
const CHECK_EVERY = 1_000;
/** Nobody calls any more when there was no connection for this time, in milliseconds. */
const QUIET = 300;
/** Between two looks at the connections of a stopping server, in milliseconds. */
const LOOK_EVERY = 20;
/** A server stops listening when nobody has connected for this time, or after the second one at the latest. */
const QUIET_MOMENT = 80;
const QUIET_WITHIN = 800;
/** Turns of the event loop in which the last connections are accepted. */
const MOST_TURNS = 1_000;
/** Silence after which a stopping server closes a connection without a call, in milliseconds. */
const STOPPING_SILENCE = 1_000;

/**
 * Listens on `host` and `port`. Rejects with the system's error, e.g. code EADDRINUSE.
 *
 * @param trustProxy the number of proxies in front of the server
 */
export async function listen(
  answer: RequestListener,
  { host, port, trustProxy }: { host: string; port: number; trustProxy: number },
): Promise<Listening> {
  const server = createLimitedServer();
  limitConnections(server, trustProxy);
  const { take, endSilence, drain, close } = trackCalls(server, answer);
  server.on('request', take);
  // Node would answer an unknown expectation by itself, without the security headers.
  server.on('checkExpectation', take);
  server.on('clientError', refuse);
  server.on('timeout', endSilence);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : port, drain, close };
}

function createLimitedServer(): Server {
  const server = createServer({
    connectionsCheckingInterval: CHECK_EVERY,
    // Node would refuse a call without a Host by itself, without the security headers.
    requireHostHeader: false,
  });
  server.headersTimeout = HEADERS_TIMEOUT;
  server.requestTimeout = REQUEST_TIMEOUT;
  server.timeout = SILENCE_TIMEOUT;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT;
  return server;
}

/** Knows the open connections and the calls in flight, to close the server without cutting calls. */
function trackCalls(
  server: Server,
  answer: RequestListener,
): {
  take: RequestListener;
  endSilence: (socket: Socket) => void;
} & Pick<Listening, 'drain' | 'close'> {
  const sockets = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  const held: (() => void)[] = [];
  let connections = 0;
  let stopping = false;
  let closing = false;
  let holding = false;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  /** Every answer from now on tells its caller to close the connection. */
  function stopKeeping(): void {
    stopping = true;
    for (const response of answering) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
      // A stream of events would never end; its listener connects again.
      else if (response.getHeader('Content-Type') === EVENTS) response.end();
    }
  }

  /**
   * Stops listening at a moment without new callers. The system resets a connection that it has taken in,
   * but that the process has not accepted. So calls wait until those who could make such a one wait, too.
   */
  async function stopListening(): Promise<void> {
    holding = true;
    const end = performance.now() + (sockets.size > 0 ? QUIET_WITHIN : 0);
    let before = -1;
    while (before !== connections && performance.now() < end) {
      before = connections;
      await pause(QUIET_MOMENT);
      await new Promise(setImmediate);
    }
    // The event loop accepts one connection a turn: those that are left are accepted now.
    for (let turn = 0; turn === 0 || (before !== connections && turn < MOST_TURNS); turn += 1) {
      before = connections;
      await new Promise(setImmediate);
    }
    // Node's own close() for HTTP cuts the connections between two calls, also when the next call has
    // arrived and was not read yet.
    NetServer.prototype.close.call(server);
    holding = false;
    for (const answerHeld of held) answerHeld();
  }

  return {
    take(request, response) {
      const hosts = request.headersDistinct.host?.length ?? 0;
      if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
        refuse(new Error('There is no one Host.'), request.socket);
        return;
      }
      answering.add(response);
      response.on('close', () => answering.delete(response));
      if (stopping) response.setHeader('Connection', 'close');
      if (closing) request.socket.setTimeout(SILENCE_TIMEOUT);
      if (holding) held.push(() => answer(request, response));
      else answer(request, response);
    },
    /** A caller whose call takes too long is told so. Any other silent connection is cut. */
    endSilence(socket) {
      const late = [...answering].filter((response) => response.socket === socket);
      const [response] = late;
      if (late.length === 1 && response?.req.complete && !response.headersSent) tooLate(response);
      // Not cut: a call may be on its way here in this moment.
      else if (closing && late.length === 0) socket.end();
      else socket.destroy();
    },
    async drain(ms) {
      stopKeeping();
      const end = performance.now() + ms;
      for (let last = performance.now(), before = connections; performance.now() < end; ) {
        if (sockets.size > 0 || before !== connections) last = performance.now();
        if (performance.now() - last > QUIET) break;
        before = connections;
        await pause(LOOK_EVERY);
      }
    },
    async close(grace) {
      closing = true;
      stopKeeping();
      const closed = once(server, 'close');
      await stopListening();
      const busy = new Set([...answering].map(({ socket }) => socket));
      for (const socket of sockets) if (!busy.has(socket)) socket.setTimeout(STOPPING_SILENCE);
      const cut = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Answers a call whose handler has not answered; what the handler says later is dropped. */
function tooLate(response: ServerResponse): void {
  const body = JSON.stringify({
    message: 'This takes too long. Please try again.',
    code: 'not-ready',
  });
  response.writeHead(503, { ...ownHeaders(body), 'Retry-After': '2' });
  response.end(body);
}

/** Answers requests that are not HTTP, have too large headers or are too slow, in the app's form. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ message: 'The request could not be read.', code: 'invalid-input' });
  const lines = Object.entries(ownHeaders(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** The headers of an answer that the app does not give itself. */
function ownHeaders(body: string) {
  return {
    ...securityHeaders(false),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
}

const STATUS_OF: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};
