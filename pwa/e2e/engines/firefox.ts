import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  COMMANDS,
  killGroup,
  type Launch,
  patiently,
  type Running,
  WebDriverError,
} from './web-driver.ts';

/** Firefox's own port for WebDriver, without the geckodriver that Debian lacks. */
const PORT_FILE = 'MarionetteActivePort';

/** Firefox adds those that it recommends for WebDriver: no updates, no telemetry. */
const PREFERENCES = {
  'marionette.port': 0,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.page': 0,
  'intl.accept_languages': 'en-US',
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

/** Starts Firefox without a screen, steered through Marionette. */
export async function launchFirefox(launch: Launch): Promise<Running> {
  const { profile } = launch;
  await rm(join(profile, PORT_FILE), { force: true });
  await setUp(launch);
  const browser = spawn(
    'firefox-esr',
    [
      '--headless',
      '--width',
      '390',
      '--height',
      '844',
      '--marionette',
      '--no-remote',
      '--profile',
      profile,
    ],
    {
      // It leads a process group, which can be killed as a whole.
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: profile,
        LANG: 'en_US.UTF-8',
        TZ: 'Europe/Madrid',
        MOZ_CRASHREPORTER_DISABLE: '1',
      },
    },
  );
  const port = await patiently(
    async () => Number(await readFile(join(profile, PORT_FILE), 'utf8')) || undefined,
    'Firefox did not start.',
    { limit: 60_000 },
  );
  const marionette = await Marionette.connect(port);
  await marionette.ask('WebDriver:NewSession', { timeouts: { script: 60_000, pageLoad: 30_000 } });
  const kill = () => killGroup(browser);
  return {
    async send(command, parameters = {}) {
      const answer = await marionette.ask(COMMANDS[command][0], parameters);
      const isWrapped = typeof answer === 'object' && answer !== null && 'value' in answer;
      return isWrapped ? answer.value : answer;
    },
    kill,
    async close() {
      const ended = once(browser, 'exit');
      await marionette.ask('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      await Promise.race([ended, new Promise((late) => setTimeout(late, 10_000).unref())]);
      await kill();
    },
  };
}

/** Writes the preferences, and the style that lets the window be as narrow as a phone. */
async function setUp({ profile, dark, room }: Launch): Promise<void> {
  const preferences = {
    ...PREFERENCES,
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    ...(room !== undefined && {
      'dom.quotaManager.temporaryStorage.fixedLimit': Math.ceil(room / 1_024),
    }),
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  await mkdir(join(profile, 'chrome'), { recursive: true });
  await writeFile(join(profile, 'chrome', 'userChrome.css'), ':root { min-width: 0 !important; }');
}

/** The wire format of Marionette: `<bytes>:[0, id, command, parameters]`, answered by `[1, id, error, result]`. */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (error: WebDriverError | null, result?: unknown) => void>();
  #received = Buffer.alloc(0);
  #asked = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#hear(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const gone = new WebDriverError('unknown error', 'Firefox has ended.');
      for (const answer of this.#waiting.values()) answer(gone);
      this.#waiting.clear();
    });
  }

  /** Resolves once Firefox has greeted. */
  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    const marionette = new Marionette(socket);
    await new Promise<void>((greeted, failed) => {
      socket.once('data', () => greeted());
      socket.once('error', failed);
    });
    return marionette;
  }

  ask(command: string, parameters: Record<string, unknown>): Promise<unknown> {
    this.#asked += 1;
    const message = JSON.stringify([0, this.#asked, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(this.#asked, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  #hear(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (this.#received.length < end) return;
      const message: unknown = JSON.parse(String(this.#received.subarray(colon + 1, end)));
      this.#received = this.#received.subarray(end);
      if (Array.isArray(message)) this.#take(message);
    }
  }

  #take([, id, failure, result]: unknown[]): void {
    const answer = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    const { error = '', message = '' } = (failure ?? {}) as { error?: string; message?: string };
    answer?.(failure ? new WebDriverError(error, message) : null, result);
  }
}
