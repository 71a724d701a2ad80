import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';

/**
 * The commands of WebDriver that the journeys use: the name that Firefox's Marionette knows, and
 * method and path below the session for WebKitWebDriver. `:id` and `:name` are taken from the parameters.
 */
export const COMMANDS = {
  goTo: ['WebDriver:Navigate', 'POST', '/url'],
  run: ['WebDriver:ExecuteAsyncScript', 'POST', '/execute/async'],
  click: ['WebDriver:ElementClick', 'POST', '/element/:id/click'],
  clear: ['WebDriver:ElementClear', 'POST', '/element/:id/clear'],
  type: ['WebDriver:ElementSendKeys', 'POST', '/element/:id/value'],
  window: ['WebDriver:GetWindowHandle', 'GET', '/window'],
  newWindow: ['WebDriver:NewWindow', 'POST', '/window/new'],
  switchTo: ['WebDriver:SwitchToWindow', 'POST', '/window'],
  closeWindow: ['WebDriver:CloseWindow', 'DELETE', '/window'],
} as const satisfies Record<string, readonly [string, 'GET' | 'POST' | 'DELETE', string]>;

export type Command = keyof typeof COMMANDS;

/** Sends one command to a browser and answers its value. Throws a WebDriverError. */
export type Send = (command: Command, parameters?: Record<string, unknown>) => Promise<unknown>;

/** An error with the code of the WebDriver standard, "stale element reference" for example. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message.split('\n')[0]}`);
    this.code = code;
  }
}

/** A running browser with a profile on disk. */
export interface Running {
  send: Send;
  /** Ends the browser as a person does; its profile is complete then. */
  close: () => Promise<void>;
  /** Ends the browser and all its processes at once, as a dead battery does. */
  kill: () => Promise<void>;
}

export interface Launch {
  /** The folder of the profile, which may have been used before. */
  profile: string;
  dark: boolean;
  /** Bytes that a site may store; without it as many as the browser allows. */
  room?: number | undefined;
}

/**
 * Asks until `read` answers something. Throws `message`, or the last error, after `limit` ms; an error
 * that is not to be retried at once.
 */
export async function patiently<Value>(
  read: () => Promise<Value | undefined>,
  message: string,
  {
    limit = 30_000,
    retries = () => true,
  }: { limit?: number | undefined; retries?: (error: unknown) => boolean } = {},
): Promise<Value> {
  const end = Date.now() + limit;
  let failure: unknown;
  do {
    try {
      const value = await read();
      if (value !== undefined) return value;
      failure = undefined;
    } catch (error) {
      if (!retries(error)) throw error;
      failure = error;
    }
    await later(50);
  } while (Date.now() < end);
  throw failure ?? new Error(message);
}

/** Kills a process that leads a group, with everything that it started. */
export async function killGroup(leader: ChildProcess): Promise<void> {
  if (leader.exitCode !== null || leader.signalCode !== null || !leader.pid) return;
  const ended = once(leader, 'exit');
  process.kill(-leader.pid, 'SIGKILL');
  await ended;
}
