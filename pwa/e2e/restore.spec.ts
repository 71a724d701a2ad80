import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { CopyReport } from '#contract/backups/copies.ts';
import { restore } from '#prisma/backup/restore.ts';
import { openAgency } from './agency.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { addressOf, aSentInquiry } from './inquiries.ts';
import { openApplication, update } from './office.ts';
import {
  drained,
  historyOf,
  lookAgain,
  notesOf,
  nothingMarked,
  saveNote,
  waitingOn,
} from './queue.ts';

test('W-09, W-10, fault 32: a server that was restored from a backup is given back what this phone had sent, in its order, before the queued changes', {
  tag: ['@phone', '@all'],
}, async ({ page }) => {
  let file = '';
  const agency = await openAgency('sqlite', async (url) => {
    file = url.slice('file:'.length);
  });
  const { tunnel } = agency;
  try {
    await signInTo(agency, page);
    const { id } = await openApplication(page, agency);
    await saveNote(page, 'Before the backup.');
    await drained(page);
    await backUp(file);

    await update(page, { status: 'Signed', note: 'After the backup.' });
    await drained(page);
    tunnel.enter('drop');
    await saveNote(page, 'In the tunnel.');
    expect(await notesOf(agency, id)).toEqual(['Before the backup.', 'After the backup.']);

    await agency.restart('SIGTERM', {}, async () => {
      await restore(`file:${file}`, `${file}.backup`);
    });
    expect(await notesOf(agency, id)).toEqual(['Before the backup.']);
    expect(await waitingOn(page)).toHaveLength(1);

    tunnel.enter('open');
    await lookAgain(page);
    const all = ['Before the backup.', 'After the backup.', 'In the tunnel.'];
    await expect.poll(() => notesOf(agency, id), { timeout: 60_000 }).toEqual(all);
    expect(await historyOf(agency, id)).toMatchObject([
      { previousStatus: 'signed', newStatus: 'signed' },
      { previousStatus: 'pending', newStatus: 'signed' },
      { previousStatus: 'pending', newStatus: 'pending' },
    ]);
    await drained(page);
    const everywhere = async () => {
      for (const note of all) await expect(page.getByText(note, { exact: true })).toHaveCount(1);
      await nothingMarked(page);
    };
    await everywhere();
    await page.reload();
    await everywhere();
    expect(await notesOf(agency, id)).toEqual(all);
  } finally {
    await agency.close();
  }
});

test('W-09 after a restore an inquiry comes back that only another phone had seen, and who was erased meanwhile stays erased', {
  tag: '@once',
}, async ({ page, browser }) => {
  test.slow();
  let file = '';
  const agency = await openAgency('sqlite', async (url) => {
    file = url.slice('file:'.length);
  });
  const visitor = await browser.newPage({ baseURL: agency.origin });
  const other = await browser.newPage({ baseURL: agency.origin });
  try {
    const erased = await aSentInquiry(visitor, agency);
    await signInTo(agency, other);
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/dashboard?tab=contacts`);
    await expect(page.getByText(erased).first()).toBeVisible();
    await backUp(file);
    // This phone sees nothing of what follows.
    await page.context().setOffline(true);

    const lost = await aSentInquiry(visitor, agency);
    await other.goto('/dashboard?tab=contacts');
    await expect(other.getByText(lost).first()).toBeVisible();
    await expect(other.getByText(erased).first()).toBeVisible();
    const whom = { email: addressOf(erased), how: 'delete' };
    await agency.api('POST', '/api/people/erase', whom);
    await expect(other.getByText(erased)).toHaveCount(0);
    await other.context().setOffline(true);

    // The disk is lost, and the keys with it. For a while a server runs on an empty one, and the phone hears of it.
    const SESSION_KEYS = 'others-after-the-loss-others-after-the-loss';
    await agency.restart('SIGKILL', { SESSION_KEYS }, async () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    });
    await other.context().setOffline(false);
    await other.reload();
    await expect(other).toHaveURL(/\/auth/);
    await other.context().setOffline(true);
    await agency.restart('SIGTERM', { SESSION_KEYS }, async () => {
      await restore(`file:${file}`, `${file}.backup`);
    });
    const names = async () =>
      (await agency.api<{ name: string }[]>('GET', '/api/contacts')).map(({ name }) => name);
    expect(await names()).toEqual([erased]);

    await page.context().setOffline(false);
    await page.goto(`${agency.origin}/admin/users`);
    const card = page.getByRole('region', { name: 'Back from the phones' });
    await expect(
      card.or(page.getByText('The phones that have come back since')).first(),
    ).toBeVisible();
    await expect(page.getByText('The phones that have come back since')).toBeVisible();

    // The other phone comes out of the tunnel a while later.
    await other.context().setOffline(false);
    await other.goto(`${agency.origin}/dashboard?tab=contacts`);
    await expect(other.getByText(erased).first()).toBeVisible();
    const offered = () => agency.api<CopyReport>('GET', '/api/backups/copies');
    const waiting = async () =>
      (await offered()).waiting.map(({ kind, list }) => `${kind} ${list}`);
    const all = ['erases contacts', 'new campaigns', 'new contacts'];
    await expect.poll(async () => (await waiting()).sort(), { timeout: 60_000 }).toEqual(all);
    await page.goto(`${agency.origin}/today`);
    await page
      .getByRole('link', { name: 'Phones hold 3 records that this database lacks' })
      .click();
    await expect(page.getByText('1 device holds more than this backup')).toBeVisible();
    await expect(page.getByText('1 inquiry · 1 campaign · 1 deletion')).toBeVisible();
    const chosen = (list: string, name: string) =>
      page.getByRole('region', { name: list }).getByLabel(name);
    await expect(chosen('Missing here', lost)).toBeChecked();
    await expect(chosen('Deleted there', erased)).toBeChecked();
    expect(await names()).toEqual([erased]);
    await page.getByRole('button', { name: 'Restore 3' }).click();
    await expect(page.getByText('3 records were restored', { exact: true })).toBeVisible();
    await expect(page.getByText('1 inquiry · 1 campaign · 1 deletion – marta')).toBeVisible();
    expect(await names()).toEqual([lost]);
    await page.goto(`${agency.origin}/today`);
    await expect(page.getByRole('link', { name: 'Your site' })).toBeVisible();
    await expect(page.getByText('this database lacks')).toHaveCount(0);

    // Today tells of a backup that failed, too.
    const running = new Database(file);
    running.exec(`UPDATE BackupState SET failure = 'no-space', failedAt = '2026-12-01T09:00:00Z'`);
    running.close();
    await page.reload();
    await page.getByRole('link', { name: 'The last backup failed' }).click();
    await expect(page.getByText('The disk is full.')).toBeInViewport();

    for (const phone of [page, other]) {
      await phone.goto(`${agency.origin}/dashboard?tab=contacts`);
      await expect(phone.getByText(lost).first()).toBeVisible();
      await expect(phone.getByText(erased)).toHaveCount(0);
    }
  } finally {
    await visitor.close();
    await other.close();
    await agency.close();
  }
});

/** Makes a backup of the running server's database. */
async function backUp(file: string): Promise<void> {
  const running = new Database(file);
  await running.backup(`${file}.backup`);
  running.close();
}
