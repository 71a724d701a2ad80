import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf, networkOf } from './address.ts';
import { EVENTS } from './headers.ts';

/** Open connections. */
const MOST = 4_000;
/** The same for one address, e.g. of a stadium. */
const MOST_PER_ADDRESS = 1_000;
/** From this age on, in milliseconds, an answer that is not read to its end counts as slow. */
const SLOW_AFTER = 15_000;
/** Slow answers: a few are phones with a bad signal. */
const MOST_SLOW = 100;
const MOST_SLOW_PER_ADDRESS = 30;
/** In milliseconds. */
const CHECK_EVERY = 1_000;

/**
 * Bounds what one caller can hold open, so that others are answered meanwhile:
 *
 * - A new connection beyond a bound closes the oldest one that waits for its caller (nothing asked yet, a
 *   request that is not complete, kept alive), never one that is being answered.
 * - Slow answers beyond a bound are all closed.
 *
 * Behind proxies all connections come from the proxies, which have such bounds of their own; here only
 * the common bounds count for connections. Slow answers are counted by the caller's reported address.
 */
export function limitConnections(server: Server, trustProxy: number): void {
  const sockets = new OpenSockets();
  const answers = new Map<ServerResponse, Answer>();

  const count = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const network = networkOf(addressOf(request, trustProxy));
    answers.set(response, { network, socket, since: Date.now() });
    sockets.answering.set(socket, response);
    response.on('close', () => {
      answers.delete(response);
      if (sockets.answering.get(socket) === response) sockets.answering.delete(socket);
    });
  };
  server.on('connection', (socket) => sockets.add(socket, trustProxy === 0));
  server.on('request', count);
  server.on('checkExpectation', count);

  const check = setInterval(() => {
    for (const { socket } of slowBeyondBounds(answers)) socket.destroy();
  }, CHECK_EVERY);
  check.unref();
  server.on('close', () => clearInterval(check));
}

/** An answer that was not read to its end. */
interface Answer {
  network: string;
  socket: Socket;
  /** In milliseconds since 1970. */
  since: number;
}

class OpenSockets {
  /** The answer of each connection that has a call. */
  readonly answering = new Map<Socket, ServerResponse>();
  /** The oldest first. */
  readonly #all = new Set<Socket>();
  readonly #byNetwork = new Map<string, Set<Socket>>();

  add(socket: Socket, isBoundByAddress: boolean): void {
    const network = networkOf(socket.remoteAddress ?? '');
    const ofNetwork = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, ofNetwork.add(socket));
    this.#all.add(socket);
    const remove = () => {
      this.#all.delete(socket);
      ofNetwork.delete(socket);
      if (ofNetwork.size === 0) this.#byNetwork.delete(network);
    };
    socket.once('close', remove);
    if (isBoundByAddress && ofNetwork.size > MOST_PER_ADDRESS) this.#closeOne(ofNetwork, socket);
    if (this.#all.size > MOST) this.#closeOne(this.#all, socket);
  }

  /** Closes the oldest connection that waits for its caller; the newest one if none does. */
  #closeOne(sockets: ReadonlySet<Socket>, newest: Socket): void {
    for (const socket of sockets) {
      if (socket === newest || socket.destroyed || !this.#waitsForCaller(socket)) continue;
      socket.destroy();
      return;
    }
    newest.destroy();
  }

  #waitsForCaller(socket: Socket): boolean {
    const response = this.answering.get(socket);
    return !response?.req.complete;
  }
}

function slowBeyondBounds(answers: ReadonlyMap<ServerResponse, Answer>): Answer[] {
  const latest = Date.now() - SLOW_AFTER;
  const slow = [...answers]
    .filter(([response, { since }]) => since <= latest && !isStream(response))
    .map(([, answer]) => answer);
  if (slow.length > MOST_SLOW) return slow;
  const counts = new Map<string, number>();
  for (const { network } of slow) counts.set(network, (counts.get(network) ?? 0) + 1);
  return slow.filter(({ network }) => (counts.get(network) ?? 0) > MOST_SLOW_PER_ADDRESS);
}

/** A stream of events has no end. */
function isStream(response: ServerResponse): boolean {
  return response.getHeader('Content-Type') === EVENTS;
}
