import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { atRest, idle, unfoldCampaign } from './office.ts';
import { aCampaign, anApplication } from './server-records.ts';

/** Screens with what opens each window on them, by its name; a code on the full screen goes with the dialog behind it. */
type Windows = Record<string, Record<string, (page: Page) => Promise<void>>>;

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const key = (keys: string) => (page: Page) => page.keyboard.press(keys);

/** What is open over the page: windows, and menus that are popovers. */
const open = (page: Page) =>
  page.locator('[role=dialog]:visible, [role=alertdialog]:visible, [popover]:popover-open');

/** Opens each window after a full load of its screen, and goes back: it must close, and the page stay. */
async function walk(page: Page, windows: Windows): Promise<void> {
  for (const [address, openers] of Object.entries(windows)) {
    for (const [name, opens] of Object.entries(openers)) {
      await test.step(`${name} on ${address}`, async () => {
        await page.goto('about:blank');
        await page.goto(address);
        await atRest(page);
        const here = page.url();
        const before = await page.evaluate(() => history.length);
        const windows = name.includes('full screen') ? 2 : 1;
        await opens(page);
        await expect(open(page)).toHaveCount(windows);
        // The step that holds the way back up.
        await expect.poll(() => page.evaluate(() => history.state.isForWindow)).toBe(true);
        await page.goBack();
        await expect(open(page)).toHaveCount(0);
        expect(page.url()).toBe(here);

        // One that was closed by hand leaves no step behind: one step back leaves the page.
        await opens(page);
        await expect(open(page)).toHaveCount(windows);
        await page.keyboard.press('Escape');
        await expect(open(page)).toHaveCount(0);
        expect(page.url()).toBe(here);
        expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1);
        // A menu tells a moment later that it is closed.
        await idle(page);
        await page.goBack();
        await page.waitForURL('about:blank');
      });
    }
  }
}

test('after a full load the way back closes a sheet, a menu, a code on the full screen and a question, and then leaves the page', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  const { id } = await anApplication(agency);
  const campaign = await aCampaign(agency);
  await signIn();
  await walk(page, {
    '/dashboard': { 'the menu for sharing': press('Share') },
    [`/dashboard/applications/${id}`]: { 'the sheet of a note': press('Write a note') },
    '/admin/campaigns': {
      'a code on the full screen': async (page) => {
        await unfoldCampaign(page, campaign);
        await press(/^Full Screen/)(page);
        await page.waitForFunction(() => document.fullscreenElement);
      },
      'a deletion': async (page) => {
        await unfoldCampaign(page, campaign);
        await press(/^Delete/)(page);
      },
    },
  });
});

test('so it does with the statuses of a row, the filter, the form and the code of a campaign, and a lost device', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  await anApplication(agency);
  await aCampaign(agency);
  await signIn();
  await walk(page, {
    '/dashboard': { 'the statuses of a row': press(/^Status of /), 'the filter': press('Filter') },
    '/admin/campaigns': { 'a form': press('New Campaign'), 'a code': press(/^View QR/) },
    '/account': { 'a question': press('Lost device') },
  });
});

test('at the desk the way back closes the palette, the keys, the columns and an account after a full load', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  await anApplication(agency);
  await signIn();
  await walk(page, {
    '/dashboard': {
      'the palette': key('Control+k'),
      'the keys': key('?'),
      'the columns': press('Columns'),
    },
    '/admin/users': { 'an account': press(/^Manage/) },
  });
});
