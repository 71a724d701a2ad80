import type { Locator, Page } from 'playwright/test';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { atRest, walkTo } from './office.ts';
import { standing } from './standing.ts';

test('H-01 H-04 the header stays, and a chosen section stops under it', { tag: '@once' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const behaviour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(await behaviour()).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await behaviour()).toBe('auto');

  for (const section of ['About', 'Services', 'Testimonials', 'Contact']) {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).getByRole('link', { name: section, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#${section.toLowerCase()}$`));
    const header = await boxOf(page.locator('header').first());
    expect(header.y).toBe(0);
    const heading = page.locator(`#${section.toLowerCase()} h2`).first();
    await expect(heading).toBeInViewport();
    await expect.poll(async () => (await boxOf(heading)).y).toBeGreaterThanOrEqual(header.height);
  }
});

test('H-05 H-07 a visitor has a login button, which navigates to /api/login with the time', {
  tag: '@once',
}, async ({ page, agency, isMobile }) => {
  await page.goto('/');
  await atRest(page);
  await expect(page.locator('header a[href="/dashboard"]')).toHaveCount(0);
  await expect(page.locator('header a[href^="/api/logout"]')).toHaveCount(0);
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  const asked = page.waitForRequest((request) => request.url().includes('/api/login'));
  await menu(page).getByRole('link', { name: 'Login' }).click();
  const request = await asked;
  expect(request.isNavigationRequest()).toBe(true);
  const time = Number(new URL(request.url()).searchParams.get('t'));
  expect(Math.abs(Date.now() - time)).toBeLessThan(60_000);
  await expect(page).toHaveURL(`${agency.origin}/auth`);
});

test('V7.4.4 H-06 H-08 a signed-in user has dashboard and logout; the logout ends the session', {
  tag: '@once',
}, async ({ page, agency, isMobile, signIn }) => {
  await signIn();
  await page.goto('/');
  await expect(page.locator('header a[href="/dashboard"]')).toHaveCount(1);
  await expect(page.locator('header a[href^="/api/login"]')).toHaveCount(0);
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/logout'));
  await menu(page).getByRole('link', { name: 'Logout' }).click();
  expect((await asked).isNavigationRequest()).toBe(true);
  await page.waitForURL(`${agency.origin}/`);
  await expect(page.locator('header a[href^="/api/login"]')).toHaveCount(1);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test('H-09 H-10 H-11 the menu of a small screen opens in 0.3 s, and closes by a press outside, Escape or a choice', {
  tag: '@phone',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  const about = menu(page).getByRole('link', { name: 'About', exact: true });
  await expect(about).toBeHidden();
  const timing = await menu(page).evaluate((element) => {
    const { transitionDuration, transitionProperty } = getComputedStyle(element);
    return { transitionDuration, transitionProperty };
  });
  expect(timing.transitionProperty).toContain('opacity');
  expect(new Set(timing.transitionDuration.split(', '))).toEqual(new Set(['0.3s']));

  await opener.click();
  await expect(about).toBeVisible();
  await page.mouse.click(200, 800);
  await expect(about).toBeHidden();

  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(about).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await menu(page).getByRole('link', { name: 'Services', exact: true }).click();
  await expect(about).toBeHidden();
  await expect(page.locator('#services h2').first()).toBeInViewport();
});

test('H-12 H-14 the language menu works by keyboard, and marks the language that is shown', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: /^Language: EN$/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const choices = page.locator('#language-menu a');
  await expect(choices).toHaveText([
    /English/,
    /Deutsch.*German/,
    /Español.*Spanish/,
    /Français.*French/,
    /Italiano.*Italian/,
  ]);
  await expect(page.locator('#language-menu [aria-current]')).toHaveText(/English/);
  await page.keyboard.press('Escape');
  await expect(choices.first()).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(choices.first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(choices.first()).toBeHidden();
  await expect(page.locator('#language-menu [aria-current]')).toHaveText(/Deutsch/);
});

test('S-01 S-02 S-03 the share button stands on every page, and shares the public site', {
  tag: '@desktop',
}, async ({ page, agency, signIn }) => {
  const site = encodeURIComponent(`${agency.origin}/`);
  await signIn();
  for (const path of [
    '/',
    '/privacy',
    '/terms',
    '/imprint',
    '/nope',
    '/dashboard',
    '/admin/users',
    '/account',
  ]) {
    if (path === '/admin/users' || path === '/account') await walkTo(page, path);
    else await page.goto(path);
    await page.getByRole('button', { name: 'Share' }).click();
    const links = page.locator('#share-menu a');
    await expect(links).toHaveText([
      'LinkedIn',
      'Twitter',
      'Facebook',
      'E-mail',
      'Follow on LinkedIn',
    ]);
    const targets = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    for (const target of targets.slice(0, 4)) expect(target, path).toContain(site);
    expect(targets[3]).toMatch(/^mailto:\?subject=[^&]+&body=/);
    await page.keyboard.press('Escape');
    await expect(links.first()).toBeHidden();
  }
});

test('S-01 S-04 the link is copied from the login page, and the menu says so', {
  tag: '@phone',
}, async ({ page, agency, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Share' }).click();
  const copy = page.getByRole('button', { name: 'Copy Link' });
  const stood = await standing(copy, 'Link Copied');
  await copy.click();
  expect(await stood()).toBeGreaterThan(1_900);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${agency.origin}/`);
});

test('on a phone the share button stands in the header of every public page, which fits in every language', {
  tag: ['@phone', '@all'],
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/privacy'])
    for (const language of LANGUAGE_CODES) {
      await page.goto(`${path}?lang=${language}`);
      for (const width of [320, 360, 390]) {
        await page.evaluate(() => scrollTo(0, 0));
        await page.setViewportSize({ width, height: 640 });
        const what = `${path} ${language} ${width}`;
        const share = page.locator('[popovertarget="share-menu"]');
        const { x, y, width: wide, height } = await boxOf(share);
        expect(y + height, what).toBeLessThanOrEqual(64);
        expect([wide, height], what).toEqual([44, 44]);
        const languages = await boxOf(page.locator('[popovertarget="language-menu"]'));
        expect(x + wide, what).toBeLessThanOrEqual(languages.x);
        expect(languages.width, what).toBeGreaterThanOrEqual(44);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          what,
        ).toBe(0);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        if (path === '/') expect((await boxOf(share)).y, what).toBeLessThan(64);
      }
    }
  await page.goto('/');
  await page.locator('[popovertarget="share-menu"]').click();
  const menu = await boxOf(page.locator('#share-menu'));
  expect(menu.y).toBeGreaterThanOrEqual(56);
  expect(menu.x + menu.width).toBeLessThanOrEqual(390);
});

test('on a phone the buttons of the first view are as wide as its text, and equal', {
  tag: ['@phone', '@all'],
}, async ({ page }) => {
  for (const language of LANGUAGE_CODES) {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/?lang=${language}`);
    const [first, second] = await page.locator('main section').first().getByRole('link').all();
    if (!first || !second) throw new Error('There are two buttons.');
    const [one, other] = [await boxOf(first), await boxOf(second)];
    expect([other.x, other.width], language).toEqual([one.x, one.width]);
    expect(one.width, language).toBeGreaterThan(320);
    expect(one.y + one.height, language).toBeLessThanOrEqual(640);
  }
});

test('S-05 the share button covers neither the bar, nor a button that submits, nor a toast', {
  tag: '@once',
}, async ({ page, signIn }) => {
  await page.goto('/auth');
  await page.getByLabel('Username').fill('nobody');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong-password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(toast(page).getByRole('alert')).toBeVisible();
  await expectOnTop(toast(page).getByRole('button', { name: 'Close' }));
  await page.getByRole('button', { name: 'Login', exact: true }).scrollIntoViewIfNeeded();
  await expectOnTop(page.getByRole('button', { name: 'Login', exact: true }));

  await signIn();
  for (const [path, name] of [
    ['/dashboard/applications/new', 'Create Application'],
    ['/account', 'Change Password'],
  ] as const) {
    await page.goto(path);
    const submit = page.getByRole('button', { name });
    await submit.scrollIntoViewIfNeeded();
    // What is loaded later would push it on.
    await atRest(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await submit.scrollIntoViewIfNeeded();
    await expectOnTop(submit);
  }
  const bar = page.locator('[data-bottom-bar]');
  const share = await boxOf(page.getByRole('button', { name: 'Share' }));
  const { y } = await boxOf(bar);
  const isBar = (page.viewportSize()?.width ?? 0) < 1024;
  if (isBar) expect(share.y + share.height).toBeLessThanOrEqual(y);
  else expect(share.x + share.width).toBeLessThanOrEqual((await boxOf(page.locator('main'))).x);
});

function menu(page: Page): Locator {
  return page.locator('#site-menu');
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}

/** Expects that nothing covers the left, the middle or the right of an element. */
async function expectOnTop(element: Locator): Promise<void> {
  await element.evaluate((one) =>
    Promise.all(document.getAnimations().map((animation) => animation.finished)).then(() => one.id),
  );
  const covered = await element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const points = [
      [left + 4, (top + bottom) / 2],
      [(left + right) / 2, (top + bottom) / 2],
      [right - 4, (top + bottom) / 2],
    ] as const;
    return points.filter(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
  });
  expect(covered).toEqual([]);
}
