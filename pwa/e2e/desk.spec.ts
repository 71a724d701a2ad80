import type { Locator, Page } from 'playwright/test';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { registered } from './accounts.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { speak } from './languages.ts';
import { atRest, reach } from './office.ts';
import { anApplication, anInquiry, uniqueMark } from './server-records.ts';

/** Expects a word in one line, of which nothing is cut off. */
async function isWhole(word: Locator): Promise<void> {
  await expect(word).toBeVisible();
  const cut = await word.evaluate((element) => {
    const range = document.createRange();
    range.selectNode([...element.childNodes].find(({ nodeType }) => nodeType === 3) ?? element);
    const { left, right, height } = range.getBoundingClientRect();
    if (height > 30) return 'It has two lines.';
    for (let box: Element | null = element; box?.matches('main *'); box = box.parentElement) {
      const edges = box.getBoundingClientRect();
      const clips = getComputedStyle(box).overflowX === 'hidden';
      if (clips && (left < edges.left - 1 || right > edges.right + 1)) return box.className;
    }
    return null;
  });
  expect(cut).toBeNull();
}

async function heightOfRow(page: Page): Promise<number> {
  const box = await page.locator('tr[data-row]').first().boundingBox();
  return Math.round(box?.height ?? 0);
}

test('on a desk rows are low or, as this device keeps it, comfortable; heads of columns choose the order', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Desk-${uniqueMark()}`;
  await anApplication(agency, { playerName: `${mark} Aaron` });
  await anApplication(agency, { playerName: `${mark} Zoe` });
  await anInquiry(agency, { name: mark });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  const names = page.locator('tr[data-row] th a');
  await expect(names).toHaveText([`${mark} Zoe`, `${mark} Aaron`]);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head('Updated')).toHaveAttribute('aria-sort', 'descending');
  await head('Player').getByRole('button').click();
  await expect(names).toHaveText([`${mark} Aaron`, `${mark} Zoe`]);
  await expect(head('Player')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('Updated')).not.toHaveAttribute('aria-sort');
  for (const column of ['Position', 'Current club']) {
    await head(column).getByRole('button', { name: column }).click();
    await expect(head(column)).toHaveAttribute('aria-sort', 'ascending');
  }
  // The heads are the one way to choose it.
  await expect(page.getByLabel('Sort by')).toHaveCount(0);

  await page.getByRole('searchbox').fill('');
  await expect.poll(() => heightOfRow(page)).toBeLessThanOrEqual(36);
  await expectNothing(page, 'low rows');
  await page.getByRole('button', { name: 'Comfortable rows' }).click();
  await expect.poll(() => heightOfRow(page)).toBeGreaterThanOrEqual(44);
  await page.reload();
  await expect.poll(() => heightOfRow(page)).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Comfortable rows' }).click();
  await expect.poll(() => heightOfRow(page)).toBeLessThanOrEqual(36);

  await page.goto('/dashboard?tab=contacts');
  await expect(page.getByText(/h to reply/).first()).toBeVisible();
  await expect.poll(() => heightOfRow(page)).toBeLessThanOrEqual(37);
  await expectNothing(page, 'inquiries above their message');
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('/dashboard');
  await expect.poll(() => heightOfRow(page)).toBeLessThanOrEqual(36);
});

test('the longest words of German are whole in the lists, on the board and in the panel of a record', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Whole-${uniqueMark()}`;
  const { id } = await anApplication(agency, { playerName: mark });
  await agency.api('PATCH', `/api/applications/${id}/status`, { status: 'signed' });
  const inquiry = await anInquiry(agency, { name: mark });
  await agency.api('PATCH', `/api/contacts/${inquiry.id}`, { state: 'answered' });
  const taken = await anInquiry(agency, { name: `${mark} taken` });
  await agency.api('POST', `/api/contacts/${taken.id}/convert`, { status: 'pending' });
  await signIn();
  await speak(page.context(), agency.origin, 'de');
  const search = page.getByRole('searchbox');
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard');
    await search.fill(mark);
    await isWhole(page.locator('tr[data-row]').getByText('Unterschrieben'));
    await page.goto('/dashboard?tab=contacts');
    await search.fill(mark);
    await isWhole(page.locator('tr[data-row]').getByText('Beantwortet'));
    const pill = page.locator('tr[data-row]').getByText('Übernommen', { exact: true });
    const room = await pill.evaluate((badge) => {
      const cell = badge.closest('td')?.getBoundingClientRect().right ?? 0;
      return cell - badge.getBoundingClientRect().right;
    });
    if (width >= 1280) expect(room, `${width} px`).toBeGreaterThanOrEqual(0);
    await page.goto('/dashboard/board');
    await search.fill(mark);
    await isWhole(page.getByRole('heading', { level: 2 }).getByText('Unterschrieben'));
    await page.goto(`/dashboard/applications/${id}`);
    await isWhole(page.locator('label').getByText('Unterschrieben'));
  }
});

test('at 1024 px the heads and the order of a list, the state of an inquiry and the side bar are whole in every language', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Narrow-${uniqueMark()}`;
  const { id } = await anApplication(agency, { playerName: mark });
  await agency.api('PUT', `/api/applications/${id}/follow-up`, { followUpOn: '2020-01-01' });
  const inquiry = await anInquiry(agency, { name: mark });
  await agency.api('PATCH', `/api/contacts/${inquiry.id}`, { state: 'answered' });
  await registered(agency);
  await signIn();
  await page.setViewportSize({ width: 1024, height: 800 });
  const arrow = page.locator('th[aria-sort] svg');
  const heads = page.locator('thead th :is(button, span:not(.visually-hidden))');
  const side = page.locator('header');
  const counts = side.locator('nav span[aria-hidden=true]').filter({ visible: true });
  for (const language of LANGUAGE_CODES) {
    await speak(page.context(), agency.origin, language);
    await page.goto('/dashboard');
    await page.getByRole('searchbox').fill(mark);
    await isWhole(arrow);
    // Follow-ups that are due, and an account that waits.
    await expect(counts).toHaveCount(2);
    expect(await side.locator('nav, a > span:last-child').evaluateAll(cutIn), language).toEqual([]);
    await page.goto('/dashboard?tab=contacts');
    await page.getByRole('searchbox').fill(mark);
    await isWhole(arrow);
    expect(await heads.evaluateAll(cutIn), language).toEqual([]);
    await isWhole(page.locator('tr[data-row]').getByText(ANSWERED).locator('..'));
  }
});

const ANSWERED = /^(Answered|Beantwortet|Respondida|Traitée|Risposta data)$/;

/** The words of elements that are wider than their room. */
function cutIn(elements: Element[]): (string | null)[] {
  const all = elements.flatMap((element) => [element, ...element.querySelectorAll('small')]);
  return all.flatMap((each) => (each.scrollWidth > each.clientWidth ? [each.textContent] : []));
}

test('on a desk an open record has its list beside it, which keeps its order and place', {
  tag: '@desktop',
}, async ({ page, agency, tunnel, signIn }) => {
  const mark = `Beside-${uniqueMark()}`;
  const ids: string[] = [];
  for (let n = 1; n <= 30; n += 1) {
    const currentClub = n > 27 ? 'Zamora' : 'Elche';
    ids.push((await anApplication(agency, { playerName: `${mark} ${n}`, currentClub })).id);
  }
  await signIn();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard');
  await atRest(page);
  // Twenty rows begin in the upper fifth of the window; View and Edit are drawn in the row at hand.
  const rows = page.locator('tr[data-row]');
  expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(170);
  await expect(rows.nth(19)).toBeInViewport({ ratio: 1 });
  const view = rows.nth(5).getByRole('link', { name: /^View/ });
  await expect(view).toHaveCSS('opacity', '0');
  await rows.nth(5).hover();
  await expect(view).toHaveCSS('opacity', '1');
  await view.focus();
  await page.mouse.move(0, 0);
  await expect(view).toHaveCSS('opacity', '1');

  // A usual record fits the window: what has happened, the facts, the follow-up beside them, the ways to the person.
  await rows.first().getByRole('link', { name: /^View/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What is asked after an e-mail moves nothing.
  const mail = page.getByRole('link', { name: 'E-mail', exact: true });
  const place = await mail.boundingBox();
  await reach(mail);
  const log = page.getByRole('region', { name: 'Log the e-mail?' });
  await expect(log).toBeVisible();
  expect(await mail.boundingBox()).toEqual(place);
  await log.getByRole('button', { name: 'Close' }).click();
  for (const name of ['Status history', 'Football information', 'Personal data']) {
    await expect(page.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByLabel('Another day')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: 'E-mail', exact: true })).toBeInViewport();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('searchbox').fill(mark);
  await page.getByRole('link', { name: `${mark} 10`, exact: true }).click();
  const list = page.getByRole('complementary', { name: 'Applications' });
  const names = list.locator('[data-row] a');
  const open = list.locator('[aria-current]');
  const shown = page.getByRole('heading', { level: 1 });
  await expect(shown).toHaveText(`${mark} 10`);
  await expect(list.getByRole('searchbox')).toHaveValue(mark);
  await expect(open).toHaveText(`${mark} 10`);
  await expect(open).toBeInViewport();
  await expect(names).toHaveText(Array.from({ length: 30 }, (_, at) => `${mark} ${30 - at}`));
  await expectNothing(page, 'a record beside its list');

  // Without a signal: the last change would be first in the list, but the way through it stays.
  await atRest(page);
  tunnel.enter('drop');
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByText('Signed', { exact: true }).click();
  await expect(list.locator('[data-row]').nth(20).getByRole('button')).toContainText('Signed');
  await page.keyboard.press('j');
  await expect(shown).toHaveText(`${mark} 9`);
  await expect(open).toHaveText(`${mark} 9`);
  await list.getByRole('link', { name: `${mark} 28`, exact: true }).click();
  await expect(shown).toHaveText(`${mark} 28`);
  await expect(page.getByText('3 of 30', { exact: true })).toBeVisible();

  // What is typed in the list narrows it, and not the record; Back leads to the list that it was.
  await list.getByRole('searchbox').fill(`${mark} zamora`);
  await expect(names).toHaveCount(3);
  await expect(shown).toHaveText(`${mark} 28`);
  await list.getByRole('searchbox').fill('nobody at all');
  await expect(list.getByText("Nothing found for 'nobody at all'.")).toBeVisible();
  await list.getByRole('button', { name: 'Show all' }).click();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);

  // A filter by fields is told beside the record, too, and taken away there.
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Current club').fill('zamora');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: `${mark} 29`, exact: true }).click();
  await expect(names).toHaveCount(3);
  const whole = list.getByRole('button', { name: /Show all/i });
  await whole.click();
  await expect(names.nth(3)).toBeVisible();
  await expect(whole).toHaveCount(0);

  // Narrow, the record is alone.
  tunnel.enter('open');
  await page.goto(`/dashboard/applications/${ids[0]}`);
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 1199, height: 800 });
  await expect(list).toHaveCount(0);
  await expect(shown).toHaveText(`${mark} 1`);
});
