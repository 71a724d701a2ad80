import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { readOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { readHistory, readRow } from '#pwa/local/rows/read-rows.ts';
import { pull } from '#pwa/sync/pull/pull.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { mirroredRow } from '#pwa/test/mirrored.ts';
import { isWrite } from '#pwa/test/network.ts';
import { aPhone } from '#pwa/test/phone.ts';

// The server is newer than the phone: its rows hold words that are not in the phone's contract.

test('a page whose rows hold unknown words is mirrored as it is', async () => {
  const { server, userId } = aPhone();
  const mirror = new Mirror(userId);
  const { id } = server.addApplication();
  server.setStatus(id, 'of_tomorrow');
  const contact = server.addContact({ state: 'of_tomorrow', inquiryType: 'about_tomorrow' });
  const campaign = server.addCampaign({ defaultLanguage: 'xx' });

  const { signal } = new AbortController();
  for (const list of ['applications', 'contacts', 'campaigns'] as const) {
    await pull(mirror, list, signal);
  }

  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'of_tomorrow' });
  expect(await mirroredRow(mirror, 'contacts', contact.id)).toMatchObject({
    state: 'of_tomorrow',
    inquiryType: 'about_tomorrow',
  });
  expect(await mirroredRow(mirror, 'campaigns', campaign.id)).toMatchObject({
    defaultLanguage: 'xx',
  });
});

test('an unknown status can be changed to a known one', async () => {
  const { server, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  server.setStatus(id, 'of_tomorrow');
  const { mirror } = openTab();
  await pass(1_000);

  const seen = await readRow(mirror, 'applications', id);
  await changeStatus(mirror, seen as NonNullable<typeof seen>, { status: 'signed', notes: null });
  await pass(1_000);

  expect(await readOutbox(mirror)).toEqual([]);
  expect(await readRow(mirror, 'applications', id)).toMatchObject({
    status: 'signed',
    waiting: null,
  });
  expect(server.historyOf(id).at(-1)).toMatchObject({
    previousStatus: 'of_tomorrow',
    newStatus: 'signed',
  });
});

test('a note repeats the unknown status, and the server decides about it', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  server.setStatus(id, 'of_tomorrow');
  const { mirror } = openTab();
  await pass(1_000);

  const seen = await readRow(mirror, 'applications', id);
  const note = { status: 'of_tomorrow', notes: 'Two weeks in Turin.' };
  await changeStatus(mirror, seen as NonNullable<typeof seen>, note);
  expect(await readHistory(mirror, id)).toMatchObject([
    { previousStatus: 'of_tomorrow', newStatus: 'of_tomorrow', notes: note.notes },
    { previousStatus: 'pending', newStatus: 'of_tomorrow' },
  ]);
  await pass(1_000);

  const body = network.sent.filter(isWrite).at(-1)?.body ?? '{}';
  expect(JSON.parse(body)).toMatchObject(note);
  // This server, unlike a newer one, does not know the status either: the note is kept.
  expect(await readOutbox(mirror)).toMatchObject([
    { state: 'refused', body: note, reason: { problem: { code: 'invalid-input' } } },
  ]);
});
