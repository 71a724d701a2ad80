import type { Engine } from '#server/test/programs.ts';
import { find, type Wanted } from './find.ts';
import { launchFirefox } from './firefox.ts';
import { type Launch, patiently, type Running, WebDriverError } from './web-driver.ts';
import { launchWebKit } from './webkit.ts';

const LAUNCH = { webkit: launchWebKit, firefox: launchFirefox };

/** The key under which the standard hands over an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** What a click or typing meets on a page that still moves. */
const PASSING = new Set([
  'element click intercepted',
  'element not interactable',
  'move target out of bounds',
  'no such element',
  'stale element reference',
]);

/**
 * A phone with one browser: what a person does with it, in any engine. Waits end after 30 s unless they say
 * otherwise.
 */
export class Device {
  readonly #engine: Engine;
  readonly #origin: string;
  readonly #launch: Launch;
  #running: Running;

  private constructor(engine: Engine, origin: string, launch: Launch, running: Running) {
    this.#engine = engine;
    this.#origin = origin;
    this.#launch = launch;
    this.#running = running;
  }

  /** Starts a browser that opens paths of `origin`. */
  static async start(engine: Engine, origin: string, launch: Launch): Promise<Device> {
    return new Device(engine, origin, launch, await LAUNCH[engine](launch));
  }

  /** Ends the browser, at once or as a person does, and starts it with the same profile. */
  async restart(how: 'close' | 'kill'): Promise<void> {
    await this.#running[how]();
    this.#running = await LAUNCH[this.#engine](this.#launch);
  }

  close(): Promise<void> {
    return this.#running.kill();
  }

  async goto(path: string): Promise<void> {
    await this.#running.send('goTo', { url: this.#origin + path });
  }

  /** Reloads as a person does. WebDriver's own command goes past the service worker in Firefox. */
  async reload(): Promise<void> {
    const before = await this.evaluate(() => {
      setTimeout(() => location.reload());
      return performance.timeOrigin;
    });
    await this.until(
      (old) => performance.timeOrigin !== old && document.readyState === 'complete',
      before,
    );
  }

  /** Opens another tab and goes on there; answers how to get back. */
  async newTab(): Promise<() => Promise<void>> {
    const { send } = this.#running;
    const first = await send('window');
    const { handle } = (await send('newWindow', { type: 'tab' })) as { handle: string };
    await send('switchTo', { handle });
    return async () => {
      await send('switchTo', { handle: first });
    };
  }

  /** Runs a function in the page. It may use nothing from outside but its arguments, which are JSON. */
  async evaluate<Arguments extends unknown[], Value>(
    work: (...args: Arguments) => Value,
    ...args: Arguments
  ): Promise<Awaited<Value>> {
    // tsx, which runs the benchmarks, calls __name in the text of a function.
    const script = `const __name = (named) => named;
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work})(...[...arguments].slice(0, -1)))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await this.#running.send('run', { script, args });
    const { value, error } = answer as { value: Awaited<Value>; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Waits up to 30 s until a function in the page answers true; asks a page that is being replaced again. */
  async until<Arguments extends unknown[]>(
    work: (...args: Arguments) => boolean | Promise<boolean>,
    ...args: Arguments
  ): Promise<void> {
    const isTrue = async () => (await this.evaluate(work, ...args)) || undefined;
    await patiently(isTrue, `Never true: ${work}`);
  }

  /** Waits until it is on the screen. */
  async see(wanted: Wanted, limit?: number): Promise<void> {
    const message = `Not on the screen: ${JSON.stringify(wanted)}`;
    await patiently(() => this.#find(wanted), message, { limit });
  }

  /** Waits until it is not on the screen any more. */
  async miss(wanted: Wanted, limit?: number): Promise<void> {
    const isGone = async () => ((await this.#find(wanted)) === undefined ? true : undefined);
    await patiently(isGone, `Still on the screen: ${JSON.stringify(wanted)}`, { limit });
  }

  /** Whether it is on the screen now. */
  async sees(wanted: Wanted): Promise<boolean> {
    return (await this.#find(wanted)) !== undefined;
  }

  async click(wanted: Wanted): Promise<void> {
    await this.#act(wanted, async (id) => {
      await this.#running.send('click', { id });
    });
  }

  /** Replaces the text of a field by typing. */
  async fill(wanted: Wanted, text: string): Promise<void> {
    await this.#act(wanted, async (id) => {
      await this.evaluate(selectAll, referring<HTMLInputElement>(id));
      await this.#running.send('type', { id, text });
    });
  }

  /** Chooses an option of a native select by its value. */
  async choose(wanted: Wanted, value: string): Promise<void> {
    await this.#act(wanted, async (id) => {
      await this.evaluate(
        (select, chosen) => {
          select.value = chosen;
          select.dispatchEvent(new Event('change', { bubbles: true }));
        },
        referring<HTMLSelectElement>(id),
        value,
      );
    });
  }

  /** The words on the screen, for the report of a failure. */
  async words(): Promise<string> {
    return this.evaluate(() => `${location.href}\n${document.body.innerText}`);
  }

  async #act(wanted: Wanted, act: (id: string) => Promise<void>): Promise<void> {
    await patiently(
      async () => {
        const id = await this.#find(wanted);
        if (id === undefined) return undefined;
        await this.evaluate(settle, referring(id));
        await act(id);
        return true;
      },
      `Not on the screen: ${JSON.stringify(wanted)}`,
      { retries: (error) => error instanceof WebDriverError && PASSING.has(error.code) },
    );
  }

  async #find(wanted: Wanted): Promise<string | undefined> {
    const found = await this.evaluate(find, wanted).catch((error: unknown) => {
      // The page is being replaced.
      if (error instanceof WebDriverError) return null;
      throw error;
    });
    return (found as Record<string, string> | null)?.[ELEMENT];
  }
}

/** An element as an argument of a function in the page. */
function referring<Kind extends Element>(id: string): Kind {
  return { [ELEMENT]: id } as unknown as Kind;
}

/**
 * Scrolls it away from the bars at the edges of the screen, once the sheet around it has risen, and waits until
 * it stays where it is: what a press meets is found by its place.
 */
async function settle(element: Element): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(element));
  await Promise.allSettled(moving.map(({ finished }) => finished));
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  let before: DOMRect | undefined;
  let now = element.getBoundingClientRect();
  while (before?.top !== now.top || before.left !== now.left) {
    await new Promise(requestAnimationFrame);
    before = now;
    now = element.getBoundingClientRect();
  }
}

function selectAll(field: HTMLInputElement): void {
  field.focus();
  field.select();
}
