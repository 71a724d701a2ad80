import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EVENTS } from './headers.ts';
import { refuseLate, refuseUnread } from './own-answers.ts';

/** How a server stops. */
export interface Stopping {
  /**
   * Serves on for `ms` milliseconds, or until no calls come any more, but ends streams of events, and tells
   * every caller to close the connection, so that it finds another server.
   */
  drain(ms: number): Promise<void>;
  /**
   * Takes no new connections, gives calls in flight `grace` milliseconds, then cuts them. Resolves when
   * no connection is left.
   */
  close(grace: number): Promise<void>;
}

/** How long a connection may be silent during a call, in milliseconds. */
export const SILENCE_TIMEOUT = 10_000;
/** The same while a finished answer is read. Node waits twice: once more for a reader that took a part. */
const READING_TIMEOUT = 8_000;
/** Calls have ended when there was no connection for this time, in milliseconds. */
const QUIET = 300;
/** Between two looks at the connections of a stopping server, in milliseconds. */
const LOOK_EVERY = 20;
/**
 * A server stops listening when no connection came for this time, or after the second one at the latest.
 * 80 ms were less than some gaps between two callers on a machine with three times the load it can bear.
 */
const QUIET_MOMENT = 250;
const QUIET_WITHIN = 1_500;
/** Turns of the event loop in which the last connections are accepted. */
const MOST_TURNS = 1_000;
/**
 * Silence after which a stopping server closes a connection without a call, in milliseconds. The proxies of
 * server/deploy close theirs after one second, so that no call meets a connection that is being closed.
 */
export const STOPPING_SILENCE = 2_000;

/** Knows the open connections and the calls in flight, to close the server without cutting calls. */
export function trackCalls(
  server: Server,
  answer: RequestListener,
): {
  take: RequestListener;
  endSilence: (socket: Socket) => void;
} & Stopping {
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
    // The event loop accepts one connection a turn: the remaining ones are accepted now.
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
        refuseUnread(new Error('There is no one Host.'), request.socket);
        return;
      }
      answering.add(response);
      response.on('close', () => answering.delete(response));
      response.on('prefinish', () => request.socket.setTimeout(READING_TIMEOUT));
      if (stopping) response.setHeader('Connection', 'close');
      if (closing) request.socket.setTimeout(SILENCE_TIMEOUT);
      if (holding) held.push(() => answer(request, response));
      else answer(request, response);
    },
    /** A caller whose call takes too long gets an answer. Any other silent connection is cut. */
    endSilence(socket) {
      const late = [...answering].filter((response) => response.socket === socket);
      const [response] = late;
      if (late.length === 1 && response?.req.complete && !response.headersSent)
        refuseLate(response);
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
