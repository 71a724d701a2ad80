import type { BrowserContext, Page } from 'playwright';

/** A screen that is photographed, in CSS pixels. */
export interface Screen {
  name: string;
  path: string;
  width: number;
  height: number;
  scale: number;
  signedIn: boolean;
  /** Prepares the page before the picture is taken. */
  prepare?: (page: Page, context: BrowserContext) => Promise<void>;
}

const PHONE = { width: 390, height: 844, scale: 2 };
const DESKTOP = { width: 1280, height: 800, scale: 1 };

export const SCREENS: readonly Screen[] = [
  { name: 'landing-phone', path: '/?lang=en', signedIn: false, ...PHONE },
  {
    name: 'dashboard-phone',
    path: '/dashboard',
    signedIn: true,
    ...PHONE,
    prepare: async (page, context) => {
      await noteWithoutSignal(page, context);
      await page
        .getByRole('link', { name: /Applications/ })
        .first()
        .click();
      await page.getByRole('tab', { name: 'Applications' }).waitFor();
    },
  },
  {
    name: 'application-phone',
    path: '/dashboard',
    signedIn: true,
    ...PHONE,
    prepare: (page) => openRecord(page),
  },
  {
    name: 'campaigns-phone',
    path: '/admin/campaigns',
    signedIn: true,
    ...PHONE,
  },
  { name: 'dashboard-desktop', path: '/dashboard', signedIn: true, ...DESKTOP },
  {
    name: 'application-desktop',
    path: '/dashboard',
    signedIn: true,
    ...DESKTOP,
    prepare: (page) => openRecord(page),
  },
];

/** Opens the sample application that has come farthest, with its history. */
async function openRecord(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Olga Primerova/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Writes a note offline, so that the list shows a queued change. */
async function noteWithoutSignal(page: Page, context: BrowserContext): Promise<void> {
  await openRecord(page);
  await context.setOffline(true);
  const open = page.locator('[data-bottom-bar=actions]').getByRole('button', { name: 'Update' });
  await open.click();
  await page
    .getByRole('textbox', { name: 'Notes' })
    .fill('Sports director called, wants the video.');
  await page.locator('form').getByRole('button', { name: 'Update', exact: true }).click();
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(6_000);
}
