import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '#pwa/e2e/fixtures.ts';
import type { Engine } from '#server/test/programs.ts';
import { Device } from './device.ts';
import type { Launch } from './web-driver.ts';

export { expect };

/** A journey in an engine other than Chromium: a phone, the built app, the real server, the tunnel. */
export const test = base.extend<{ phone: Device } & Omit<Launch, 'profile'>, { engine: Engine }>({
  engine: ['webkit', { option: true, scope: 'worker' }],
  dark: [false, { option: true }],
  room: [undefined, { option: true }],

  phone: async ({ engine, dark, room, agency, tunnel }, use, info) => {
    tunnel.reset();
    const profile = await mkdtemp(join(tmpdir(), `${engine}-`));
    const phone = await Device.start(engine, agency.origin, { profile, dark, room });
    await use(phone);
    const hasFailed = info.status !== info.expectedStatus;
    const words = hasFailed ? await phone.words().catch(String) : '';
    await phone.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    // Printed beside the failure.
    if (hasFailed) throw new Error(`On the screen then:\n${words}`);
  },
});
