import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders } from './headers.ts';

/** A listening server. */
export interface Listening {
  /** The chosen port if 0 was asked for. */
  port: number;
  /**
   * Takes no new calls, gives those in flight `grace` milliseconds, then cuts them. Resolves when no
   * connection is left.
   */
  close(grace: number): Promise<void>;
}

/** In milliseconds. Node's own are 60 s for headers and 300 s for a request: too long under attack. */
const HEADERS_TIMEOUT = 8_000;
const REQUEST_TIMEOUT = 15_000;
const SILENCE_TIMEOUT = 10_000;
const KEEP_ALIVE_TIMEOUT = 10_000;
const CHECK_EVERY = 1_000;
/** The most open connections; a proxy in front of the server needs far fewer. */
const CONNECTIONS = 4_000;

/** The type of a stream of server-sent events. */
export const EVENTS = 'text/event-stream; charset=utf-8';

/** Listens on `host` and `port`. Rejects with the system's error, e.g. code EADDRINUSE. */
export async function listen(
  answer: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const server = createLimitedServer();
  const { take, endSilence, close } = trackCalls(server, answer);
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
  return { port: typeof address === 'object' && address ? address.port : port, close };
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
  server.maxConnections = CONNECTIONS;
  return server;
}

/** Knows the open connections and the calls in flight, to close the server without cutting calls. */
function trackCalls(
  server: Server,
  answer: RequestListener,
): {
  take: RequestListener;
  endSilence: (socket: Socket) => void;
  close: Listening['close'];
} {
  const sockets = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  let closing = false;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    take(request, response) {
      if (request.headers.host === undefined && request.httpVersion !== '1.0') {
        refuse(new Error('There is no Host.'), request.socket);
        return;
      }
      answering.add(response);
      response.on('close', () => answering.delete(response));
      if (closing) response.setHeader('Connection', 'close');
      answer(request, response);
    },
    /** A caller whose call takes too long is told so. Any other silent connection is cut. */
    endSilence(socket) {
      const late = [...answering].filter((response) => response.socket === socket);
      const [response] = late;
      if (late.length === 1 && response?.req.complete && !response.headersSent) tooLate(response);
      else socket.destroy();
    },
    async close(grace) {
      closing = true;
      const busy = new Set([...answering].map(({ socket }) => socket));
      // Node itself closes only connections that are idle after a call, not unused ones.
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
      for (const response of answering) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
        // A stream of events would never end; its listener connects again.
        else if (response.getHeader('Content-Type') === EVENTS) response.end();
      }
      const cut = setTimeout(() => server.closeAllConnections(), grace);
      await new Promise((closed) => {
        server.close(closed);
      });
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
