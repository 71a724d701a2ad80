import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, milliseconds } from '#pwa/bench/measure.ts';
import { fillDatabase } from '#server/test/samples.ts';
import { ROWS } from './changes.ts';
import { megabytes } from './compare.ts';
import { compareDrain } from './compare-drain.ts';
import { compareReads } from './compare-reads.ts';
import { compareWrites } from './compare-writes.ts';
import { measureStreams } from './measure-streams.ts';
import { startMeasured } from './measured.ts';
import { pullAtSize } from './pull-at-size.ts';
import { startAgency } from './start-agency.ts';

/** Compares the API with node:http and prepared statements on the same kind of file. */
export async function benchServer(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'server-bench-'));
  const [ourFile, rawFile] = [join(folder, 'ours.db'), join(folder, 'raw.db')];
  const counts = { applications: ROWS, campaigns: 1 };
  for (const file of [ourFile, rawFile]) await fillDatabase(`file:${file}`, counts);
  const agency = await startAgency(`file:${ourFile}`);
  const { server: ours, admin } = agency;
  const raw = await startMeasured(['--import', 'tsx', 'server/bench/raw-server.ts', rawFile]);
  try {
    return [
      ...(await compareReads(admin, raw)),
      ...(await compareWrites(admin, raw)),
      ...(await compareDrain(admin, raw)),
      ...(await measureStreams(agency)),
      ...(await pullAtSize(folder)),
      { what: 'memory at its peak', value: megabytes(ours.memory().peak), goal: '300 MB' },
      {
        what: 'from its start to the first call',
        value: milliseconds(ours.startedIn),
        goal: '400 ms',
      },
    ];
  } finally {
    await Promise.all([ours.stop(), raw.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
