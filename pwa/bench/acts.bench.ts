import type { Browser, Locator, Page } from 'playwright';
import { idle, loadedAhead } from '#pwa/e2e/office.ts';
import { aPlayer } from '#server/test/samples.ts';
import { atMost, type Figure, median, milliseconds, p95 } from './measure.ts';
import { largeAgency, openMirrored } from './office.bench.ts';

/** How often each act is done. */
const TIMES = 10;
/** Before each press, in ms: nobody presses faster. */
const REST = 150;
const GOAL = 100;
/** Beside the acts: the least that a press can take in this page. */
const LEAST = 'limit: a button that changes its own word';

/**
 * The commonest acts of `pwa/features/README.md` on a phone without a signal, with 10,000 applications. The
 * time of an act is that of its slowest press, from the finger or the key to the painted frame that shows the result.
 */
export async function benchActs(browser: Browser): Promise<Figure[]> {
  const figure = (act: string, what: string, time: number): Figure =>
    act === LEAST
      ? { what: `${act}, ${what}`, value: milliseconds(time) }
      : atMost(`${act}, ${what}`, time, GOAL, milliseconds);
  return Object.entries(await measureActs(browser)).flatMap(([act, times]) => [
    figure(act, 'median', median(times)),
    figure(act, 'p95', p95(times)),
  ]);
}

/** The time of each act, in ms, in the order in which they were done. */
async function measureActs(browser: Browser): Promise<Record<string, number[]>> {
  const agency = await largeAgency();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
  });
  try {
    const { page } = await openMirrored(context, agency);
    await page.reload();
    await loadedAhead(page);
    await page.evaluate(addLeast);
    await context.setOffline(true);
    const spent: Record<string, number[]> = {};
    for (let round = 0; round < TIMES; round += 1) {
      for (const [act, doAct] of Object.entries(ACTS)) {
        const presses: number[] = [];
        await doAct({
          page,
          round,
          press: async (...press) => void presses.push(await timed(page, ...press)),
        });
        spent[act] = [...(spent[act] ?? []), Math.max(...presses)];
      }
    }
    return spent;
  } finally {
    await context.close();
    await agency.close();
  }
}

/** What the result of a press is: one more element of this kind, or with this text. */
type Result = [selector: string, text?: string];

interface Doing {
  page: Page;
  round: number;
  /** Presses an element, or a key, and measures the time until the result is painted. */
  press: (what: Locator | string, ...result: Result) => Promise<void>;
}

const HEADING = 'h1';
const ROW = '[data-row]';
const DIALOG = '[role=dialog]';
const NOTE = 'li[data-status=note]';

/** What showed the status before the last change of one. */
let before: Result = [ROW];

/** One after the other; each begins where the one before it has ended. */
const ACTS: Record<string, (doing: Doing) => Promise<void>> = {
  [LEAST]: async ({ page, round, press }) => {
    await press(page.locator('#least'), '#least', `${round}.`);
  },
  'find a player by name and open the record': async ({ page, round, press }) => {
    await page.getByRole('searchbox').tap();
    const { id, playerName } = aPlayer(4_000 + round);
    const number = playerName.split(' ').at(-1) ?? '';
    await page.keyboard.type(number.slice(0, -1));
    await press(number.slice(-1), `${ROW}[data-id="${id}"]:first-child`);
    await press(page.getByRole('link', { name: playerName }), HEADING, playerName);
  },
  'call from a record, and note that nobody answered': async ({ page, press }) => {
    // The phone app that Call leads to is not on this machine.
    await page.evaluate(() =>
      addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true }),
    );
    const noAnswer = page.getByRole('button', { name: 'Called, no answer.' });
    await press(
      page.locator('[data-bottom-bar=actions]').getByRole('link', { name: 'Call' }),
      'button',
      'Called, no answer.',
    );
    await press(noAnswer, NOTE, 'Called, no answer.');
  },
  'write a note with a ready phrase': async ({ page, press }) => {
    await press(page.getByRole('button', { name: 'Write a note' }), DIALOG);
    await page.getByRole('button', { name: 'Met in person.' }).tap();
    await press(page.getByRole('button', { name: 'Save Note' }), NOTE, 'Met in person.');
    await page.locator(DIALOG).waitFor({ state: 'detached' });
  },
  'go on to the next record': async ({ page, press }) => {
    await toList(page);
    await page.getByRole('searchbox').fill('striker');
    const names = page.locator(ROW).getByRole('link');
    await page.locator(ROW).nth(3).waitFor();
    const [first = '', second = '', third = ''] = await names.allTextContents();
    await names.first().tap();
    await page.locator(HEADING, { hasText: first }).waitFor();
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await press(next, HEADING, second);
    await press(next, HEADING, third);
  },
  'change a status, from the list': async ({ page, press }) => {
    await toList(page);
    const row = page.locator(ROW).nth(4);
    const id = await row.getAttribute('data-id');
    const badge = row.locator('[data-status-button]');
    const status = (await row.innerText()).includes('Signed') ? 'Pending' : 'Signed';
    const button = `${ROW}[data-id="${id}"] [data-status-button]`;
    before = [button, await badge.innerText()];
    await press(badge, DIALOG);
    await press(page.locator(DIALOG).getByRole('button', { name: status }), button, status);
  },
  'undo it': async ({ page, press }) => {
    await press(page.getByRole('button', { name: 'Undo' }), ...before);
  },
  'come back to a player tomorrow, from the list, without a swipe': async ({ page, press }) => {
    const row = page.locator(ROW).nth(4);
    const id = await row.getAttribute('data-id');
    const [button, word] = (await row.innerText()).includes('tomorrow')
      ? ['Next week', 'in 7 days']
      : ['Tomorrow', 'tomorrow'];
    await press(row.locator('[data-status-button]'), DIALOG);
    await press(page.getByRole('button', { name: 'Note and Follow-up' }), `${DIALOG} textarea`);
    await press(page.getByRole('button', { name: button }), `${ROW}[data-id="${id}"] time`, word);
    await page.locator(DIALOG).waitFor({ state: 'detached' });
  },
  'enter a new player': async ({ page, round, press }) => {
    const name = `New Player ${round}`;
    await press(page.getByRole('link', { name: 'New Application' }), 'form');
    await page.getByLabel('Player name').fill(name);
    await page.getByLabel('E-mail').fill(`new.${round}@example.org`);
    await press(page.getByRole('button', { name: 'Create Application' }), HEADING, name);
  },
  'make an application of an inquiry': async ({ page, press }) => {
    await toList(page);
    await press(page.getByRole('tab', { name: 'Contacts' }), 'button', 'Convert');
    // One about a club has another question.
    const player = page.locator(ROW).filter({ hasNotText: /Club/ });
    const convert = player.getByRole('button', { name: /^Convert / }).first();
    const name = (await convert.getAttribute('aria-label'))?.replace('Convert ', '') ?? '';
    // The sample players have the addresses of the applications.
    await press(convert, '[role=alertdialog]');
    await press(page.getByRole('button', { name: 'Make Another' }), HEADING, name);
  },
  'see what is due today': async ({ page, press }) => {
    await toList(page);
    const today = page.locator('nav[data-bottom-bar]').getByRole('link', { name: /^Today/ });
    await press(today, 'main section li');
    await toList(page);
  },
};

/** Shows the whole list of applications. */
async function toList(page: Page): Promise<void> {
  const back = page.getByRole('link', { name: 'Back to Dashboard' });
  const tab = page.locator('nav[data-bottom-bar]').getByRole('link', { name: 'Applications' });
  await back.or(tab).first().tap();
  await page.getByRole('searchbox').fill('');
  await page.locator(ROW).nth(20).waitFor();
}

/** The time from a press to the frame that shows one element more of `result`, in ms. */
async function timed(page: Page, what: Locator | string, ...result: Result): Promise<number> {
  if (typeof what !== 'string') await what.tap({ trial: true });
  await idle(page);
  await page.waitForTimeout(REST);
  // Only now: the page scrolls smoothly to what is tapped.
  const box = typeof what === 'string' ? null : await what.boundingBox();
  await page.evaluate(`(${UNTIL_PAINTED})(...${JSON.stringify(result)})`);
  const painted = page.waitForEvent('console', (message) => message.text().startsWith('painted '));
  if (typeof what === 'string') await page.keyboard.press(what);
  else if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  return Number((await painted).text().slice('painted '.length));
}

/**
 * Prints the time from the next press to the frame with the result. Asking the page instead would run
 * scripts of the bench in the time that is measured.
 */
const UNTIL_PAINTED = `(selector, text = '') => {
  const count = () => [...document.querySelectorAll(selector)].filter((each) =>
    ((each.ariaLabel ?? '') + each.textContent).includes(text)).length;
  const before = count();
  let pressed;
  for (const type of ['pointerup', 'keydown']) {
    addEventListener(type, ({ timeStamp }) => { pressed ??= timeStamp; }, { capture: true, once: true });
  }
  const observer = new MutationObserver(() => {
    if (pressed === undefined || count() <= before) return;
    observer.disconnect();
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => console.info('painted', performance.now() - pressed);
      port2.postMessage(0); });
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
}`;

/** Adds a button to the page that changes its own word when it is pressed. */
function addLeast(): void {
  const button = document.createElement('button');
  button.id = 'least';
  button.textContent = '-1.';
  button.style.cssText = 'position: fixed; top: 40%; left: 0; z-index: 99';
  button.onclick = () => {
    button.textContent = `${Number.parseInt(button.textContent ?? '', 10) + 1}.`;
  };
  document.body.append(button);
}
