import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { speak } from './languages.ts';
import { atRest } from './office.ts';
import { anApplication, uniqueMark } from './server-records.ts';

/** The words of a PDF. */
async function wordsOf(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-'));
  const file = join(folder, 'page.pdf');
  await writeFile(file, pdf);
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', file, '-']);
  await rm(folder, { recursive: true });
  return stdout;
}

/** What bars, words and a skip link look like on paper. */
function onPaper(page: Page) {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('body *')].filter((each) => each.checkVisibility());
    const styles = shown.map((each) => getComputedStyle(each));
    const luminance = ({ color }: CSSStyleDeclaration) =>
      Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number));
    const isPinned = ({ position }: CSSStyleDeclaration) => /fixed|sticky/.test(position);
    return {
      pinned: shown.filter((_, at) => styles.some((one, of) => of === at && isPinned(one))).length,
      pale: shown.filter((each, at) => {
        const style = styles[at];
        const hasWords = [...each.childNodes].some(
          (node) => node.nodeType === 3 && node.textContent?.trim(),
        );
        return hasWords && style && luminance(style) > 180 && each.clientHeight > 1;
      }).length,
    };
  });
}

test('on paper pages have dark words, no bars, and all rows of a long list', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Paper${uniqueMark().replace('-', 'x')}`;
  for (let n = 0; n < 80; n += 1) await anApplication(agency, { playerName: `${mark} r${n}end` });
  const { id } = await anApplication(agency, { agentNotes: `${mark} notes` });
  for (const path of ['/', '/privacy?lang=de']) {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto(path);
    await atRest(page);
    expect(await onPaper(page), path).toEqual({ pinned: 0, pale: 0 });
  }
  await signIn();
  for (const path of ['/dashboard', `/dashboard/applications/${id}`, '/figures']) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await atRest(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await onPaper(page), path).toEqual({ pinned: 0, pale: 0 });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const pressed = page.getByText(/^(\+ Add|Personal data|Made by mistake\?.*)$/);
    await expect(pressed.filter({ visible: true })).toHaveCount(0);
  }
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  await expect(page.getByText('81 of')).toBeVisible();
  await atRest(page);
  const words = await wordsOf(await page.pdf({ format: 'A4' }));
  const missing = Array.from({ length: 80 }, (_, n) => `r${n}end`).filter(
    (name) => !words.includes(name),
  );
  expect(missing).toEqual([]);
  await page.goto(`/dashboard/applications/${id}`);
  await expect(page.getByText(`${mark} notes`)).toBeVisible();
  await atRest(page);
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(pages).toHaveLength(1);
});

function outline(element: Locator): Promise<string> {
  return element.evaluate((each) => getComputedStyle(each).outlineStyle);
}

test('with forced colours what is chosen has a frame that its neighbours lack', {
  tag: '@phone',
}, async ({ page, agency, signIn }) => {
  await anApplication(agency);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/auth');
  await expect.poll(() => outline(page.getByRole('tab', { selected: true }))).toBe('solid');
  await signIn();
  await page.goto('/dashboard');
  const sections = page.getByRole('navigation').getByRole('link');
  for (const [chosen, other] of [
    [page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false })],
    [page.getByRole('button', { pressed: true }), page.getByRole('button', { pressed: false })],
    [sections.and(page.locator('[aria-current]')), sections],
  ] as const) {
    await expect.poll(() => outline(chosen.first())).toBe('solid');
    expect(await outline(other.last())).toBe('none');
  }
  await page.goto('/more');
  await expect.poll(() => outline(page.getByRole('button', { name: 'English' }))).toBe('solid');
  expect(await outline(page.getByRole('button', { name: 'Deutsch' }))).toBe('none');
});

test('at 400 % no bar stays over the page, and all of them can be reached', {
  tag: ['@phone', '@all'],
}, async ({ page, application, signIn }) => {
  await signIn();
  await page.setViewportSize({ width: 320, height: 256 });
  const pinned = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('body *')].filter(
          (each) =>
            each.checkVisibility() &&
            /fixed|sticky/.test(getComputedStyle(each).position) &&
            each.clientHeight > 1,
        ).length,
    );
  for (const path of [
    '/dashboard',
    '/today',
    `/dashboard/applications/${application.id}`,
    `/dashboard/applications/${application.id}/edit`,
    '/admin/site',
    '/?lang=en',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await atRest(page);
    await expect.poll(pinned, path).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
  await page.goto(`/dashboard/applications/${application.id}`);
  await page.getByRole('button', { name: 'Write a note' }).click();
  await page.keyboard.press('Escape');
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(application.playerName);
  await expect(page.getByRole('link', { name: application.playerName })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL(/today/);
});

test('a follow-up’s time is whole in the table at every width', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Clock-${uniqueMark()}`;
  const { id } = await anApplication(agency, { playerName: mark, dateOfBirth: '2014-01-01' });
  const day = `${new Date().getFullYear() + 1}-12-28T22:48`;
  await agency.api('PUT', `/api/applications/${id}/follow-up`, { followUpOn: day });
  await signIn();
  for (const language of ['en', 'de', 'fr'] as const) {
    await speak(page.context(), agency.origin, language);
    for (const width of [768, 1024, 1150, 1279, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/dashboard');
      await page.getByRole('searchbox').fill(mark);
      const time = page.locator('tr[data-row] time').first();
      await expect(time).toHaveText(/10:48|22:48/);
      const cut = await time.evaluate((element) => {
        const { right, height } = element.getBoundingClientRect();
        const cell = element.closest('td')?.getBoundingClientRect();
        return { isCut: !cell || right > cell.right, hasLines: height > 24 };
      });
      expect(cut, `${language} at ${width} px`).toEqual({ isCut: false, hasLines: false });
    }
  }
});
