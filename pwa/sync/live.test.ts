import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { LIVE_PATH } from '#contract/live.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { mirroredHistory, mirroredRow } from '#pwa/test/mirrored.ts';
import { aPhone } from '#pwa/test/phone.ts';

test('W-05 what another device changes is here within a second, in one request', async () => {
  const { server, network, openTab, pass } = aPhone();
  network.isLive = true;
  const { id } = server.addApplication();
  const { mirror } = openTab();
  await pass(2_000);
  network.sent.length = 0;

  server.setStatus(id, 'signed', 'From another phone.');
  network.poke();
  await pass(900);

  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });
  expect(await mirroredHistory(mirror)).toMatchObject([{ notes: 'From another phone.' }]);
  expect(network.sent.map(({ path }) => path)).toEqual(['/api/sync']);
});

test('X-10 events that tell nothing new, late or twice, ask for nothing', async () => {
  const { network, openTab, pass } = aPhone();
  network.isLive = true;
  openTab();
  await pass(2_000);
  network.sent.length = 0;
  network.poke();
  network.poke();
  await pass(120_000);
  expect(network.sent).toEqual([]);
});

test('W-05 a stream that was lost is opened again and brings what was missed', async () => {
  const { server, network, openTab, pass } = aPhone();
  network.isLive = true;
  const { id } = server.addApplication();
  const { mirror } = openTab();
  await pass(2_000);
  network.endStreams();
  server.setStatus(id, 'signed');
  await pass(3_000);

  expect(network.streams.size).toBe(1);
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });
});

test('W-05 a stream that falls silent is given up and opened again', async () => {
  const { network, openTab, pass } = aPhone();
  network.isLive = true;
  openTab();
  await pass(2_000);
  const [first] = network.streams;
  await pass(28_000);
  expect(network.streams.size).toBe(1);
  expect(network.streams.has(first as never)).toBe(false);
});

test('W-05 a page that is not looked at does not listen, and catches up when it is shown', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  network.isLive = true;
  const { id } = server.addApplication();
  const { mirror } = openTab();
  await pass(2_000);
  Object.assign(document, { visibilityState: 'hidden' });
  tell('visible');
  await pass(1_000);
  expect(network.streams.size).toBe(0);
  server.setStatus(id, 'signed');
  await pass(5_000);
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'pending' });

  Object.assign(document, { visibilityState: 'visible' });
  tell('visible');
  await pass(3_000);
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ status: 'signed' });
});

test('X-10 a page that is looked at again and again sends nothing while nothing is new', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  network.isLive = true;
  server.addApplication();
  server.addContact();
  const { mirror } = openTab();
  await pass(2_000);
  const seen = server.addApplication();
  network.poke();
  await pass(1_000);
  network.sent.length = 0;
  for (let look = 0; look < 5; look += 1) {
    Object.assign(document, { visibilityState: 'hidden' });
    tell('visible');
    await pass(1_000);
    Object.assign(document, { visibilityState: 'visible' });
    tell('visible');
    await pass(3_000);
  }
  expect(network.sent.map(({ path }) => path)).toEqual([]);

  // Nor while a change waits for its retry.
  network.fault = ({ key }) => (key ? 'error-500' : null);
  await changeStatus(mirror, seen, { status: 'signed', notes: null });
  await pass(60_000);
  network.sent.length = 0;
  for (let look = 0; look < 5; look += 1) {
    tell('visible');
    await pass(1_000);
  }
  expect(network.sent.map(({ path }) => path).filter((path) => path === '/api/sync')).toEqual([]);
});

test('X-10 lists whose first pull was interrupted are read without an empty request before', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  for (let at = 0; at < 1_500; at += 1) server.addApplication();
  network.isLive = true;
  network.fault = ({ path }) => (path.includes('since=') ? 'stall-before' : null);
  openTab();
  await pass(2_000);
  tell('offline');
  await pass(20_000);
  network.fault = () => null;
  await pass(20_000);
  const empty = network.sent.filter(
    ({ path, body }) => path === '/api/sync' && body === '{"calls":[],"reads":[]}',
  );
  expect(empty).toEqual([]);
});

test('X-10 a server whose stream fails is asked for it with backoff', async () => {
  const { network, openTab, pass } = aPhone();
  const asked = vi.fn();
  const passOn = network.fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path !== LIVE_PATH) return passOn(path, init);
    asked();
    return Promise.resolve(new Response(null, { status: 503 }));
  });
  openTab();
  await pass(120_000);
  expect(asked.mock.calls.length).toBeGreaterThan(3);
  expect(asked.mock.calls.length).toBeLessThan(15);
});

test('X-10 a change made here is followed by one read of all lists, and its own event by none', async () => {
  const { server, network, openTab, pass } = aPhone();
  network.isLive = true;
  const row = server.addApplication();
  const { mirror } = openTab();
  await pass(2_000);
  network.sent.length = 0;
  await changeStatus(mirror, row, { status: 'signed', notes: null });
  await pass(1_000);
  network.poke();
  await pass(5_000);
  expect(network.sent.map(({ path }) => path)).toEqual([
    `/api/applications/${row.id}/status`,
    '/api/sync',
  ]);
});
