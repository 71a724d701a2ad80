import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders } from '#server/http/transport/headers.ts';

/** Answers a call whose handler has not answered; what the handler says later is dropped. */
export function refuseLate(response: ServerResponse): void {
  const body = JSON.stringify({
    message: 'This takes too long. Please try again.',
    code: 'not-ready',
  });
  // The handler may have begun its answer: these words are plain.
  for (const name of ['Content-Encoding', 'ETag']) response.removeHeader(name);
  response.writeHead(503, STATUS_CODES[503], { ...ownHeaders(body), 'Retry-After': '2' });
  response.end(body);
}

/** Answers requests that are not HTTP, have too large headers or are too slow, in the app's form. */
export function refuseUnread(error: Error & { code?: string }, socket: Socket): void {
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
