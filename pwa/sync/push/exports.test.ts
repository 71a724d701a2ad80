import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { exportNoted } from '#pwa/local/changes/exports.ts';
import { queue } from '#pwa/local/outbox/queue.ts';
import { aPhone } from '#pwa/test/phone.ts';

test('a file saved without a signal is told to the server once there is one, once, also by an app that was closed', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const first = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  tell('offline');
  await queue(first.mirror, exportNoted.make({ list: 'contacts', rows: 31 }, { id: newId() }));
  await pass(1_000);
  first.close();
  expect(server.exports).toEqual([]);

  const { mirror } = openTab();
  let isFirst = true;
  network.fault = ({ path }) => {
    if (!isFirst || path !== '/api/exports') return null;
    isFirst = false;
    return 'drop-after';
  };
  await pass(60_000);
  expect(isFirst).toBe(false);
  expect(server.exports).toEqual([{ list: 'contacts', rows: 31 }]);
  expect(await mirror.outbox.count()).toBe(0);
});
