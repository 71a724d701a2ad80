import { expect, onTestFinished, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { ATTACKS, type AttackName } from './test/attack.ts';
import { Client } from './test/client.ts';
import { onBothDatabases } from './test/database.ts';
import { originOf, SETTINGS, startProgram } from './test/program.ts';
import { fillDatabase } from './test/samples.ts';

const OWNER = { username: 'marta', password: 'corner-flag-17' };
/** In milliseconds. */
const SLOWEST_READER = 20_000;

/** A server with limits, and the owner's phone on it. */
async function startOffice(url: string) {
  await fillDatabase(url, { applications: 500 });
  const program = startProgram({
    ...SETTINGS,
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'error',
    DATABASE_URL: url,
    ADMIN_USERNAME: OWNER.username,
    ADMIN_PASSWORD: OWNER.password,
  });
  const origin = originOf(await program.until(/The site is at/));
  const owner = new Client(origin);
  const signIn = async () => (await owner.call(login, { body: OWNER })).status;
  expect(await signIn()).toBe(200);
  const attack = async (name: AttackName) => {
    const started = ATTACKS[name]({ origin, cookie: owner.cookie, username: OWNER.username });
    onTestFinished(async () => void (await started.stop()));
    await started.atFullStrength;
    return started;
  };
  return {
    signIn,
    attack,
    /** The statuses of so many calls, one after the other. */
    async call(times: number): Promise<number[]> {
      const statuses: number[] = [];
      for (let n = 0; n < times; n += 1) {
        const answer = await owner.send('GET', '/api/applications?limit=1');
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
      return statuses;
    },
    /** Connections that the server has open, this one included. */
    async connections(): Promise<number> {
      const text = await (await fetch(`${origin}/metrics`)).text();
      return Number(/nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)/.exec(text)?.[1]);
    },
  };
}

function answered(times: number): number[] {
  return Array<number>(times).fill(200);
}

onBothDatabases('a quiet client', ({ url }) => {
  test('is answered, and signs in, while 200 refused logins a second and more others than can be hashed arrive', async () => {
    const office = await startOffice(await url());
    const attack = await office.attack('logins');
    expect(await office.call(200)).toEqual(answered(200));
    expect(await office.signIn()).toBe(200);

    const { answers, withoutRetryAfter } = await attack.stop();
    expect(Object.keys(answers).sort()).toEqual(['401', '429', '503']);
    expect(withoutRetryAfter).toBe(0);
  });

  test('is answered while one address holds 1,000 half-open connections and tries to hold 4,300', async () => {
    const office = await startOffice(await url());
    const attack = await office.attack('half-open');
    expect(await office.call(100)).toEqual(answered(100));
    attack.pause();
    await expect.poll(() => attack.outcome.open, { timeout: 10_000 }).toBeLessThanOrEqual(1_000);
    expect(attack.outcome.closed).toBeGreaterThan(3_000);
  });

  test('is answered while one session asks for 3,900 streams of events and has six', async () => {
    const office = await startOffice(await url());
    const attack = await office.attack('streams');
    expect(await office.call(100)).toEqual(answered(100));
    attack.pause();
    await expect.poll(() => attack.outcome.open, { timeout: 10_000 }).toBe(6);
    expect(attack.outcome.closed).toBeGreaterThan(3_800);
  });

  test('is answered while 300 callers do not read their answers, each of which is closed within 20 s', async () => {
    const office = await startOffice(await url());
    const attack = await office.attack('slow');
    expect(await office.call(100)).toEqual(answered(100));
    expect(await office.connections()).toBeGreaterThan(300);
    await expect
      .poll(() => office.connections(), { timeout: SLOWEST_READER, interval: 500 })
      .toBeLessThan(20);
    await attack.stop();
  });
});
