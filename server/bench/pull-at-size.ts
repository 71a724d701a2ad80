import { join } from 'node:path';
import { type Figure, milliseconds } from '#pwa/bench/measure.ts';
import type { Client } from '#server/test/client.ts';
import { fillDatabase } from '#server/test/samples.ts';
import { megabytes } from './compare.ts';
import { startAgency } from './start-agency.ts';

/** How long other calls wait while a phone pulls 100,000 rows. */
export async function pullAtSize(folder: string): Promise<Figure[]> {
  const file = join(folder, 'large.db');
  await fillDatabase(`file:${file}`, { applications: 100_000 });
  const { server, admin } = await startAgency(`file:${file}`);
  try {
    await server.longestDelay();
    const { whole, longest } = await pullBesideOthers(admin);
    const rows = `100,000 rows in pages (${(whole / 1_000).toFixed(1)} s)`;
    return [
      { what: `${rows}: longest wait of others`, value: milliseconds(longest), goal: '100 ms' },
      {
        what: `${rows}: the event loop stood still`,
        value: milliseconds(await server.longestDelay()),
        goal: '100 ms',
      },
      {
        what: `${rows}: memory at its peak`,
        value: megabytes(server.memory().peak),
        goal: '300 MB',
      },
    ];
  } finally {
    await server.stop();
  }
}

/**
 * Pulls all pages while another caller asks without a pause.
 *
 * @returns in milliseconds, the time of the pull and the longest wait of the other caller
 */
async function pullBesideOthers(admin: Client): Promise<{ whole: number; longest: number }> {
  let pulling = true;
  let longest = 0;
  const others = (async () => {
    while (pulling) {
      const start = performance.now();
      await (await fetch(`${admin.origin}/api/health`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - start);
    }
  })();
  const start = performance.now();
  for (let before: number | null = 2_147_483_647; before !== null; ) {
    const path = `/api/applications?since=0&limit=500&before=${before}`;
    const page = (await (await admin.send('GET', path)).json()) as { next: number | null };
    before = page.next;
  }
  const whole = performance.now() - start;
  pulling = false;
  await others;
  return { whole, longest };
}
