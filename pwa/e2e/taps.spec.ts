import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright/test';
import { toast } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { loadedAhead } from './office.ts';
import { anApplication, anInquiry, uniqueMark } from './server-records.ts';

/** What the table of `pwa/features/README.md` says of each act. */
async function taps(): Promise<Record<string, number>> {
  const text = await readFile('pwa/features/README.md', 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+) \| (\d+) \|/gm)];
  return Object.fromEntries(rows.map(([, act = '', count]) => [act, Number(count)]));
}

test('the commonest acts take the taps that the table says', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, signIn }) => {
  const mark = `Taps-${uniqueMark()}`;
  const { name } = await anInquiry(agency, { name: `${mark} Inquiry` });
  await anApplication(agency, { playerName: `${mark} B`, phone: '+34 600 000 002' });
  await anApplication(agency, { playerName: `${mark} A`, phone: '+34 600 000 001' });
  await signIn();
  await page.goto('/dashboard');
  const counted: Record<string, number> = {};
  let count = 0;
  const tap = async (what: Locator) => {
    count += 1;
    await what.tap();
  };
  const done = (act: string) => {
    counted[act] = count;
    count = 0;
  };
  const button = (label: string | RegExp) => page.getByRole('button', { name: label });
  const heading = page.getByRole('heading', { level: 1 });
  const badge = (status: string) => button(`Status of ${mark} A: ${status}. Change`);
  await loadedAhead(page);

  await tap(page.getByRole('searchbox'));
  await page.keyboard.type(mark);
  await tap(page.getByRole('link', { name: `${mark} A` }));
  await expect(heading).toHaveText(`${mark} A`);
  done('find a player by name and open the record');

  await tap(page.getByRole('button', { name: 'Next', exact: true }));
  await expect(heading).toHaveText(`${mark} B`);
  done('go on to the next record');

  // The phone app that Call leads to is not on this machine.
  await page.evaluate(() =>
    addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true }),
  );
  await tap(page.locator('[data-bottom-bar=actions]').getByRole('link', { name: 'Call' }));
  await tap(button('Called, no answer.'));
  await expect(page.getByText('Called, no answer.')).toBeVisible();
  done('call from a record, and note that nobody answered');

  await tap(button('Write a note'));
  await tap(button('Met in person.'));
  await tap(button('Save Note'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Status history' })).toContainText(
    'Met in person.',
  );
  done('write a note with a ready phrase');

  await page.goto('/dashboard');
  await loadedAhead(page);
  await tap(badge('Pending'));
  await tap(page.getByRole('dialog').getByRole('button', { name: /^Signed/ }));
  await expect(badge('Signed')).toBeVisible();
  done('change a status, from the list');

  await tap(button('Undo'));
  await expect(badge('Pending')).toBeVisible();
  done('undo it');

  await tap(badge('Pending'));
  await tap(button('Note and Follow-up'));
  await tap(button('Tomorrow'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  done('come back to a player tomorrow, from the list, without a swipe');

  await tap(page.getByRole('link', { name: 'New Application' }));
  await tap(page.getByLabel('Player name'));
  await page.keyboard.type(`${mark} C`);
  // A name and one way to reach the player are enough.
  await tap(page.getByLabel('Phone'));
  await page.keyboard.type('+34 600 000 009');
  await tap(button('Create Application'));
  await expect(toast(page)).toContainText('has been added.');
  await expect(page.locator('a[href="tel:+34600000009"]').first()).toBeVisible();
  await expect(page.locator('main a[href^="mailto:"]')).toHaveCount(0);
  done('enter a new player');

  await page.goto('/dashboard');
  await loadedAhead(page);
  await tap(page.getByRole('tab', { name: 'Contacts' }));
  await tap(button(`Convert ${name}`));
  await expect(toast(page)).toContainText('→ Pipeline');
  done('make an application of an inquiry');

  await page.goto('/dashboard');
  await tap(page.locator('nav[data-bottom-bar]').getByRole('link', { name: /^Today/ }));
  await expect(heading).toBeVisible();
  done('see what is due today');

  expect(counted).toEqual(await taps());
});
