import type { SendResult, VisitorEntry } from './visitor-entry.ts';

type Listener = (entry: VisitorEntry, result: SendResult) => void;

const listeners = new Set<Listener>();
/** The page's loader, its React part, other pages and the worker each run a copy of this module. */
let copies: BroadcastChannel | undefined;

/** Notifies about every call that this browser sent or that was refused; returns an unsubscribe. */
export function onSettled(listener: Listener): () => void {
  listeners.add(listener);
  channel();
  return () => listeners.delete(listener);
}

/** Notifies the listeners of this copy and of all others. */
export function tellSettled(entry: VisitorEntry, result: SendResult): void {
  for (const listener of listeners) listener(entry, result);
  channel()?.postMessage({ entry, result });
}

/** Connects this copy with the others. */
function channel(): BroadcastChannel | undefined {
  if (copies || typeof BroadcastChannel === 'undefined') return copies;
  copies = new BroadcastChannel('visitor-outbox');
  copies.onmessage = ({ data }: MessageEvent<{ entry: VisitorEntry; result: SendResult }>) => {
    for (const listener of listeners) listener(data.entry, data.result);
  };
  return copies;
}
