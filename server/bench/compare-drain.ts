import { sync } from '#contract/sync.ts';
import type { Figure } from '#pwa/bench/measure.ts';
import type { Client } from '#server/test/client.ts';
import { aCall, aChange } from './changes.ts';
import { inTurns, ratio } from './compare.ts';
import { Line } from './line.ts';
import type { Measured } from './measured.ts';

/** Sends 1,000 changes in batches of 250, like a phone. */
export async function compareDrain(admin: Client, raw: Measured): Promise<Figure[]> {
  const size = 250;
  const headers = { Cookie: admin.cookie };
  const parts = <R>(make: (n: number) => R) =>
    Array.from({ length: 1_000 / size }, (_, part) =>
      Array.from({ length: size }, (_, n) => make(part * size + n)),
    );
  const drain = async (origin: string, path: string, bodies: unknown[]) => {
    const line = await Line.open(origin);
    const start = performance.now();
    for (const body of bodies) {
      const { status, text } = await line.send('POST', path, { headers, body });
      const refused = /"status":[45]\d\d/.exec(text())?.[0];
      if (status !== 200 || refused) throw new Error(`${path}: ${status} ${refused}`);
    }
    const seconds = (performance.now() - start) / 1_000;
    line.close();
    return 1_000 / seconds;
  };
  const [ours, limit] = await inTurns(
    () =>
      drain(
        admin.origin,
        sync.path,
        parts(aCall).map((calls) => ({ calls })),
      ),
    () => drain(raw.origin, '/drain', parts(aChange)),
  );
  return [ratio('drain of 1,000 changes', ours, limit, '0.5 ×')];
}
