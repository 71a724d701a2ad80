import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '#server/test/free-port.ts';
import {
  COMMANDS,
  killGroup,
  type Launch,
  patiently,
  type Running,
  type Send,
  WebDriverError,
} from './web-driver.ts';

/** Starts WebKitGTK behind WebKitWebDriver, on a screen that nobody sees. */
export async function launchWebKit({ profile, dark, room }: Launch): Promise<Running> {
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    // It leads a process group, which can be killed as a whole.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      LANG: 'C.UTF-8',
      TZ: 'Europe/Madrid',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  });
  const at = `http://127.0.0.1:${port}`;
  await patiently(() => call(at, 'GET', '/status'), 'WebKitWebDriver did not start.', {
    limit: 60_000,
  });
  const args = [
    join(import.meta.dirname, 'browser.py'),
    profile,
    ...(dark ? ['--dark'] : []),
    ...(room === undefined ? [] : [`--room=${room}`]),
  ];
  const session = (await call(at, 'POST', '/session', {
    capabilities: {
      alwaysMatch: {
        timeouts: { script: 60_000, pageLoad: 30_000 },
        'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args },
      },
    },
  })) as { sessionId: string };
  const base = `${at}/session/${session.sessionId}`;

  const kill = async () => {
    await killGroup(driver);
    await killGroup(screen.process);
  };
  return {
    send: sendTo(base),
    kill,
    async close() {
      await call(base, 'DELETE', '').catch(() => undefined);
      await kill();
    },
  };
}

function sendTo(base: string): Send {
  return (command, parameters = {}) => {
    const [, method, path] = COMMANDS[command];
    const filled = path.replace(/:(\w+)/, (_, name) => String(parameters[name]));
    return call(base, method, filled, parameters);
  };
}

async function call(base: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(base + path, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new WebDriverError(error, message);
}

async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [, , , output] = screen.stdio;
  if (!output) throw new Error('Xvfb has no output.');
  const [number] = await once(output, 'data');
  return { process: screen, display: `:${String(number).trim()}` };
}
