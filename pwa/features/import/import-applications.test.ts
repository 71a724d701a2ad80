import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ApplicationDraft } from '#contract/applications.ts';
import { NotSaved } from '#pwa/local/outbox/queue.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { guessed } from './columns.ts';
import { type Imported, importApplications, undoImport } from './import-applications.ts';
import { readTable } from './read-table.ts';

const drafts = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    v.parse(ApplicationDraft, { playerName: `Player ${n}`, email: `p${n}@example.org` }),
  );

test('an import without a signal is on the device, arrives exactly once, and its undo removes it everywhere', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';

  const imported: Imported[] = [];
  const parts: number[] = [];
  await importApplications(mirror, drafts(600), (part) => {
    imported.push(...part);
    parts.push(part.length);
  });
  expect(parts).toEqual([250, 250, 100]);
  expect(await mirror.outbox.count()).toBe(600);
  await pass(500);
  expect(server.applications.size).toBe(0);

  // Answers are lost: what was applied is sent again under its key.
  network.fault = () => 'drop-after';
  await pass(70_000);
  network.fault = () => null;
  await pass(200_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect([...server.applications.keys()].sort()).toEqual(imported.map(({ id }) => id).sort());

  await undoImport(mirror, imported, () => {});
  await pass(70_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect([...server.applications.values()].every(({ removedAt }) => removedAt !== null)).toBe(true);
});

test('an application has the status and the follow-up of its file, the status with an entry in the history; Undo takes it back once it was sent, too', async () => {
  const { server, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  const imported: Imported[] = [];
  const [first, second] = drafts(2);
  if (!first || !second) throw new Error('No drafts.');
  await importApplications(
    mirror,
    [{ ...first, status: 'signed', followUpOn: '2026-12-24' }, second],
    (part) => imported.push(...part),
  );
  const [{ id } = { id: '' }, other] = imported;
  const there = { status: 'signed', followUpOn: '2026-12-24' };
  expect(await readRow(mirror, 'applications', id)).toMatchObject(there);
  await pass(70_000);
  expect(server.applications.get(id)).toMatchObject(there);
  expect(server.historyOf(id)).toMatchObject([{ previousStatus: 'pending', newStatus: 'signed' }]);
  expect(server.applications.get(other?.id ?? '')).toMatchObject({ status: 'pending' });

  await undoImport(mirror, imported, () => {});
  await pass(70_000);
  expect([...server.applications.values()].every(({ removedAt }) => removedAt !== null)).toBe(true);
});

test('the undo of what never left the device leaves no trace; what may have arrived is removed there', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const imported: Imported[] = [];
  await importApplications(mirror, drafts(3), (part) => imported.push(...part));
  const [first] = imported;
  if (!first) throw new Error('Nothing was imported.');
  // The first one was tried, without an answer.
  await mirror.outbox.where('key').equals(first.key).modify({ tries: 1 });

  const done: number[] = [];
  await undoImport(mirror, imported, (count) => done.push(count));
  expect(done).toEqual([3]);
  const left = await mirror.outbox.orderBy('seq').toArray();
  expect(left.map(({ type }) => type)).toEqual(['application-created', 'application-removed']);

  network.fault = () => null;
  await pass(70_000);
  expect([...server.applications.values()]).toMatchObject([
    { id: first.id, removedAt: expect.any(String) },
  ]);
});

test('an undo that is cut short keeps the import as a whole', async () => {
  const { network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const imported: Imported[] = [];
  await importApplications(mirror, drafts(3), (part) => imported.push(...part));
  await mirror.outbox.where('key').equals(String(imported[0]?.key)).modify({ tries: 1 });
  mirror.outbox.hook('creating', () => {
    throw new Error('The app was killed.');
  });
  await expect(undoImport(mirror, imported, () => {})).rejects.toThrow(NotSaved);
  const left = await mirror.outbox.toArray();
  expect(left.map(({ key }) => key)).toEqual(imported.map(({ key }) => key));
});

test('the export of a person comes back as rows of its applications', async () => {
  const file =
    'record,field,value\r\ninquiry 1,name,Ana\r\napplication a,playerName,Ana\r\napplication a,email,ana@example.org\r\napplication b,playerName,"A, B"\r\n';
  expect(await readTable(new Blob([`\uFEFF${file}`]))).toEqual({
    headings: ['playerName', 'email'],
    headingsAt: 1,
    rows: [
      { number: 2, cells: ['Ana', 'ana@example.org'], unclosed: null },
      { number: 3, cells: ['A, B', ''], unclosed: null },
    ],
  });
  await expect(readTable(new Blob(['Name\n']))).rejects.toMatchObject({ fault: 'empty' });
  await expect(readTable(new Blob(['a\n'.repeat(20_002)]))).rejects.toMatchObject({
    fault: 'tooLarge',
  });
});

test.each([
  ['an .xlsx', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]],
  ['an .xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
])('a workbook, %s, is told as such', async (_, bytes) => {
  const file = new Blob([new Uint8Array(bytes)]);
  await expect(readTable(file)).rejects.toMatchObject({ fault: 'workbook' });
});

test.each([
  ['empty', 'BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:nobody\r\nEND:VCARD\r\n'],
  ['page', '\uFEFF<html xmlns:x="urn:schemas-microsoft-com:office:excel">\n<table><tr><td>Name'],
  ['page', '\n<!DOCTYPE html>\n<title>Sign in</title>\n<p>Hello, you'],
  ['page', '<table><tr><th>Name</th></tr></table>\n'],
  ['page', 'MIME-Version: 1.0\nContent-Type: multipart/related\n'],
  [
    'workbook',
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="x">',
  ],
])('a file that is no table is told as what it is: %s', async (fault, text) => {
  await expect(readTable(new Blob([text]))).rejects.toMatchObject({ fault });
});

test('the people of a vCard file become rows', async () => {
  const cards = ['Ana Due', 'Bo Berg'].map(
    (name) => `BEGIN:VCARD\r\nFN:${name}\r\nTEL:+34600000001\r\nBDAY:20070312\r\nEND:VCARD\r\n`,
  );
  const table = await readTable(new Blob(cards));
  expect(guessed(table.headings)).not.toContain(null);
  expect(table.rows.map(({ cells }) => cells.slice(0, 4))).toEqual([
    ['Ana Due', '', '+34600000001', '20070312'],
    ['Bo Berg', '', '+34600000001', '20070312'],
  ]);
});

test('titles may stand above the headings, and rows keep their numbers', async () => {
  const table = await readTable(new Blob(['Players 2026;;\n\nName;E-Mail;Club\n\nBo;bo@x.org;A']));
  expect(table).toMatchObject({
    headings: ['Name', 'E-Mail', 'Club'],
    headingsAt: 3,
    rows: [{ number: 5, cells: ['Bo', 'bo@x.org', 'A'] }],
  });
});
