import { useSyncExternalStore } from 'react';
import { dayAfter } from './dates.ts';
import { serverNow } from './server-clock.ts';

const MINUTE = 60_000;

/**
 * The one clock of the page. It tells its listeners the time at each full minute, so also at midnight, and when the
 * person comes back: a device that slept has missed minutes, and may be in another time zone.
 */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The time that screens show, in milliseconds since 1970 by the server's clock; at most a minute old. */
let shown = serverNow();

/** The server's time in milliseconds since 1970. It is at most a minute old. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow, readNow);
}

/** The calendar day of this device, `YYYY-MM-DD`. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today, today);
}

/** The time zone of this device, such as `Europe/Madrid`. */
export function useZone(): string {
  return useSyncExternalStore(subscribe, zone, zone);
}

/** The calendar day of this device at this moment, for what a person does now; screens use `useToday`. */
export function today(): string {
  return dayAfter(Date.now(), 0);
}

function readNow(): number {
  if (Math.abs(serverNow() - shown) >= MINUTE) shown = serverNow();
  return shown;
}

function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): void {
  tick();
  document.addEventListener('visibilitychange', tick);
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, tick);
}

function stop(): void {
  clearTimeout(timer);
  document.removeEventListener('visibilitychange', tick);
  for (const event of ['focus', 'pageshow']) window.removeEventListener(event, tick);
}

function tick(): void {
  shown = serverNow();
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
  for (const listener of listeners) listener();
}
