import { newId } from '#contract/fields/ids.ts';
import type { Figure } from '#pwa/bench/measure.ts';
import { anInquiry } from '#server/test/bodies.ts';
import type { Client } from '#server/test/client.ts';
import { aCall, aChange } from './changes.ts';
import { inTurns, perSecond, ratio } from './compare.ts';
import type { Line } from './line.ts';
import type { Measured } from './measured.ts';

/** 20 callers at once, each with one write after the other. */
export async function compareWrites(admin: Client, raw: Measured): Promise<Figure[]> {
  const inquiry = { name: 'Ana Ruiz', email: 'ana@example.org', message: anInquiry.message };
  const pairs = [
    {
      what: 'PATCH of a status',
      goal: '0.45 ×',
      mine: (line: Line, n: number) => {
        const { method, path, body, key } = aCall(n);
        return line.send(method, path, { headers: { ...keyed(key), Cookie: admin.cookie }, body });
      },
      least: (line: Line, n: number) => line.send('POST', '/change', { body: aChange(n) }),
    },
    {
      what: 'POST of an inquiry',
      goal: '1.0 ×',
      mine: (line: Line) =>
        line.send('POST', '/api/contact', { headers: keyed(newId()), body: anInquiry }),
      least: (line: Line) => line.send('POST', '/inquire', { body: inquiry }),
    },
    {
      what: 'POST of a visit',
      goal: '1.0 ×',
      mine: (line: Line) =>
        line.send('POST', '/api/campaigns/1/track', { headers: keyed(newId()) }),
      least: (line: Line) => line.send('POST', '/track', { body: { id: 1 } }),
    },
  ];
  const figures: Figure[] = [];
  for (const { what, goal, mine, least } of pairs) {
    const [ours, limit] = await inTurns(
      () => perSecond(admin.origin, 400, 20, mine),
      () => perSecond(raw.origin, 400, 20, least),
    );
    figures.push(ratio(what, ours, limit, goal));
  }
  return figures;
}

function keyed(key: string): Record<string, string> {
  return { 'Idempotency-Key': key };
}
