import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { health, ready } from '#contract/health.ts';
import { Client } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { originOf, SETTINGS, startProgram } from '#server/test/program.ts';

/** Callers at once, each on a connection that it keeps, as a proxy does. */
const CALLERS = 8;
const STOPS = 3;

onBothDatabases('a server that is told to stop', ({ url }) => {
  test(`resets nobody in ${STOPS} stops under load, and says first that it is not ready`, async () => {
    const environment = {
      ...SETTINGS,
      DATABASE_URL: await url(),
      ADMIN_PASSWORD: 'corner-flag-17',
    };
    for (let stop = 0; stop < STOPS; stop += 1) {
      const program = startProgram(environment);
      const origin = originOf(await program.until(/The site is at/));
      const callers = Array.from({ length: CALLERS }, () => callUntilClosed(origin));
      await pause(150);

      program.child.kill('SIGTERM');
      const visitor = new Client(origin);
      await expect.poll(async () => (await visitor.call(ready)).status).toBe(503);
      expect((await visitor.call(health)).status).toBe(200);

      for (const { answered, cut } of await Promise.all(callers)) {
        expect(cut).toBeNull();
        expect(answered).toBeGreaterThan(0);
      }
      expect(await program.ended).toBe(0);
    }
  }, 60_000);
});

/**
 * Calls again and again on one connection, on a new one when the server closes it, until nobody listens.
 *
 * @returns how many calls were answered, and what cut one that was sent; null for nothing
 */
async function callUntilClosed(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  for (let answered = 0; ; answered += 1) {
    const error = await call(origin, agent);
    if (error?.code === 'ECONNREFUSED') return { answered, cut: null };
    if (error) return { answered, cut: error.code ?? error.message };
  }
}

async function call(origin: string, agent: Agent): Promise<NodeJS.ErrnoException | null> {
  const asked = request(`${origin}/api/ready`, { agent }).end();
  try {
    const [response] = await once(asked, 'response');
    response.resume();
    await once(response, 'end');
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
