import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Figure, milliseconds, percentile, times } from '#pwa/bench/measure.ts';
import type { AttackName, AttackOutcome, Target } from '#server/test/attack.ts';
import type { Client } from '#server/test/client.ts';
import { fillDatabase } from '#server/test/samples.ts';
import { Line } from './line.ts';
import { CREDENTIALS, startAgency } from './start-agency.ts';

/** Calls of the quiet client: 50 a second. */
const CALLS = 600;
const PAUSE = 20;
/** In milliseconds, while passwords are tried. */
const SLOWEST = 100;
/** To a quiet server, while connections are held. */
const SLOWEST_RATIO = 2;
const HELD: readonly [AttackName, string][] = [
  ['half-open', 'one address tries to hold 4,300 half-open connections'],
  ['streams', 'one session asks for 3,900 streams of events'],
  ['slow', '300 callers do not read their 219 KB'],
];

/** How long a quiet client waits for the page and for a list while others attack. */
export async function benchAttack(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'attack-bench-'));
  const url = `file:${join(folder, 'office.db')}`;
  await fillDatabase(url, { applications: 500 });
  const { server, admin } = await startAgency(url, { RATE_LIMITS: 'on' });
  const target = { origin: server.origin, cookie: admin.cookie, username: CREDENTIALS.username };
  const during = async (attack: AttackName) => {
    const stop = await startAttack(attack, target);
    const slowest = await slowestCall(admin);
    return { slowest, outcome: await stop() };
  };
  try {
    await slowestCall(admin);
    const quiet = await slowestCall(admin);
    const { slowest, outcome } = await during('logins');
    const figures = [
      { what: 'p99 of a quiet client, nobody else there', value: milliseconds(quiet) },
      atMost(
        'p99 while 200 refused logins a second and twice as many others as can be hashed arrive',
        slowest,
        SLOWEST,
        milliseconds,
      ),
      {
        what: 'of these logins were not answered',
        value: `${outcome.answers.cut ?? 0} of ${Object.values(outcome.answers).reduce((sum, n) => sum + n, 0)}`,
      },
    ];
    for (const [attack, what] of HELD) {
      const before = await slowestCall(admin);
      const { slowest } = await during(attack);
      const ratio = atMost(`p99 while ${what}`, slowest / before, SLOWEST_RATIO, times);
      figures.push({ ...ratio, limit: `${milliseconds(slowest)} / ${milliseconds(before)}` });
    }
    return figures;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when the attack is at its full strength, with a function that ends it. */
async function startAttack(
  name: AttackName,
  target: Target,
): Promise<() => Promise<AttackOutcome>> {
  const attacker = fork('server/bench/attacker.ts', [name, JSON.stringify(target)], {
    execArgv: ['--import', 'tsx'],
  });
  await once(attacker, 'message');
  return async () => {
    attacker.send('stop');
    const [outcome] = await once(attacker, 'message');
    await once(attacker, 'exit');
    return outcome as AttackOutcome;
  };
}

/** The p99 of a client that asks for the page and a list in turn, in milliseconds. */
async function slowestCall({ origin, cookie }: Client): Promise<number> {
  const line = await Line.open(origin);
  const waits: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    const path = n % 2 === 0 ? '/' : '/api/applications?limit=1';
    const start = performance.now();
    const { status } = await line.send('GET', path, { headers: { Cookie: cookie } });
    waits.push(performance.now() - start);
    if (status !== 200) throw new Error(`${path} was answered ${status}.`);
    await pause(PAUSE);
  }
  line.close();
  return percentile(waits, 99);
}
