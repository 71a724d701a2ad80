import type { Locator, Page } from 'playwright/test';
import { daysAfter } from '#contract/deadlines/days.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { registered } from './accounts.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { speak } from './languages.ts';
import { atRest, walkTo, watchRequests } from './office.ts';
import { officeScreens } from './screens.ts';
import { anApplication, anInquiry } from './server-records.ts';

const PAGES = ['/', '/privacy', '/terms', '/imprint', '/auth', '/inquiry', '/nope'];

for (const language of LANGUAGE_CODES) {
  test(`text of 200 % stays within a phone on every public page in ${language}`, {
    // The gate looks at German alone: its words are the longest.
    tag: language === 'de' ? '@phone' : ['@phone', '@all'],
  }, async ({ page, context, agency }) => {
    await doubleText(page);
    await speak(context, agency.origin, language);
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        expect.soft(await beyond(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
}

/** The screens that the gate opens. */
const MAIN = ['today', 'dashboard', 'application', 'users', 'audit'];

/** Opens the main or the other screens of the office in turn; the address of each, once it is at rest. */
async function* opened(page: Page, ids: Parameters<typeof officeScreens>[0], isMain: boolean) {
  for (const { name, address } of officeScreens(ids)) {
    if (MAIN.includes(name) !== isMain) continue;
    if (page.url() === 'about:blank') await page.goto(address);
    else await walkTo(page, address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await atRest(page);
    yield address;
  }
}

for (const [by, isMain] of [
  ['style', true],
  ['setting', true],
  ['setting', false],
] as const) {
  test(`text of 200 % by a ${by} has room at a desk: ${isMain ? 'main' : 'other'} screens`, {
    tag: by === 'setting' && isMain ? '@desktop' : ['@desktop', '@all'],
  }, async ({ browser, playwright, launchOptions, contextOptions, agency }) => {
    const { id: application } = await anApplication(agency, { position: 'Libero 4-3-3' });
    const { id: contact } = await anInquiry(agency, {});
    // Media queries follow the setting of a browser, not the style of a person.
    const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
    const own =
      by === 'style' ? browser : await playwright.chromium.launch({ ...launchOptions, args });
    const context = await own.newContext({
      ...contextOptions,
      viewport: { width: 1280, height: 800 },
      baseURL: agency.origin,
    });
    const page = await context.newPage();
    watchRequests(page);
    if (by === 'style') await doubleText(page);
    await signInTo(agency, page);
    await speak(context, agency.origin, 'de');
    for await (const address of opened(page, { application, contact }, isMain)) {
      expect(await beyond(page), address).toEqual([]);
      expect(await page.evaluate(() => document.body.scrollWidth), address).toBe(1280);
    }
    if (by === 'style') {
      const last = page.getByRole('navigation').getByRole('link').last();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 0.9 });
    }
    await (own === browser ? context : own).close();
  });
}

for (const isMain of [true, false]) {
  test(`text of 200 % stays within a phone in the office: ${isMain ? 'main' : 'other'} screens`, {
    tag: isMain ? '@phone' : ['@phone', '@all'],
  }, async ({ page, context, agency, signIn }) => {
    const { id: application } = await anApplication(agency, {
      dateOfBirth: '2001-03-24',
      mandateFrom: '2026-01-01',
      otherAgent: 'Agency',
      otherAgentUntil: daysAfter(new Date().toISOString().slice(0, 10), 90),
    });
    await agency.api('PATCH', `/api/applications/${application}/status`, { status: 'signed' });
    const { id: contact } = await anInquiry(agency, { phone: '+34 600 000 001' });
    await registered(agency);
    await doubleText(page);
    await signIn();
    await speak(context, agency.origin, 'de');
    for await (const address of opened(page, { application, contact }, isMain)) {
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        expect.soft(await beyond(page), `${address} at ${width} px`).toEqual([]);
        expect
          .soft(
            await page.evaluate(() => document.documentElement.scrollWidth),
            `${address} at ${width} px`,
          )
          .toBe(width);
      }
    }
  });
}

test('text of 200 % keeps names, the words of the bar, the way back and the share button in sight', {
  tag: '@phone',
}, async ({ page, context, agency, signIn, tunnel }) => {
  const { id } = await anApplication(agency, { playerName: 'Ana Libero' });
  await page.setViewportSize({ width: 390, height: 844 });
  await doubleText(page);
  await signIn();
  await speak(context, agency.origin, 'fr');
  await page.goto('/dashboard');
  const name = page.getByRole('link', { name: 'Ana Libero', exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((link) => link.scrollWidth <= link.clientWidth)).toBe(true);
  const row = page.locator('[data-row]').filter({ has: name });
  expect(await row.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
  const labels = await page
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => link.checkVisibility())
        .map((link) => {
          const range = document.createRange();
          range.selectNodeContents(link.childNodes[1] ?? link);
          const { left, right } = range.getBoundingClientRect();
          return { left, right, lines: range.getClientRects().length };
        }),
    );
  expect(labels.every(({ lines }) => lines === 1)).toBe(true);
  for (const [at, label] of labels.slice(1).entries()) {
    expect(label.left - (labels[at]?.right ?? 0)).toBeGreaterThan(3);
  }

  await page.goto('/more');
  const middleOf = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return y + height / 2;
  };
  const account = page.getByRole('banner').getByRole('link').last();
  const share = page.locator('[popovertarget]').first();
  expect(Math.abs((await middleOf(share)) - (await middleOf(account)))).toBeLessThan(2);

  await page.goto(`/dashboard/applications/${id}`);
  tunnel.enter('drop');
  const back = page.getByRole('main').getByRole('link').first();
  const line = page.locator('[data-tone]').first();
  await expect(line).toBeVisible({ timeout: 60_000 });
  const strip = await line.boundingBox();
  const words = await back.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link.lastChild ?? link);
    return range.getBoundingClientRect().top;
  });
  expect(words).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0));
});

/** Doubles the text of every document that this page opens, as the style of a person does. */
async function doubleText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('html { font-size: 200% !important }');
    document.adoptedStyleSheets.push(style);
  });
}

/** The texts that reach beyond the window at the right, where no part of the page scrolls to them. */
async function beyond(page: Page): Promise<string[]> {
  // A phone shows a page that is too wide smaller: its own innerWidth grows with it.
  return page.evaluate((width) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (!textContent?.trim() || !parentElement?.checkVisibility() || scrolls(parentElement))
        continue;
      const { clipPath, textOverflow } = getComputedStyle(parentElement);
      if (clipPath !== 'none' || textOverflow === 'ellipsis') continue;
      // A link within a line that ends in dots.
      const line = parentElement.parentElement;
      if (line && getComputedStyle(line).textOverflow === 'ellipsis') continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const over = Math.round(range.getBoundingClientRect().right - width);
      if (over > 0) found.push(`${over} px: ${textContent.trim().slice(0, 40)}`);
    }
    return found;
  }, page.viewportSize()?.width ?? 0);
}
