import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { openAgency } from '#pwa/e2e/agency.ts';
import { atMost, type Figure, median } from './measure.ts';

const DEVICES = 100;
const CHANGES = 40;

/** Memory of the server with 100 devices that follow it, and how soon they hear of a change. */
export async function benchLive(): Promise<Figure[]> {
  const agency = await openAgency('sqlite');
  const streams: IncomingMessage[] = [];
  try {
    await change(agency, 0);
    const before = memoryOf(agency.pid());
    for (let device = 0; device < DEVICES; device += 1) {
      const cookie = await signIn(agency.origin, agency.admin);
      streams.push(await openStream(`${agency.origin}/api/live`, cookie));
    }
    const connected = memoryOf(agency.pid());
    const delays: number[] = [];
    for (let at = 1; at <= CHANGES; at += 1) {
      const heard = Promise.all(
        streams.map((stream) => new Promise((h) => stream.once('data', h))),
      );
      const startedAt = performance.now();
      await change(agency, at);
      await heard;
      delays.push(performance.now() - startedAt);
    }
    const after = memoryOf(agency.pid());
    return [
      { what: 'memory of the server, nobody connected', value: megabytes(before) },
      atMost(`the same, ${DEVICES} devices connected`, connected, 300, megabytes),
      atMost(`the same, after ${CHANGES} changes that all of them heard of`, after, 300, megabytes),
      atMost(
        'from the call to the last device that hears of it',
        median(delays),
        1_000,
        (ms) => `${ms.toFixed(0)} ms`,
      ),
    ];
  } finally {
    for (const stream of streams) stream.destroy();
    await agency.close();
  }
}

async function signIn(origin: string, body: object): Promise<string> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
  return cookies.join('; ');
}

function openStream(address: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = get(address, { headers: { Cookie: cookie }, agent: false }, (stream) => {
      if (stream.statusCode === 200) stream.once('data', () => resolve(stream));
      else reject(new Error(`The stream is refused: ${stream.statusCode}.`));
    });
    asked.on('error', reject);
  });
}

async function change({ api }: Awaited<ReturnType<typeof openAgency>>, at: number): Promise<void> {
  await api('POST', '/api/campaigns', {
    name: `Bench ${at}`,
    utmSource: 'bench',
    utmMedium: 'qr',
    utmCampaign: `bench-${at}`,
  });
}

/** Resident memory in MB. */
function memoryOf(pid: number): number {
  const [, kilobytes = 'NaN'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

function megabytes(value: number): string {
  return `${value.toFixed(0)} MB`;
}
