import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '#contract/auth.ts';
import { newId } from '#contract/ids.ts';
import { sync } from '#contract/sync.ts';
import { STATUSES } from '#contract/vocabulary.ts';
import { type Figure, median, milliseconds } from '#pwa/bench/measure.ts';
import { anInquiry } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { listenLive } from '#server/test/live.ts';
import { aPlayer, fillDatabase } from '#server/test/samples.ts';
import { Line, type Reply } from './line.ts';
import { type Measured, startMeasured } from './process.ts';

/** Each figure is the median of this many rounds, in which our server and the limit alternate. */
const ROUNDS = 5;
const ROWS = 1_000;
const CREDENTIALS = { username: 'marta', password: 'tunnel-vision-9' };

/** Compares the API with node:http and prepared statements on the same kind of file. */
export async function benchServer(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'server-bench-'));
  const [ourFile, rawFile] = [join(folder, 'ours.db'), join(folder, 'raw.db')];
  const counts = { applications: ROWS, campaigns: 1 };
  for (const file of [ourFile, rawFile]) await fillDatabase(`file:${file}`, counts);
  const ours = await startMeasured(['dist/server/main.js'], {
    PORT: '0',
    DATABASE_URL: `file:${ourFile}`,
    RATE_LIMITS: 'off',
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
  });
  const raw = await startMeasured(['--import', 'tsx', 'server/bench/raw-server.ts', rawFile]);
  try {
    const admin = new Client(ours.origin);
    await admin.call(login, { body: CREDENTIALS });
    return [
      ...(await compareReads(admin, raw)),
      ...(await compareWrites(admin, raw)),
      ...(await compareDrain(admin, raw)),
      ...(await measureStreams(admin, ours)),
      ...(await pullAtSize(folder)),
      { what: 'memory at its peak', value: megabytes(ours.memory().peak), goal: '300 MB (S6)' },
      {
        what: 'from its start to the first call',
        value: milliseconds(ours.startedIn),
        goal: '400 ms (S6)',
      },
    ];
  } finally {
    await Promise.all([ours.stop(), raw.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compareReads(admin: Client, raw: Measured): Promise<Figure[]> {
  const figures: Figure[] = [];
  const reads = [
    {
      what: 'GET 100 rows',
      path: '/api/applications?since=0&limit=100',
      limit: 100,
      goal: '4 × (S1)',
    },
    { what: 'GET 1,000 rows', path: '/api/applications', limit: ROWS, goal: '20 × (S1)' },
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

async function compareWrites(admin: Client, raw: Measured): Promise<Figure[]> {
  const inquiry = { name: 'Ana Ruiz', email: 'ana@example.org', message: anInquiry.message };
  const pairs = [
    {
      what: 'PATCH of a status',
      goal: '0.45 × (S2)',
      mine: (line: Line, n: number) => {
        const { method, path, body, key } = aCall(n);
        return line.send(method, path, { headers: { ...keyed(key), Cookie: admin.cookie }, body });
      },
      least: (line: Line, n: number) => line.send('POST', '/change', { body: aChange(n) }),
    },
    {
      what: 'POST of an inquiry',
      goal: '1.0 × (S3)',
      mine: (line: Line) =>
        line.send('POST', '/api/contact', { headers: keyed(newId()), body: anInquiry }),
      least: (line: Line) => line.send('POST', '/inquire', { body: inquiry }),
    },
    {
      what: 'POST of a visit',
      goal: '1.0 × (S3)',
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

/** Sends 1,000 changes in batches of 250, like a phone. */
async function compareDrain(admin: Client, raw: Measured): Promise<Figure[]> {
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
  return [ratio('drain of 1,000 changes', ours, limit, '0.5 × (S4)')];
}

/** Memory at the begin and at the end, with 100 listening devices while changes are made. */
async function measureStreams(admin: Client, ours: Measured): Promise<Figure[]> {
  const listeners = await Promise.all(
    Array.from({ length: 100 }, () => listenLive(admin.origin, admin.cookie)),
  );
  const delays: number[] = [];
  const memory: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const { method, path, body, key } = aCall(n);
    const answer = await admin.send(method, path, { body, key });
    const { version } = (await answer.json()) as { version: number };
    const committed = performance.now();
    await Promise.all(listeners.map(({ until }) => until((event) => event.revision >= version)));
    delays.push(performance.now() - committed);
    memory.push(ours.memory().now);
  }
  for (const listener of listeners) listener.close();
  const early = median(memory.slice(20, 61));
  const late = median(memory.slice(-41));
  return [
    {
      what: 'a commit reaches the last of 100 devices',
      value: milliseconds(median(delays)),
      goal: '1 s',
    },
    {
      what: 'memory, 100 devices, after 200 changes',
      value: megabytes(late),
      limit: megabytes(early),
      goal: 'flat',
    },
  ];
}

/** How long other calls wait while a phone pulls 100,000 rows. */
async function pullAtSize(folder: string): Promise<Figure[]> {
  const file = join(folder, 'large.db');
  await fillDatabase(`file:${file}`, { applications: 100_000 });
  const server = await startMeasured(['dist/server/main.js'], {
    PORT: '0',
    DATABASE_URL: `file:${file}`,
    RATE_LIMITS: 'off',
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
  });
  try {
    const admin = new Client(server.origin);
    await admin.call(login, { body: CREDENTIALS });
    let pulling = true;
    let longest = 0;
    const others = (async () => {
      while (pulling) {
        const start = performance.now();
        await (await fetch(`${server.origin}/api/health`)).arrayBuffer();
        longest = Math.max(longest, performance.now() - start);
      }
    })();
    await server.longestDelay();
    const start = performance.now();
    for (let before: number | null = 2_147_483_647; before !== null; ) {
      const path = `/api/applications?since=0&limit=500&before=${before}`;
      const page = (await (await admin.send('GET', path)).json()) as { next: number | null };
      before = page.next;
    }
    const whole = performance.now() - start;
    pulling = false;
    await others;
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
        goal: '300 MB (S6)',
      },
    ];
  } finally {
    await server.stop();
  }
}

/** The median of each run over all rounds; in a round the runs follow one another. */
async function inTurns<const F extends (() => Promise<number>)[]>(
  ...runs: F
): Promise<{ [K in keyof F]: number }> {
  const found: number[][] = runs.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, run] of runs.entries()) found[n]?.push(await run());
  }
  return found.map(median) as { [K in keyof F]: number };
}

/** Answered calls per second of `atOnce` callers, each on a keep-alive connection. */
async function perSecond(
  origin: string,
  count: number,
  atOnce: number,
  make: (line: Line, n: number) => Promise<Reply>,
): Promise<number> {
  const lines = await Promise.all(Array.from({ length: atOnce }, () => Line.open(origin)));
  let next = 0;
  const start = performance.now();
  const callers = lines.map(async (line) => {
    while (next < count) {
      next += 1;
      const { status, text } = await make(line, next);
      if (status >= 400) throw new Error(`${status} ${text()}`);
    }
  });
  await Promise.all(callers);
  const seconds = (performance.now() - start) / 1_000;
  for (const line of lines) line.close();
  return count / seconds;
}

function aChange(n: number) {
  changes += 1;
  const status = STATUSES[changes % STATUSES.length] ?? 'pending';
  return { key: newId(), id: aPlayer(n % ROWS).id, status, notes: `Called him again, ${changes}.` };
}
let changes = 0;

function aCall(n: number) {
  const { key, id, status, notes } = aChange(n);
  const path = `/api/applications/${id}/status`;
  return { key, method: 'PATCH' as const, path, body: { status, notes }, lane: id, after: null };
}

function ratio(what: string, ours: number, limit: number, goal: string): Figure {
  return {
    what: `${what}, a second`,
    value: `${Math.round(ours)} (${(ours / limit).toFixed(2)} ×)`,
    more: true,
    limit: `${Math.round(limit)}`,
    goal,
  };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}
