import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '#contract/fields/ids.ts';
import { findPostgres, startThrowawayPostgres } from '#prisma/throwaway-postgres.ts';
import type { Provider } from '#prisma/url.ts';
import { atMost, type Figure, milliseconds } from '#pwa/bench/measure.ts';
import type { Client } from '#server/test/client.ts';
import { megabytes } from './compare.ts';
import { addressOf, fillAtScale, idOfApplication, type Size } from './fill-at-scale.ts';
import type { Measured } from './measured.ts';
import { startAgency } from './start-agency.ts';

const WHOLE: Size = {
  applications: 100_000,
  visits: 1_000_000,
  entries: 10,
  campaigns: 50,
  keys: 100_000,
  contacts: 10_000,
};
/** In milliseconds: how long the event loop may stand still. */
const STILL = 50;
/** In bytes. */
const MEMORY = 400 * 1_048_576;

/**
 * What calls and the daily job cost with 100,000 applications, a million visits and a million history
 * entries.
 *
 * @param part of this size, up to 1
 */
export async function benchScale(provider: Provider, part: number): Promise<Figure[]> {
  const size = {
    ...WHOLE,
    applications: WHOLE.applications * part,
    visits: WHOLE.visits * part,
    keys: WHOLE.keys * part,
    contacts: WHOLE.contacts * part,
  };
  const { url, remove } = provider === 'sqlite' ? sqliteFile() : throwawayPostgres();
  try {
    return await measureAt(url, size);
  } finally {
    remove();
  }
}

function sqliteFile() {
  const folder = mkdtempSync(join(tmpdir(), 'scale-bench-'));
  return {
    url: `file:${join(folder, 'large.db')}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function throwawayPostgres() {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('There is no PostgreSQL here.');
  const { url, stop } = startThrowawayPostgres(bin);
  return { url, remove: stop };
}

async function measureAt(url: string, size: Size): Promise<Figure[]> {
  const start = performance.now();
  await fillAtScale(url, size);
  const filled = performance.now();
  process.stdout.write(`Filled in ${((filled - start) / 1_000).toFixed(0)} s\n`);
  const { server, admin } = await startAgency(url);
  try {
    const figures: Figure[] = [];
    for (const [what, work] of worksOn(server, admin, size)) {
      figures.push(...(await measure(server, what, work)));
    }
    figures.push(atMost('memory at its peak', server.memory().peak, MEMORY, megabytes));
    const seconds = ((performance.now() - filled) / 1_000).toFixed(0);
    process.stdout.write(`Measured in ${seconds} s\n`);
    return figures;
  } finally {
    await server.stop();
  }
}

/** What is measured, in this order. The daily job runs at the start. */
function worksOn(
  server: Measured,
  admin: Client,
  { applications }: Size,
): [string, () => Promise<unknown>][] {
  const get = (path: string) => async () => {
    const answer = await admin.send('GET', path);
    const bytes = await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`);
    return bytes;
  };
  const post = (path: string, body: object) => async () => {
    const answer = await admin.send('POST', path, { body, key: newId() });
    if (answer.status !== 200) throw new Error(`${path} was answered ${await answer.text()}`);
  };
  const id = idOfApplication(applications / 2);
  return [
    ['daily job', () => server.said(/"msg":"housekeeping"/)],
    ['list of campaigns', get('/api/campaigns')],
    [
      'pull with nothing new',
      async () => get(`/api/applications?since=${await revision(admin)}`)(),
    ],
    ['first page of a pull', get('/api/applications?since=0&limit=500')],
    ['pull of everything in pages', () => pullAll(admin)],
    ['one application', get(`/api/applications/${id}`)],
    ['all applications, without pages', get('/api/applications')],
    ['export of a person', post('/api/people/export', { email: addressOf(7) })],
    ['erasing a person', post('/api/people/erase', { email: addressOf(7), how: 'delete' })],
  ];
}

/** The time of a work, and how long the event loop stood still meanwhile. */
async function measure(
  server: Measured,
  what: string,
  work: () => Promise<unknown>,
): Promise<Figure[]> {
  await server.longestDelay();
  const start = performance.now();
  await work();
  const whole = performance.now() - start;
  const stood = await server.longestDelay();
  return [
    { what, value: milliseconds(whole) },
    atMost(`${what}: the event loop stood still`, stood, STILL, milliseconds),
  ];
}

async function revision(admin: Client): Promise<number> {
  const answer = await admin.send('GET', '/api/applications?since=0&limit=1');
  return ((await answer.json()) as { revision: number }).revision;
}

async function pullAll(admin: Client): Promise<void> {
  for (let before: number | null = 2_147_483_647; before !== null; ) {
    const path = `/api/applications?since=0&limit=500&before=${before}`;
    const page = (await (await admin.send('GET', path)).json()) as { next: number | null };
    before = page.next;
  }
}
