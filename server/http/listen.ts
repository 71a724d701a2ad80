import { createServer, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders } from './headers.ts';

/** A server that takes calls. */
export interface Listening {
  /** The port that was asked for, or the one that was found when it was 0. */
  port: number;
  /**
   * Takes no new calls, lets those under way finish for `grace` milliseconds, then cuts them.
   * Resolves when no connection is left.
   */
  close(grace: number): Promise<void>;
}

/** In milliseconds (design: D11; left to itself Node waits 60 s for headers, 300 s for a request). */
const HEADERS_TIMEOUT = 8_000;
const REQUEST_TIMEOUT = 15_000;
const SILENCE_TIMEOUT = 10_000;
const KEEP_ALIVE_TIMEOUT = 10_000;
const CHECK_EVERY = 1_000;
/** Open connections; a proxy before the server needs far fewer. */
const CONNECTIONS = 4_000;

/** The type of a stream of server-sent events. */
export const EVENTS = 'text/event-stream; charset=utf-8';

/** Takes calls on `host` and `port`. Rejects with the system's error, e.g. code EADDRINUSE. */
export async function listen(
  answer: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  // A call without a Host would be refused by Node itself, without our headers.
  const server = createServer({
    connectionsCheckingInterval: CHECK_EVERY,
    requireHostHeader: false,
  });
  server.headersTimeout = HEADERS_TIMEOUT;
  server.requestTimeout = REQUEST_TIMEOUT;
  server.timeout = SILENCE_TIMEOUT;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT;
  server.maxConnections = CONNECTIONS;

  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  let closing = false;
  const answering = new Set<ServerResponse>();
  const take: RequestListener = (request, response) => {
    if (request.headers.host === undefined && request.httpVersion !== '1.0') {
      refuse(new Error('There is no Host.'), request.socket);
      return;
    }
    answering.add(response);
    response.on('close', () => answering.delete(response));
    if (closing) response.setHeader('Connection', 'close');
    answer(request, response);
  };
  server.on('request', take);
  // An expectation that Node does not know would be answered by Node itself, without our headers.
  server.on('checkExpectation', take);
  server.on('clientError', refuse);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();

  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close(grace) {
      closing = true;
      const busy = new Set([...answering].map(({ socket }) => socket));
      // Node closes by itself only what has had a call before and waits for the next one.
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
      for (const response of answering) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
        // A stream of events has no end of its own; who listens comes again.
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

/** Answers what is no HTTP, too large in its headers, or too slow, as the app answers the rest. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ message: 'The request could not be read.', code: 'invalid-input' });
  const headers = {
    ...securityHeaders(false),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

const STATUS_OF: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};
