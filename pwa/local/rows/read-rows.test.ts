import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApplicationDraft } from '#contract/applications.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { changeStatus, createApplication } from '#pwa/test/commands.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { pagesOf } from './mirrored-list.ts';
import { readAll, readList } from './read-rows.ts';

const DRAFT = v.parse(ApplicationDraft, { playerName: 'Leo Sanz', email: 'leo@example.org' });

test('all applications are read with the queued changes, and follow what the server adds, changes and deletes', async () => {
  const { server, openTab, pass, tell, network } = aPhone();
  const ids = Array.from({ length: 3 }, () => server.addApplication().id);
  const { mirror, engine } = openTab();
  const names = async () =>
    (await readList(mirror, 'applications')).map(({ playerName }) => playerName).sort();
  expect(await names()).toEqual([]);
  await pass(2_000);
  expect(await names()).toHaveLength(3);

  const [first = '', second = ''] = ids;
  server.setStatus(first, 'signed');
  server.remove('applications', second);
  server.addApplication({ playerName: 'Zoe New' });
  await engine.refresh(['applications'], { force: true });
  await pass(1_000);
  const rows = await readList(mirror, 'applications');
  expect(rows.map(({ id }) => id)).not.toContain(second);
  expect(rows.find(({ id }) => id === first)).toMatchObject({ status: 'signed', waiting: null });
  expect(await names()).toEqual(['Ana Ruiz', 'Ana Ruiz', 'Zoe New']);

  network.fault = () => 'drop-before';
  tell('offline');
  const seen = rows.find(({ id }) => id === first);
  if (!seen) throw new Error('The application is not there.');
  await changeStatus(mirror, seen, { status: 'rejected', notes: null });
  await createApplication(mirror, DRAFT);
  const after = await readList(mirror, 'applications');
  expect(after).toHaveLength(4);
  expect(after.find(({ id }) => id === first)).toMatchObject({
    status: 'rejected',
    waiting: 'not-sent',
  });
});

test('rows that did not change stay the same objects, so that what was made of them can be kept', async () => {
  const { server, openTab, pass } = aPhone();
  server.addContact();
  server.addContact();
  const { mirror } = openTab();
  await pass(2_000);
  const before = await readList(mirror, 'contacts');
  expect(before).toHaveLength(2);

  const again = await readList(mirror, 'contacts');
  expect(again.every((row, at) => row === before[at])).toBe(true);
});

test('W-05 a list with a page that cannot be read is not whole until the next pull', async () => {
  const { server, openTab, pass } = aPhone();
  for (let at = 0; at < 3; at += 1) server.addApplication();
  const tab = openTab();
  await pass(2_000);
  expect(await readAll(tab.mirror, 'applications')).toMatchObject({ firstPull: { isWhole: true } });
  const pages = pagesOf(tab.mirror, 'applications').toCollection();
  await pages.modify((page) => Reflect.deleteProperty(page, 'rows'));
  tab.close();

  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const again = new Mirror(tab.mirror.userId);
  onTestFinished(() => {
    again.close();
    warned.mockRestore();
  });
  const lost = { rows: [], firstPull: { isWhole: false, of: null } };
  expect(await readAll(again, 'applications')).toEqual(lost);
  again.close();

  const { mirror, engine } = openTab();
  await engine.refresh(['applications'], { force: true });
  await pass(2_000);
  const { rows, firstPull } = await readAll(mirror, 'applications');
  expect(rows).toHaveLength(3);
  expect(firstPull).toEqual({ isWhole: true, of: null });
});
