import type { Locator, Page } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import { toast } from './accounts.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { anApplication, uniqueMark } from './server-records.ts';

function column(page: Page, status: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${status}`) });
}

async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  const [from, target] = [await card.boundingBox(), await to.boundingBox()];
  if (!from || !target) throw new Error('Nothing is there to drag.');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 30);
  await expect(page.locator('[data-lifted]')).toBeVisible();
  await page.mouse.move(target.x + target.width / 2, target.y + 120);
  await expect(to).toHaveAttribute('data-over');
  await page.mouse.up();
}

test('on the board a card is moved by mouse and by keys, also without a signal, with Undo; a press opens the statuses', {
  tag: '@desktop',
}, async ({ page, agency, signIn, tunnel }) => {
  const mark = `Board-${uniqueMark()}`;
  const application = await anApplication(agency, { playerName: mark });
  const stored = () => agency.api<Application>('GET', `/api/applications/${application.id}`);
  await signIn();
  await page.goto('/dashboard');
  // A filter of the list, which the board cannot show, hides no card.
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Current club').fill('Nowhere at all');
  await page.keyboard.press('Escape');
  await expect(page.locator('tr[data-row]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Board' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Board');
  await page.getByRole('searchbox').fill(mark);
  const card = (status: string) => column(page, status).getByRole('article');
  await expect(card('Pending')).toHaveCount(1);
  // The tick of its mark is seen on the disc.
  const tick = column(page, 'Signed').getByRole('heading').locator('path');
  await expect(tick).toHaveCSS('stroke', 'rgb(255, 255, 255)');
  await expectNothing(page, 'the board');
  // Six columns beside each other at the narrowest desk.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(column(page, 'Rejected')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });

  await drag(page, card('Pending'), column(page, 'Review'));
  await expect(card('Review')).toHaveCount(1);
  await expect(page).toHaveURL(/\/dashboard\/board$/);
  await expect.poll(async () => (await stored()).status).toBe('in_review');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(card('Pending')).toHaveCount(1);
  await expect.poll(async () => (await stored()).status).toBe('pending');

  tunnel.enter('drop');
  const grip = page.getByRole('button', { name: `Move ${mark}` });
  await grip.focus();
  await page.keyboard.press('Space');
  const said = async (words: string) => {
    await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);
    // dnd-kit hears keys in the task after the one that lifts a card.
    await page.evaluate(() => new Promise((next) => setTimeout(next)));
  };
  await said(`${mark} is lifted, over Pending.`);
  await page.keyboard.press('ArrowRight');
  await said('Over In review.');
  await page.keyboard.press('ArrowRight');
  await said('Over Interview');
  await page.keyboard.press('Space');
  await expect(card('Interview')).toContainText('Not sent yet');
  await expect(grip).toBeFocused();
  await page.keyboard.press('Space');
  await said(`${mark} is lifted, over Interview`);
  await page.keyboard.press('ArrowLeft');
  await said('Over In review.');
  await page.keyboard.press('Escape');
  await said(`${mark} stays where it was.`);
  await expect(card('Interview')).toHaveCount(1);

  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Contract offered' }).click();
  await expect(card('Contract')).toHaveCount(1);
  tunnel.enter('open');
  await expect.poll(async () => (await stored()).status).toBe('contract_offered');

  await card('Contract').getByRole('link', { name: mark }).click();
  await expect(page).toHaveURL(new RegExp(application.id));
});

test('a board moves no minor to an offer before the guardian was thought of, and gives way to the list in a narrow window', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Minor-${uniqueMark()}`;
  const year = new Date().getFullYear() - 15;
  await anApplication(agency, { playerName: mark, dateOfBirth: `${year}-01-01` });
  await signIn();
  await page.goto('/dashboard/board');
  await page.getByRole('searchbox').fill(mark);
  const card = page.getByRole('article');
  await drag(page, card, column(page, 'Signed'));
  await expect(page.getByRole('dialog')).toContainText('Name of the guardian');
  await page.keyboard.press('Escape');
  await expect(column(page, 'Pending').getByRole('article')).toHaveCount(1);

  await page.setViewportSize({ width: 800, height: 700 });
  await expect(page).toHaveURL(/\/dashboard$/);
});
