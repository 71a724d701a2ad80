import { createServer, type RequestListener, type Server } from 'node:http';
import { limitConnections } from './connection-limits.ts';
import { refuseUnread } from './own-answers.ts';
import { SILENCE_TIMEOUT, type Stopping, trackCalls } from './track-calls.ts';

/** A listening server. */
export interface Listening extends Stopping {
  /** The chosen port if 0 was asked for. */
  port: number;
}

/** In milliseconds. Node's own are 60 s for headers and 300 s for a request: too long under attack. */
const HEADERS_TIMEOUT = 8_000;
const REQUEST_TIMEOUT = 15_000;
const KEEP_ALIVE_TIMEOUT = 10_000;
const CHECK_EVERY = 1_000;

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
  server.on('clientError', refuseUnread);
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
