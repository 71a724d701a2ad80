import type { Page } from 'playwright/test';
import { aCampaign, anApplication, anInquiry } from '#pwa/e2e/server-records.ts';
import { logIn } from './back-office.ts';
import type { Device } from './device.ts';
import { find, type Wanted } from './find.ts';
import { expect, test } from './fixtures.ts';

/** In px: Firefox shows a scroll bar of 12, and one line may break elsewhere in another engine. */
const WINDOW = { width: 13, height: 26 };
const CONTROL = { width: 16, height: 4 };

interface Opening {
  path: string;
  button: Wanted;
  /** What unfolds the row with the button. */
  row?: Wanted;
}

const PUBLIC: Opening[] = [
  { path: '/?lang=de', button: { css: '[popovertarget=site-menu]' } },
  { path: '/?lang=de', button: { css: '[popovertarget=language-menu]' } },
  { path: '/?lang=de', button: { css: '[popovertarget=share-menu]' } },
];

test('S-01 menus of the public page are as large as in Chromium', { tag: '@all' }, async ({
  phone,
  page,
}) => {
  await measureAll(phone, page, PUBLIC);
});

test('windows of the back office are as large as in Chromium', {
  tag: '@all',
}, async ({ phone, page, agency, signIn }) => {
  const { id } = await anApplication(agency);
  const contact = await anInquiry(agency);
  await aCampaign(agency);
  await signIn();
  await logIn(phone, agency.admin);
  const record = `/dashboard/applications/${id}`;
  const row = { css: 'h2 button[aria-expanded=false]' };
  await measureAll(phone, page, [
    { path: '/dashboard', button: { css: '[popovertarget=share-menu]' } },
    { path: '/dashboard', button: { role: 'button', text: 'Filter' } },
    { path: '/dashboard', button: { css: 'button[aria-label^="Status of"]' } },
    { path: '/dashboard?tab=contacts', button: { role: 'button', text: 'Filter' } },
    { path: record, button: { css: 'button[aria-label^="Status of"]' } },
    { path: record, button: { css: '[data-bottom-bar=actions] button', text: 'Update' } },
    { path: record, button: { role: 'button', name: 'Write a note' } },
    { path: `/dashboard/contacts/${contact.id}`, button: { css: '[popovertarget=share-menu]' } },
    { path: '/admin/campaigns', button: { role: 'button', text: 'New Campaign' } },
    { path: '/admin/campaigns', button: { css: 'button[aria-label^="View QR"]' } },
    { path: '/admin/campaigns', row, button: { css: 'button[aria-label^="Edit"]' } },
    { path: '/admin/campaigns', row, button: { css: 'button[aria-label^="Delete"]' } },
    { path: '/admin/users', button: { css: 'button[aria-label^="Manage"]' } },
    { path: '/account', button: { role: 'button', name: 'Lost device' } },
  ]);
});

async function measureAll(phone: Device, page: Page, openings: Opening[]): Promise<void> {
  const size = await phone.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await page.setViewportSize(size);
  for (const { path, row, button } of openings) {
    const opening = `${path} ${JSON.stringify(button)}`;
    await page.goto(path);
    for (const pressed of row ? [row, button] : [button]) {
      await expect
        .poll(async () => (await page.evaluateHandle(find, pressed)).asElement(), opening)
        .not.toBeNull();
      await (await page.evaluateHandle(find, pressed)).asElement()?.click();
    }
    const wanted = await atRest(() => page.evaluate(measure), opening);
    await phone.goto(path);
    if (row) await phone.click(row);
    await phone.click(button);
    const found = await atRest(() => phone.evaluate(measure), opening);
    expect(differences(wanted, found), opening).toEqual([]);
  }
}

/** The sizes once the window is open, has its content and moves no more. */
async function atRest(read: () => Promise<Sizes | null>, opening: string): Promise<Sizes> {
  let before: Sizes | null = null;
  let now: Sizes | null = null;
  await expect(async () => {
    before = now;
    now = await read();
    expect(now, opening).not.toBeNull();
    expect(now).toEqual(before);
  }).toPass({ intervals: [500], timeout: 30_000 });
  return now as unknown as Sizes;
}

type Sizes = NonNullable<ReturnType<typeof measure>>;

/** Width and height of the open window, and of what can be pressed in it. Runs in the page. */
function measure() {
  const open = [...document.querySelectorAll(':popover-open, [role$=dialog]')].at(-1);
  if (!open) return null;
  const sizeOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return { name: element.textContent?.trim() ?? '', width, height };
  };
  // Fields of a day and a time have the width that the engine needs for its own signs.
  const controls = [
    ...open.querySelectorAll('a, button, textarea, input:not([type=date], [type=time]), select'),
  ].filter((element) => element.checkVisibility());
  return { window: sizeOf(open), controls: controls.map(sizeOf) };
}

function differences(wanted: Sizes, found: Sizes): string[] {
  const off = (limit: typeof WINDOW, a: Size, b: Size | undefined) =>
    b && Math.abs(a.width - b.width) <= limit.width && Math.abs(a.height - b.height) <= limit.height
      ? []
      : [`${JSON.stringify(a)} but ${JSON.stringify(b)}`];
  return [
    ...off(WINDOW, wanted.window, found.window),
    ...wanted.controls.flatMap((control, index) => off(CONTROL, control, found.controls[index])),
  ];
}

type Size = Sizes['window'];
