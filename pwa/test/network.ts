import * as v from 'valibot';
import { leaseCampaignIds } from '#contract/campaigns.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { sync } from '#contract/sync.ts';
import type { FakeServer } from './fake-server.ts';

/** Faults of a request. */
export type Fault =
  | 'drop-before'
  | 'drop-after'
  | 'stall-before'
  | 'stall-after'
  | 'duplicate'
  | 'error-500'
  | 'bad-gateway'
  | 'portal'
  | 'signed-out';

/** A sent request. */
export interface Sent {
  method: string;
  path: string;
  key: string | null;
  headers: Headers;
  body: string;
}

/** The network between phone and server: passes requests on, or makes them fail. */
export class Network {
  readonly sent: Sent[] = [];
  /** Chooses the fault of a request; null for none. */
  fault: (request: Sent) => Fault | null = () => null;
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
  }

  /** The streams of events that are open. */
  readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  /** Whether the server has events. */
  isLive = false;

  /** Sends the current revision to all open streams. */
  poke(): void {
    const { revision, epoch } = this.#server;
    const event = new TextEncoder().encode(`data: ${JSON.stringify({ revision, epoch })}\n\n`);
    for (const stream of this.streams) stream.enqueue(event);
  }

  /** Ends every stream, as a restarted proxy does. */
  endStreams(): void {
    for (const stream of this.streams) stream.close();
    this.streams.clear();
  }

  #stream(signal: AbortSignal | null | undefined): Response {
    if (!this.isLive) return new Response(null, { status: 404 });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.streams.add(controller);
        signal?.addEventListener('abort', () => {
          if (this.streams.delete(controller)) controller.error(new Error('Aborted.'));
        });
      },
    });
    setImmediate(() => this.poke());
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (path === LIVE_PATH) return this.#stream(init.signal);
    const request = new Request(`http://agency.test${path}`, { ...init, signal: null });
    const sent = await recorded(request, path);
    this.sent.push(sent);
    const passed = () => this.#server.answer(request.clone());
    switch (this.fault(sent)) {
      case null:
        return passed();
      case 'drop-before':
        throw new TypeError('Failed to fetch');
      case 'drop-after':
        await passed();
        throw new TypeError('Failed to fetch');
      case 'stall-before':
        return aborted(init.signal);
      case 'stall-after':
        await passed();
        return aborted(init.signal);
      case 'duplicate':
        await passed();
        return passed();
      case 'error-500':
        return Response.json({ message: 'Something broke.', code: 'internal' }, { status: 500 });
      case 'bad-gateway':
        return new Response('<h1>Bad gateway</h1>', { status: 502 });
      case 'portal':
        return new Response('<h1>Welcome to our WiFi</h1>', {
          headers: { 'Content-Type': 'text/html' },
        });
      case 'signed-out':
        return Response.json({ message: 'Please sign in.', code: 'signed-out' }, { status: 401 });
    }
  };

  /** Number of GET requests by path. */
  reads(path: string): number {
    return this.sent.filter((one) => one.method === 'GET' && one.path.split('?')[0] === path)
      .length;
  }

  /** All sent changes in order, single ones and those in batches. */
  writes(): Sent[] {
    return this.sent.flatMap((one) => {
      if (one.path !== sync.path) return isWrite(one) ? one : [];
      const { calls } = v.parse(sync.body, JSON.parse(one.body));
      return calls.map(({ key, method, path, body }) => {
        return { ...one, key, method, path, body: JSON.stringify(body) };
      });
    });
  }
}

/** Whether a request carries changes. */
export function isWrite({ key, path }: Sent): boolean {
  return (key !== null && path !== leaseCampaignIds.path) || path === sync.path;
}

async function recorded(request: Request, path: string): Promise<Sent> {
  const { method, headers } = request;
  const body = await request.clone().text();
  return { method, path, key: headers.get('Idempotency-Key'), headers, body };
}

/** An answer that never comes. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')));
  });
}
