import type { Figure } from '#pwa/bench/measure.ts';
import type { Client } from '#server/test/client.ts';
import { ROWS } from './changes.ts';
import { inTurns, perSecond, ratio } from './compare.ts';
import type { Measured } from './measured.ts';

/** Lists: plain, compressed, and with the ETag of the last answer. */
export async function compareReads(admin: Client, raw: Measured): Promise<Figure[]> {
  const figures: Figure[] = [];
  const reads = [
    {
      what: 'GET 100 rows',
      path: '/api/applications?since=0&limit=100',
      limit: 100,
      goal: '4 ×',
    },
    { what: 'GET 1,000 rows', path: '/api/applications', limit: ROWS, goal: '20 ×' },
  ];
  for (const { what, path, limit, goal } of reads) {
    const plain = { Cookie: admin.cookie };
    const known = { ...plain, 'If-None-Match': await tagOf(admin, path) };
    const asBrowsers = { ...plain, 'Accept-Encoding': 'gzip, deflate, br' };
    const ask = (headers: Record<string, string>) => () =>
      perSecond(admin.origin, 400, 8, (line) => line.send('GET', path, { headers }));
    const [mine, compressed, again, least] = await inTurns(
      ask(plain),
      ask(asBrowsers),
      ask(known),
      () => perSecond(raw.origin, 100, 8, (line) => line.send('GET', `/list/${limit}`)),
    );
    figures.push(
      ratio(what, mine, least, goal),
      ratio(`${what}, compressed`, compressed, least, goal),
      ratio(`${what}, known`, again, least, goal),
    );
  }
  return figures;
}

async function tagOf(admin: Client, path: string): Promise<string> {
  const answer = await admin.send('GET', path);
  await answer.arrayBuffer();
  return answer.headers.get('ETag') ?? '';
}
