import type { Page } from 'playwright/test';
import { toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { loadedAhead } from './office.ts';
import { lookAgain } from './queue.ts';
import { anApplication, uniqueMark } from './server-records.ts';

/** From the next load on, keeps what a screen reader hears: text that changes within a live region. */
async function listen(page: Page): Promise<(words: string) => Promise<void>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-live], [role=status], [role=alert]');
        if (region && region.getAttribute('aria-live') !== 'off') {
          heard.push(region.textContent ?? '');
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return (words) =>
    expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'heard') as string[]))
      .toContainEqual(expect.stringContaining(words));
}

test('a screen reader hears a new status, its Undo, what was sent later, how much is found, how many are chosen, and where a card is', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  const mark = `Heard${uniqueMark()}`;
  for (const one of ['Ana', 'Bea']) await anApplication(agency, { playerName: `${one} ${mark}` });
  const hears = await listen(page);
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(mark);
  await hears('2 of ');
  await loadedAhead(page);
  const setStatus = async (name: string, status: string) => {
    await page.getByRole('button', { name: `Status of ${name} ${mark}: Pending. Change` }).click();
    const sheet = page.getByRole('dialog', { name: 'Update status' });
    await sheet.getByRole('button', { name: status }).click();
  };
  await setStatus('Ana', 'Signed');
  await hears('Status Updated');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await hears(`Ana ${mark} → Pending`);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: mark }).first().click();
  await hears('1 selected');
  await page.getByRole('button', { name: 'Select All' }).click();
  await hears('2 selected');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await page.keyboard.type(mark);
  await hears('2 results');
  await page.keyboard.type(' nobody');
  await hears(`Nothing found for '${mark} nobody'.`);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Board' }).click();
  await page.getByRole('searchbox').fill(`Ana ${mark}`);
  await page.getByRole('button', { name: `Move Ana ${mark}` }).focus();
  await page.keyboard.press('Space');
  await hears(`Ana ${mark} is lifted, over Pending.`);
  await page.keyboard.press('ArrowRight');
  await hears('Over In review.');
  await page.keyboard.press('Escape');
  await hears(`Ana ${mark} stays where it was.`);

  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill(`Bea ${mark}`);
  await loadedAhead(page);
  tunnel.enter('drop');
  await setStatus('Bea', 'Signed');
  await hears('Saved on this device.');
  await page.keyboard.press('F8');
  await toast(page).getByRole('button', { name: 'Undo' }).focus();
  await hears('Offline');
  tunnel.enter('open');
  await lookAgain(page);
  await hears('1 change sent');
  await hears('Status Updated');
});
