import * as v from 'valibot';
import { LIVE_PATH, LIVE_SILENCE, LiveEvent } from '#contract/live.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import { hearOfEnd } from '#pwa/lib/storage/ended-session.ts';
import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';
import { Deadline } from '#pwa/lib/time/deadline.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';

/** The backoff for a server that has no events: as after so many failures. */
const RARELY = 10;

interface LiveOptions {
  /** Something has changed on the server, perhaps by this phone. */
  onEvent: (event: LiveEvent) => void;
  /** Whether the stream is open. */
  onOpen: (open: boolean) => void;
  /** Ends the following. */
  life: AbortSignal;
}

/**
 * Follows the server's events while the page is visible, the user is signed in and the server can be
 * reached. A stream that ends or falls silent is opened again with backoff. Never throws.
 *
 * Uses `fetch`, because an EventSource hides the comments that show a stream alive and the status that
 * shows a session ended.
 */
export async function followLive({ onEvent, onOpen, life }: LiveOptions): Promise<void> {
  let failures = 0;
  while (!life.aborted) {
    await until(mayListen, life);
    if (life.aborted) return;
    const time = new Deadline(LIVE_SILENCE, life);
    const stop = onChange(() => {
      if (!mayListen()) time.expire();
    });
    try {
      const end = await listen(time, onEvent, onOpen);
      if (end === 'failed') failures += 1;
      else failures = end === 'none' ? RARELY : 0;
    } catch {
      failures += 1;
    }
    stop();
    time.end();
    onOpen(false);
    await pause(waitBeforeRetry(Math.max(1, failures)), life);
  }
}

/** Why a stream is over: it ended, the server failed, or it has none for this user. */
type End = 'ended' | 'failed' | 'none';

/** Reads one stream to its end. Throws when it breaks off. */
async function listen(
  time: Deadline,
  onEvent: LiveOptions['onEvent'],
  onOpen: LiveOptions['onOpen'],
): Promise<End> {
  const response = await fetch(LIVE_PATH, {
    headers: { Accept: 'text/event-stream' },
    credentials: 'include',
    cache: 'no-store',
    redirect: 'error',
    signal: time.signal,
  });
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !response.body || !type.startsWith('text/event-stream')) {
    if (response.status === 401) {
      // The stream of a session that a person has ended is closed; opening it again tells why.
      hearOfEnd(new ApiError(response, await response.text()).problem);
    } else {
      await response.body?.cancel();
    }
    return response.status >= 500 ? 'failed' : 'none';
  }
  onOpen(true);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 'ended';
    time.restart();
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event) onEvent(event);
    }
  }
}

function eventIn(block: string): LiveEvent | null {
  const data = block.split('\n').find((line) => line.startsWith('data:'));
  if (data === undefined) return null;
  try {
    const parsed = v.safeParse(LiveEvent, JSON.parse(data.slice('data:'.length)));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function mayListen(): boolean {
  return document.visibilityState === 'visible' && !expiry.getState().expired && !isOffline();
}

/** Subscribes to the conditions of `mayListen`; returns an unsubscribe. */
function onChange(listener: () => void): () => void {
  const page = document;
  page.addEventListener('visibilitychange', listener);
  const stops = [connection.subscribe(listener), expiry.subscribe(listener)];
  return () => {
    page.removeEventListener('visibilitychange', listener);
    for (const stop of stops) stop();
  };
}

/** Resolves when the condition holds, or `life` aborts. */
function until(condition: () => boolean, life: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!condition() && !life.aborted) return;
      stop();
      life.removeEventListener('abort', look);
      resolve();
    };
    const stop = onChange(look);
    life.addEventListener('abort', look);
    look();
  });
}

function pause(ms: number, life: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      life.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    life.addEventListener('abort', end);
    if (life.aborted) end();
  });
}
