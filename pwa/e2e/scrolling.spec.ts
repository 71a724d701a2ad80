import type { Page } from 'playwright/test';
import { fillDatabase } from '#server/test/samples.ts';
import { openAgency } from './agency.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { atRest } from './office.ts';

/** Of a scroll down the list, in pixels. */
const FAR = 6_000;

// A selector can make the browser match all rows anew with each that comes: the table then scrolls a third as fast.
for (const [list, tag] of [
  ['table', '@desktop'],
  ['list of a phone', ['@phone', '@all']],
] as const) {
  test(`a row of a ${list} that scrolls into sight costs its own style and no other`, {
    tag: [tag].flat(),
  }, async ({ page, database }) => {
    const agency = await openAgency(database, (url) =>
      fillDatabase(url, { applications: 400, contacts: 5, campaigns: 1 }),
    );
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/dashboard`);
    await expect(page.getByText('400 applications')).toBeVisible();
    await atRest(page);

    const { styled, inserted } = await scrolled(page);
    await agency.close();
    expect(inserted).toBeGreaterThan(1_000);
    expect(styled / inserted).toBeLessThan(1.5);
  });
}

/** Of a scroll: the elements whose style was found, and those that came into the page. */
async function scrolled(page: Page): Promise<{ styled: number; inserted: number }> {
  const chromium = await page.context().newCDPSession(page);
  let styled = 0;
  chromium.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as Event[]) {
      if (name === 'UpdateLayoutTree') styled += args?.elementCount ?? 0;
    }
  });
  await page.evaluate(() => {
    const count = { inserted: 0 };
    Object.assign(window, { count });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof Element) count.inserted += 1 + node.querySelectorAll('*').length;
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await chromium.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline'] },
    transferMode: 'ReportEvents',
  });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await chromium.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height / 2,
    yDistance: -FAR,
    speed: 4_000,
    gestureSourceType: 'mouse',
  });
  const complete = new Promise((resolve) => chromium.once('Tracing.tracingComplete', resolve));
  await chromium.send('Tracing.end');
  await complete;
  const inserted = await page.evaluate(() => (window as unknown as Counted).count.inserted);
  return { styled, inserted };
}

interface Event {
  name: string;
  args?: { elementCount?: number };
}

interface Counted {
  count: { inserted: number };
}
