import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { Reminder } from '#contract/reminders/reminders.ts';
import { someReminders } from '#server/test/bodies.ts';
import { openPushReceiver } from '#server/test/push-receiver.ts';
import { isPublic } from './look-up-public.ts';
import { openPushService } from './push-service.ts';

const KEY = `${'a'.repeat(42)}A`;
const SETTINGS = { siteUrl: 'https://agency.test', contactEmail: 'a@agency.test' };
const REMINDER: Reminder = { kind: 'test', count: 1, id: null, language: 'en' };

test('V1.3.6 a message reaches a service on this machine only if a test allows it', async () => {
  const receiver = await openPushReceiver();
  onTestFinished(() => receiver.close());
  const ca = readFileSync(receiver.caFile);
  const device = receiver.subscribe('phone');
  const local = openPushService(KEY, { ...SETTINGS, pushServices: 'local' }, { ca });
  expect(await local.deliver(device, REMINDER)).toEqual({ outcome: 'sent' });
  expect(receiver.received).toMatchObject([{ reminder: REMINDER }]);

  const guarded = openPushService(KEY, { ...SETTINGS, pushServices: 'public' }, { ca });
  expect(await guarded.deliver(device, REMINDER)).toMatchObject({ outcome: 'failed' });
  const { port } = new URL(receiver.origin);
  for (const host of ['127.0.0.1', '[::1]', '0.0.0.0']) {
    const endpoint = `https://${host}:${port}/phone`;
    expect(await guarded.deliver({ ...device, endpoint }, REMINDER)).toEqual({ outcome: 'gone' });
  }
  expect(receiver.received).toHaveLength(1);
});

test('a name of the inner network cannot be told from one that nobody has', async () => {
  const guarded = openPushService(KEY, { ...SETTINGS, pushServices: 'public' });
  const { subscription } = someReminders;
  const outcomeOf = async (host: string) =>
    (await guarded.deliver({ ...subscription, endpoint: `https://${host}/phone` }, REMINDER))
      .outcome;
  expect(await outcomeOf('localhost')).toBe(await outcomeOf('no-such-host.invalid'));
  expect(await outcomeOf('10.0.0.1')).toBe(await outcomeOf('192.0.2.1'));
});

test('V15.3.2 an answer that leads elsewhere is a failure, and nobody is called there', async () => {
  const [receiver, other] = [await openPushReceiver(), await openPushReceiver()];
  onTestFinished(() => receiver.close());
  onTestFinished(() => other.close());
  const ca = [receiver, other].map(({ caFile }) => readFileSync(caFile));
  const push = openPushService(KEY, { ...SETTINGS, pushServices: 'local' }, { ca });
  const { endpoint } = other.subscribe('phone');
  const device = receiver.subscribe('phone');
  for (const status of [301, 302, 307, 308]) {
    receiver.answer = { status, headers: { Location: endpoint } };
    const reason = String(status);
    expect(await push.deliver(device, REMINDER)).toEqual({ outcome: 'failed', reason });
  }
  expect(other.received).toEqual([]);
});

test('a certificate that nobody vouches for, and a closed port, are failures', async () => {
  const receiver = await openPushReceiver();
  const device = receiver.subscribe('phone');
  const push = openPushService(KEY, { ...SETTINGS, pushServices: 'local' });
  expect(await push.deliver(device, REMINDER)).toEqual({
    outcome: 'failed',
    reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  await receiver.close();
  expect(await push.deliver(device, REMINDER)).toEqual({
    outcome: 'failed',
    reason: 'ECONNREFUSED',
  });
});

test('keys that are no keys of a browser are gone', async () => {
  const push = openPushService(KEY, { ...SETTINGS, pushServices: 'local' });
  const { endpoint, keys } = someReminders.subscription;
  const broken = { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } };
  expect(await push.deliver(broken, REMINDER)).toEqual({ outcome: 'gone' });
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.0.1',
  '0.0.0.0',
  '239.1.1.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
])('V13.2.4 %s is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(['8.8.8.8', '142.250.1.1', '17.57.1.1', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);
