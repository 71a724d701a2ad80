import { Buffer } from 'node:buffer';
import type { Page } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { loadedAhead } from './office.ts';
import { anApplication } from './server-records.ts';

async function choose(page: Page, text: string, encoding: BufferEncoding = 'utf8'): Promise<void> {
  const file = { name: 'players.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) };
  await page.locator('input[type=file]').setInputFiles(file);
}

test('a file of players is imported without a signal: columns, errors at the cell, people who are here, one Undo', {
  tag: '@phone',
}, async ({ page, agency, tunnel, signIn }) => {
  const { email, playerName } = await anApplication(agency);
  await signIn();
  await page.goto('/more');
  await loadedAhead(page);
  await page.getByRole('link', { name: 'Import applications' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import applications');
  await expectNothing(page, 'an import without a file');
  // No finger drags a file.
  await expect(page.getByText('or drop it here')).toBeHidden();
  tunnel.enter('drop');

  // A file of another program can be chosen, so that its refusal names it.
  for (const ending of ['.csv', '.xls', '.xlsx', '.ods', '.vcf', '.html']) {
    const accept = new RegExp(`(^|,)\\${ending}(,|$)`);
    await expect(page.locator('input[type=file]')).toHaveAttribute('accept', accept);
  }
  await choose(page, 'Nothing');
  await expect(page.getByRole('alert')).toHaveText(
    'There is no row below the headings in this file.',
  );

  const mark = Date.now();
  await choose(
    page,
    [
      'Vorname;Nachname;Kontakt;Geburtsdatum;Video;Notiz',
      // Windows-1252 has the € at 0x80.
      `Jörg;Import ${mark};joerg-${mark}@example.org;24.3.2001;v.example.org/1;"=1+1; 5 \x80"`,
      `Bo;Import ${mark};nobody;31.2.2001;;`,
      `Twice;Import ${mark};${email.toUpperCase()};;;`,
      `Ida;Import ${mark};ida-${mark}@example.org;;;`,
    ].join('\r\n'),
    'latin1',
  );
  await expect(page.getByText('Choose the columns of the player name')).toBeVisible();
  await page.getByLabel('“Kontakt”').selectOption('E-mail');
  const rows = page.getByRole('row');
  await expect(page.getByRole('button', { name: 'With errors 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(rows.filter({ hasText: 'nobody' })).toContainText(
    'Please enter a valid email address.',
  );
  await expect(rows.filter({ hasText: 'nobody' })).toContainText('Please enter a valid date.');
  await expectNothing(page, 'an import with errors');
  await page.getByRole('button', { name: 'Here already 1' }).click();
  await expect(page.getByText(`Same e-mail address as ${playerName}`)).toBeVisible();
  await page.getByRole('button', { name: 'Ready 2' }).click();
  await expect(rows.filter({ hasText: 'Jörg' })).toContainText('=1+1; 5 €');
  await page.getByRole('button', { name: 'Import 2 applications' }).click();
  await expect(page.getByText('2 applications saved on this device')).toBeVisible();
  await expect(page.getByText('2 rows were left out.')).toBeVisible();
  await expectNothing(page, 'an import that is done');

  tunnel.enter('open');
  const imported = async () =>
    (await agency.api<Application[]>('GET', '/api/applications')).filter(({ playerName: name }) =>
      name.endsWith(`Import ${mark}`),
    );
  await expect.poll(async () => (await imported()).length, { timeout: 30_000 }).toBe(2);
  await expect(page.getByText('2 applications sent')).toBeVisible();
  await expect(page.getByText('saved on this device')).toHaveCount(0);
  expect(await imported()).toContainEqual(
    expect.objectContaining({
      playerName: `Jörg Import ${mark}`,
      dateOfBirth: '2001-03-24',
      links: 'Video https://v.example.org/1',
      agentNotes: '=1+1; 5 €',
      status: 'pending',
    }),
  );
  await page.getByRole('button', { name: 'Undo the Import' }).click();
  await expect(page.getByText('The import is undone')).toBeVisible();
  await expect.poll(async () => (await imported()).length, { timeout: 30_000 }).toBe(0);

  // The choice of a column is remembered.
  await page.getByRole('button', { name: 'Import Another File' }).click();
  await choose(page, `Name,Kontakt\r\nTom Import ${mark},tom-${mark}@example.org`);
  await expect(page.getByRole('button', { name: 'Import 1 application' })).toBeEnabled();
});

/** Keeps how far each bar has come, in percent, from now on. */
function watchBars(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = new Map<string, number[]>();
    Object.assign(window, { bars: seen });
    new MutationObserver(() => {
      for (const bar of document.querySelectorAll('progress')) {
        const [work = ''] = (bar.getAttribute('aria-label') ?? '').split(' ');
        const known = seen.get(work) ?? [];
        if (known.at(-1) !== bar.value) seen.set(work, [...known, bar.value]);
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

/** How far the bar of a kind of work came at each step, 0 to 1. */
function bar(page: Page, work: string): Promise<number[]> {
  return page.evaluate(
    (name) => (Reflect.get(window, 'bars') as Map<string, number[]>).get(name) ?? [],
    work,
  );
}

test('5,000 rows are read, checked and saved while the page answers and a bar says how far it is', {
  tag: ['@desktop', '@all'],
}, async ({ page, agency, tunnel, signIn }) => {
  await signIn();
  await page.goto('/dashboard/import');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import applications');
  tunnel.enter('drop');
  await watchBars(page);
  const lines = Array.from(
    { length: 5_000 },
    (_, n) =>
      `Many ${n},many-${n}@example.org,+34 61${String(n).padStart(7, '0')},2001-03-24,FC Many,"Seen ${n} times, fast"`,
  );
  await choose(page, ['Name,Mail,Phone,Birthday,Club,Notes', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Import 5,000 applications' }).click({ timeout: 30_000 });
  await expect(page.getByText('5,000 applications saved on this device')).toBeVisible({
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Undo the Import' }).click();
  await expect(page.getByText('The import is undone')).toBeVisible({ timeout: 60_000 });
  for (const work of ['Checking', 'Saving', 'Undoing']) {
    const steps = await bar(page, work);
    expect(steps.length, work).toBeGreaterThan(2);
    expect(steps, work).toEqual(steps.toSorted((a, b) => a - b));
  }
  tunnel.enter('open');
  await page.goto('/sync');
  // What was tried before the undo is made and removed on the server.
  await expect(page.getByText('Nothing is waiting.')).toBeVisible({ timeout: 60_000 });
  expect(await agency.api<Application[]>('GET', '/api/applications')).not.toContainEqual(
    expect.objectContaining({ playerName: 'Many 0' }),
  );
});
