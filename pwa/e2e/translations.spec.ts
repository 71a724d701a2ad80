import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { speak } from './languages.ts';
import { atRest } from './office.ts';
import { standing } from './standing.ts';

const HOSTILE = '<script>alert(1)</script> "=1+1" مرحبا 👩‍👩‍👧 ⚽';

async function openTexts(page: Page): Promise<void> {
  await page.goto('/admin/translations');
  await expect(page.getByRole('heading', { level: 1, name: 'Translations' })).toBeVisible();
  await expect(groupHead(page, 'header')).toBeVisible();
}

/** The button that opens a group of texts. */
function groupHead(page: Page, name: string) {
  return page.getByRole('button', { name: new RegExp(`(^| )${name} \\d+ texts?$`) });
}

function textAt(page: Page, path: string) {
  return page.getByRole('textbox', { name: path, exact: true });
}

async function find(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a text' }).fill(words);
}

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Notifications (F8)' }).getByText(text, { exact: true });
}

async function saved(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, `Successfully updated translations for ${language}.`)).toBeVisible();
}

test('R-08 T-01 T-02 T-03 T-04 five tabs, a tree of groups, one line or several, within 600 px', {
  tag: '@desktop',
}, async ({ page, signIn }) => {
  await signIn();
  await openTexts(page);
  await expect(page.getByRole('tab')).toHaveText([
    'English',
    'German',
    'Spanish',
    'French',
    'Italian',
  ]);

  await expect(groupHead(page, 'hero')).toContainText('Top of the page');
  await expect(groupHead(page, 'hero')).toHaveAttribute('aria-expanded', 'false');
  await groupHead(page, 'hero').click();
  await expect(textAt(page, 'hero.badge')).toHaveValue('{{years}} Years Industry Experience');
  await groupHead(page, 'contact').click();
  await expect(textAt(page, 'contact.form.submit')).toHaveCount(0);
  await groupHead(page, 'form').first().click();
  await expect(textAt(page, 'contact.form.submit')).toBeVisible();
  await groupHead(page, 'hero').click();
  await expect(textAt(page, 'hero.badge')).toHaveCount(0);

  await page.getByRole('button', { name: 'Open All' }).click();
  const boxes = await page.locator('[data-text] :is(input, textarea)').evaluateAll((all) =>
    all.map((box) => ({
      several: box instanceof HTMLTextAreaElement,
      length: (box as HTMLInputElement).value.length,
    })),
  );
  expect(boxes.length).toBeGreaterThan(300);
  expect(boxes.filter(({ several, length }) => several !== length > 50)).toEqual([]);
  expect(boxes.some(({ length }) => length === 50 || length === 49)).toBe(true);

  const list = page.locator('[data-text]').first();
  const size = await list.evaluate((row) => {
    let scrolled = row.parentElement;
    while (scrolled && getComputedStyle(scrolled).overflowY !== 'auto')
      scrolled = scrolled.parentElement;
    return { height: scrolled?.getBoundingClientRect().height, inside: scrolled?.scrollHeight };
  });
  expect(size.height).toBe(600);
  expect(size.inside).toBeGreaterThan(600);
});

test('T-01 T-03 on the narrowest phone the open tab is in sight, and a text of one line stands there whole', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, context, signIn }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await speak(context, agency.origin, 'it');
  await signIn();
  await page.goto('/admin/translations');
  await expect(page.getByRole('tab', { name: 'Italiano' })).toBeInViewport({ ratio: 0.95 });
  await page.getByRole('searchbox').fill('hero.badge');
  await textAt(page, 'hero.badge').fill('Da quindici anni');
  await expect(page.getByRole('tab', { name: 'Italiano 1' })).toBeInViewport({ ratio: 0.95 });
  await page.getByRole('tab', { name: 'Inglese' }).click();
  await expect(page.getByRole('tab', { name: 'Inglese' })).toBeInViewport({ ratio: 0.95 });
  await page.getByRole('searchbox').fill('brand.name');
  const box = textAt(page, 'brand.name');
  const height = async () => (await box.boundingBox())?.height;
  await expect(box).toBeVisible();
  expect(await height()).toBeLessThan(50);
  const long = 'One agent for you, and you have his own number now';
  await box.fill(long);
  await expect(box).toHaveJSProperty('tagName', 'INPUT');
  // Two lines of it.
  await expect.poll(height).toBeGreaterThan(60);
  const shown = () =>
    box.evaluate((input) => getComputedStyle(input.parentElement ?? input, '::after').visibility);
  expect(await shown()).toBe('hidden');
  await box.blur();
  expect(await shown()).toBe('visible');
});

test('T-03 a text of 50 characters has one line, and one of 51 several, once it is saved', {
  tag: ['@desktop', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  await openTexts(page);
  await find(page, 'hero.badge');
  await textAt(page, 'hero.badge').fill('a'.repeat(50));
  await saved(page, 'English');
  await expect(textAt(page, 'hero.badge')).toHaveJSProperty('tagName', 'INPUT');
  await textAt(page, 'hero.badge').fill('a'.repeat(51));
  await expect(textAt(page, 'hero.badge')).toHaveJSProperty('tagName', 'INPUT');
  await saved(page, 'English');
  await expect(textAt(page, 'hero.badge')).toHaveJSProperty('tagName', 'TEXTAREA');
});

test('T-06 T-07 T-08 T-09 T-10 Q-10 Q-11 a save asks nobody, takes a second, and lasts until a reload', {
  tag: '@phone',
}, async ({ page, signIn }) => {
  await signIn();
  await openTexts(page);
  await page.getByRole('tab', { name: 'German' }).click();
  await find(page, 'hero.badge');
  await textAt(page, 'hero.badge').fill(HOSTILE);
  await atRest(page);

  const requests: string[] = [];
  page.on('request', (request) => {
    // An idle page loads its other parts ahead.
    if (!new URL(request.url()).pathname.startsWith('/assets/')) requests.push(request.url());
  });
  const save = page.getByRole('button', { name: 'Save Changes' });
  const took = await standing(save, 'Saving...');
  await save.click();
  await expect(toast(page, 'Translations saved')).toBeVisible();
  await expect(toast(page, 'Successfully updated translations for German.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  expect(await took()).toBeGreaterThan(900);
  expect(requests).toEqual([]);

  const ribbon = page.getByText('Unsaved text preview: only this browser, until reload');
  await expect(ribbon).toContainText('German');
  await page.getByRole('tab', { name: 'English' }).click();
  await find(page, 'hero.badge');
  await textAt(page, 'hero.badge').fill(HOSTILE);
  await saved(page, 'English');
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/';
    document.body.append(link);
    link.click();
  });
  await expect(page.getByText(HOSTILE)).toBeVisible();
  await expect(ribbon).toContainText('English, German');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(HOSTILE)).toHaveCount(0);
  await expect(ribbon).toHaveCount(0);
});

test('T-05 Cancel goes back and drops what was typed', { tag: '@phone' }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/more');
  await page.locator('a[href="/admin/translations"]:visible').first().click();
  await find(page, 'hero.badge');
  await textAt(page, 'hero.badge').fill('Dropped');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/more');
  await page.locator('a[href="/admin/translations"]:visible').first().click();
  await find(page, 'hero.badge');
  await expect(textAt(page, 'hero.badge')).toHaveValue('{{years}} Years Industry Experience');
});

test('T-11 a language that cannot be loaded is told, and can be tried again', {
  tag: '@desktop',
}, async ({ page, signIn }) => {
  let broken = true;
  const folder = 'dist/pwa/assets';
  const isGerman = (file: string) =>
    readFileSync(`${folder}/${file}`, 'utf8').includes('Alle Texte');
  const german = readdirSync(folder).filter((file) => file.endsWith('.js') && isGerman(file));
  expect(german).not.toEqual([]);
  for (const file of german) {
    await page.route(`**/assets/${file}`, (route) => (broken ? route.abort() : route.continue()));
  }
  await signIn();
  await openTexts(page);
  await page.getByRole('tab', { name: 'German' }).click();
  await expect(toast(page, 'Error loading translations')).toBeVisible();
  await expect(toast(page, 'Could not load translations for the selected language.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'English' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(groupHead(page, 'header')).toBeVisible();
});

test('T-12 typing keeps the caret and the open groups, in every box', { tag: '@desktop' }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await openTexts(page);
  await groupHead(page, 'hero').click();
  await groupHead(page, 'about').click();
  for (const path of ['hero.badge', 'about.text']) {
    const box = textAt(page, path);
    await box.focus();
    await box.evaluate((element) => (element as HTMLInputElement).setSelectionRange(4, 4));
    await page.keyboard.type('abc');
    expect(await box.evaluate((element) => (element as HTMLInputElement).selectionStart)).toBe(7);
    await expect(box).toBeFocused();
    await expect(box).toHaveValue(/^.{4}abc/s);
  }
  await expect(groupHead(page, 'hero')).toHaveAttribute('aria-expanded', 'true');
  await expect(groupHead(page, 'about')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('2 texts changed')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'English 2' })).toBeVisible();
});

test('T-12 hundreds of open texts: a search and a key press answer within a few frames', {
  tag: ['@phone', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  await openTexts(page);
  await page.getByRole('tab', { name: 'German' }).click();
  await page.getByRole('button', { name: 'Open All' }).click();
  // By its place: to find it by its name takes Playwright seconds among so many.
  const box = page.locator('[data-text="hero.badge"]').getByRole('textbox');
  await box.scrollIntoViewIfNeeded();
  await box.focus();
  await page.keyboard.type('Zwanzig Jahre ');
  await expect(box).toHaveValue(/Zwanzig Jahre /);
  await find(page, 'contract');
  await expect(box).toHaveCount(0);
  // The search finds English words too: the German text does not have this one.
  await expect(textAt(page, 'status.contract_offered')).toBeAttached();
});

test('T-02 English beside each text, filters for what is missing, changed or broken', {
  tag: ['@desktop', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  await openTexts(page);
  await page.getByRole('tab', { name: 'French' }).click();
  await find(page, 'applications.new');
  await expect(page.locator('[data-text="applications.new"]')).toContainText('New Application');
  await find(page, 'groupCount_other');
  await textAt(page, 'translations.groupCount_other').fill('textes');
  await expect(page.getByText('Keep {{count}} as it is: a value is put in there.')).toBeVisible();
  await find(page, 'hero.badge');
  await textAt(page, 'hero.badge').fill('');
  await expect(
    page.locator('[data-text="hero.badge"]').getByText('Missing', { exact: true }),
  ).toBeVisible();

  await find(page, '');
  const show = page.getByLabel('Show');
  for (const [filter, paths] of [
    ['missing', ['hero.badge']],
    ['broken', ['translations.groupCount_other']],
    ['changed', ['hero.badge', 'translations.groupCount_other']],
  ] as const) {
    await show.selectOption(filter);
    await expect(page.locator('[data-text]')).toHaveCount(paths.length);
    for (const path of paths) await expect(textAt(page, path)).toBeVisible();
    await expect(show.locator('option:checked')).toHaveText(new RegExp(`\\(${paths.length}\\)$`));
  }
  await page.getByRole('button', { name: /^Restore Original hero\.badge/ }).click();
  await expect(page.locator('[data-text]')).toHaveCount(2);
  await expect(page.getByText('1 text changed')).toBeVisible();
});

test('Q-10 the ribbon undoes and exports; a file comes back by Import, and a bad one is told', {
  tag: ['@desktop', '@all'],
}, async ({ page, signIn }) => {
  await signIn();
  await openTexts(page);
  await find(page, 'hero.badge');
  await textAt(page, 'hero.badge').fill(HOSTILE);
  await saved(page, 'English');

  const ribbon = page.getByRole('status').filter({ hasText: 'Unsaved text preview' });
  const changes = page.waitForEvent('download');
  await ribbon.getByRole('button', { name: 'Export' }).click();
  const changed = await readFile(await (await changes).path(), 'utf8');
  expect(JSON.parse(changed)).toEqual({ en: { hero: { badge: HOSTILE } } });

  await ribbon.getByRole('button', { name: 'Undo' }).click();
  await expect(ribbon).toHaveCount(0);
  await expect(textAt(page, 'hero.badge')).toHaveValue('{{years}} Years Industry Experience');

  const whole = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click();
  const file = await whole;
  expect(file.suggestedFilename()).toBe('texts-en.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).en.hero.badge).toBe(
    '{{years}} Years Industry Experience',
  );

  const bring = (content: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'texts.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  for (const [content, reason] of [
    ['{"en": {', 'This file is not valid JSON. Nothing was changed.'],
    ['{"xx": {"a": "b"}}', /At its top the file must name its languages/],
    [
      '{"en": {"hero": {"badge": 7}}}',
      'At en.hero.badge the file holds no text. Nothing was changed.',
    ],
    ['{"en": {"nope": "b"}}', 'This file holds no texts of this site. Nothing was changed.'],
  ] as const) {
    await bring(content);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(reason);
  }
  await bring(changed.replace('"badge"', '"gone": "x", "badge"'));
  await expect(page.getByText('1 text imported. Check it, then save.')).toBeVisible();
  await expect(page.getByText(/1 text was left out.*hero\.gone/)).toBeVisible();
  await expect(textAt(page, 'hero.badge')).toHaveValue(HOSTILE);
  await expect(ribbon).toHaveCount(0);
  await saved(page, 'English');
  await expect(ribbon).toBeVisible();
});
