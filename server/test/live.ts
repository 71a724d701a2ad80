import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import * as v from 'valibot';
import { LIVE_PATH, LiveEvent } from '#contract/live.ts';

/** An open stream of events, as a device listens to it. */
export interface Listener {
  status: number;
  events: LiveEvent[];
  /** Resolves with the first event that matches, earlier ones included. */
  until(wanted: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the stream ends: 'complete' when the server ended it properly. */
  ended: Promise<'complete' | 'cut'>;
  close(): void;
}

/** Opens the stream of events with these cookies. */
export async function listenLive(origin: string, cookie: string): Promise<Listener> {
  const asked: ClientRequest = request(origin + LIVE_PATH, { headers: { Cookie: cookie } });
  asked.end();
  const [response]: IncomingMessage[] = await once(asked, 'response');
  if (!response) throw new Error('There was no answer.');
  const events: LiveEvent[] = [];
  const watchers = new Set<() => void>();
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      if (part.startsWith('data: ')) events.push(v.parse(LiveEvent, JSON.parse(part.slice(6))));
    }
    for (const look of watchers) look();
  });
  response.on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    events,
    until: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = events.find(wanted);
          if (found) resolve(found);
        };
        watchers.add(look);
        look();
      }),
    ended: new Promise((resolve) => {
      response.once('close', () => resolve(response.complete ? 'complete' : 'cut'));
    }),
    close: () => asked.destroy(),
  };
}
