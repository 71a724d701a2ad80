import Database from 'better-sqlite3';
import { restore } from '#prisma/backup/restore.ts';
import { openAgency } from './agency.ts';
import { expect, signInTo, test } from './fixtures.ts';
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
    const running = new Database(file);
    await running.backup(`${file}.backup`);
    running.close();

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
