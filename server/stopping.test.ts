import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { onSqliteFirst } from '#server/test/database.ts';
import { originOf, SETTINGS, startProgram } from '#server/test/program.ts';

/** Callers at once, each on a connection that it keeps, as a proxy does. */
const CALLERS = 8;
const STOPS = 2;

onSqliteFirst('a server that is told to stop', ({ url }) => {
  test(`resets nobody in ${STOPS} stops under load, and says first that it is not ready`, async () => {
    const environment = {
      ...SETTINGS,
      DATABASE_URL: await url(),
      ADMIN_PASSWORD: 'corner-flag-17',
    };
    for (let stop = 0; stop < STOPS; stop += 1) {
      const program = startProgram(environment);
      const origin = originOf(await program.until(/The site is at/));
      const answers: number[][] = Array.from({ length: CALLERS }, () => []);
      const callers = answers.map((statuses) => callUntilClosed(origin, statuses));
      await expect
        .poll(() => answers.every(({ length }) => length > 0), { timeout: 20_000 })
        .toBe(true);

      program.child.kill('SIGTERM');
      expect(await Promise.all(callers)).toEqual(answers.map(() => null));
      for (const statuses of answers) {
        expect(new Set(statuses)).toEqual(new Set([200, 503]));
        // Not ready from the signal on, and answering all the same.
        expect(statuses.slice(statuses.indexOf(503))).not.toContain(200);
      }
      expect(await program.ended).toBe(0);
    }
  });
});

/**
 * Calls again and again on one connection, on a new one when the server closes it, until nobody listens.
 *
 * @param statuses gets those of the answers to /api/ready
 * @returns what cut a call that was sent; null for nothing
 */
async function callUntilClosed(origin: string, statuses: number[]): Promise<string | null> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  for (;;) {
    const answer = await call(origin, agent);
    if (typeof answer === 'number') statuses.push(answer);
    else if (answer.code === 'ECONNREFUSED') return null;
    else return answer.code ?? answer.message;
  }
}

async function call(origin: string, agent: Agent): Promise<number | NodeJS.ErrnoException> {
  const asked = request(`${origin}/api/ready`, { agent }).end();
  try {
    const [response]: IncomingMessage[] = await once(asked, 'response');
    response?.resume();
    if (response) await once(response, 'end');
    return response?.statusCode ?? 0;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
