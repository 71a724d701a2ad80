import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { newId } from '#contract/fields/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { findPostgres, startThrowawayPostgres } from '#prisma/throwaway-postgres.ts';
import { atMost, type Figure, median } from '#pwa/bench/measure.ts';
import { anInquiry } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { createDatabase, dropDatabase, urlOfDatabase } from '#server/test/databases.ts';
import { freePort } from '#server/test/free-port.ts';
import { takeAll } from '#server/test/restored.ts';
import { DrilledPhone } from './drilled-phone.ts';
import { Ledger, uniqueAddress } from './ledger.ts';
import { startAgency } from './start-agency.ts';

const PHONES = 4;
const VISITORS = 2;
/** In milliseconds: between two backups, and from the first backup until the disk is lost. */
const BACKUP_EVERY = [2_000, 10_000] as const;
const LIFE = [3_000, 25_000] as const;
/** Until a change must be acknowledged again, in milliseconds. */
const GOAL = 120_000;

/** A database on a disk that can be lost, with backups on another one. */
interface Disk {
  url: string;
  backups: string;
  /** Deletes the database; of PostgreSQL it leaves an empty one, as the operator creates it. */
  lose(): Promise<void>;
  remove(): Promise<void>;
}

/** What one lost disk has cost. */
interface Drill {
  /** Until a change was acknowledged again, and how old the backup was, in milliseconds. */
  down: number;
  age: number;
  acknowledged: number;
  /** Of these: not in the backup. */
  gone: number;
  /** What a phone had seen and is lost, each told in words. */
  lostSeen: string[];
  /** Of what was acknowledged and no phone had seen: how many are lost, and how long before the disk, in milliseconds. */
  lostUnseen: { thing: string; before: number }[];
  erasures: number;
  /** Erased people who are there again although a phone had seen the erasure, and those of whom none had. */
  backSeen: string[];
  backUnseen: number;
}

/**
 * Loses the disk of a server under load, brings the newest backup back by the operator's command, lets the phones come
 * back, and counts what is lost.
 *
 * @param count how often, on each database
 */
export async function benchLostDisks(count: number): Promise<Figure[]> {
  const figures = await drillOn('SQLite', count, sqliteDisk);
  const bin = findPostgres();
  if (bin === undefined) throw new Error('There is no PostgreSQL here.');
  const postgres = startThrowawayPostgres(bin);
  try {
    return [...figures, ...(await drillOn('PostgreSQL', count, () => postgresDisk(postgres.url)))];
  } finally {
    postgres.stop();
  }
}

async function drillOn(
  database: string,
  count: number,
  newDisk: () => Promise<Disk>,
): Promise<Figure[]> {
  const drills: Drill[] = [];
  while (drills.length < count) {
    const disk = await newDisk();
    try {
      const drill = await loseDisk(disk);
      drills.push(drill);
      process.stdout.write(`${database} ${drills.length}: ${JSON.stringify(drill)}\n`);
    } finally {
      await disk.remove();
    }
  }
  return figuresOf(database, drills);
}

function figuresOf(database: string, drills: readonly Drill[]): Figure[] {
  const sum = (of: (drill: Drill) => number) => drills.reduce((all, each) => all + of(each), 0);
  const longest = (of: (drill: Drill) => number) => Math.max(...drills.map(of));
  const acknowledged = sum((drill) => drill.acknowledged);
  const oldest = longest(({ lostUnseen }) =>
    Math.max(0, ...lostUnseen.map(({ before }) => before)),
  );
  const lostSeen = sum((drill) => drill.lostSeen.length);
  const back = sum((drill) => drill.backSeen.length);
  const figures: Figure[] = [
    { what: 'lost disks', value: String(drills.length), more: true },
    { what: 'age of the backup, median', value: seconds(median(drills.map(({ age }) => age))) },
    { what: 'age of the backup, oldest', value: seconds(longest(({ age }) => age)) },
    {
      what: 'a change is acknowledged again after, median',
      value: seconds(median(drills.map(({ down }) => down))),
    },
    atMost(
      'a change is acknowledged again after, longest',
      longest(({ down }) => down),
      GOAL,
      seconds,
    ),
    {
      what: 'records and entries of the history, acknowledged',
      value: `${acknowledged}`,
      more: true,
    },
    { what: 'of these not in the backup', value: String(sum(({ gone }) => gone)) },
    atMost('of these seen by a phone, and lost when all phones were back', lostSeen, 0, String),
    {
      what: 'of these seen by no phone, and lost',
      value: String(sum(({ lostUnseen }) => lostUnseen.length)),
    },
    { what: 'the oldest of these, before the loss of the disk', value: seconds(oldest) },
    { what: 'people erased', value: String(sum(({ erasures }) => erasures)), more: true },
    atMost('of these there again, though a phone had seen the erasure', back, 0, String),
    {
      what: 'of these there again, and no phone had seen the erasure',
      value: String(sum(({ backUnseen }) => backUnseen)),
    },
  ];
  return figures.map((figure) => ({ ...figure, what: `${database}: ${figure.what}` }));
}

async function loseDisk(disk: Disk): Promise<Drill> {
  const settings = { PORT: String(await freePort()), VAPID_PRIVATE_KEY: `${'a'.repeat(42)}A` };
  const first = await startAgency(disk.url, settings);
  const ledger = new Ledger();
  const phones: DrilledPhone[] = [];
  for (let n = 0; n < PHONES; n += 1) {
    const device = `Mozilla/5.0 (Linux; Android 14) ${['Chrome', 'Firefox', 'Edg', 'OPR'][n]}/130`;
    phones.push(new DrilledPhone(await first.signIn(), device, ledger));
  }
  const [cutOff, ...others] = phones;
  if (!cutOff) throw new Error('There is no phone.');

  let isAlive = true;
  let isConnected = true;
  const running = [
    ...others.map((phone) => phone.work(() => isAlive, upTo)),
    cutOff.work(() => isAlive && isConnected, upTo),
    ...Array.from({ length: VISITORS }, () => visit(first.server.origin, ledger, () => isAlive)),
  ].map((work) =>
    work.catch((error: unknown) => {
      if (isAlive) throw error;
    }),
  );
  const backups = await startBackups(disk);
  const life = between(LIFE);
  const cut = wait(life * Math.random()).then(() => {
    isConnected = false;
  });
  await Promise.race([wait(life), Promise.all(running)]);
  await cut;

  isAlive = false;
  ledger.close();
  const lostAt = performance.now();
  await first.server.stop();
  const backedUpAt = backups.stop();
  await disk.lose();
  await Promise.all(running);
  const seen = seenBy(phones, ledger);
  const again = untilAcknowledged(first.server.origin);
  await run(disk, 'restore', '--newest').ended;
  const { server, admin } = await startAgency(disk.url, settings);
  try {
    const down = (await again) - lostAt;
    const restored = await everythingOf(admin);
    for (const phone of others) await phone.comeBack();
    await takeEverything(admin);
    await cutOff.comeBack();
    await takeEverything(admin);
    const now = await everythingOf(admin);

    const alive = ledger.acknowledged.filter(({ email }) => !ledger.isErasing(email));
    const isBack = ({ email }: { email: string }) => now.addresses.has(email);
    const back = ledger.erasures.filter(isBack);
    return {
      down,
      age: lostAt - backedUpAt,
      acknowledged: alive.length,
      gone: alive.filter(({ thing }) => !restored.things.has(thing)).length,
      lostSeen: [...lostThings(seen, now), ...lostValues(seen, now)],
      lostUnseen: alive
        .filter(({ thing }) => !seen.things.has(thing) && !now.things.has(thing))
        .map(({ thing, at }) => ({ thing, before: Math.round(lostAt - at) })),
      erasures: ledger.erasures.length,
      backSeen: back.filter(({ isSeen }) => isSeen).map(({ email }) => email),
      backUnseen: back.filter(({ isSeen }) => !isSeen).length,
    };
  } finally {
    await server.stop();
  }
}

/** One call may leave a part of many copies for the next. */
async function takeEverything(admin: Client): Promise<void> {
  while ((await takeAll(admin)) > 0);
}

/** A visitor who writes again and again. */
async function visit(origin: string, ledger: Ledger, goesOn: () => boolean): Promise<void> {
  const visitor = new Client(origin);
  while (goesOn()) {
    const email = uniqueAddress('visitor');
    const body = { ...anInquiry, name: email, email };
    const { status } = await visitor.call(sendInquiry, { body, key: newId() });
    if (status === 201) ledger.acknowledge(`inquiry ${email}`, email);
    await upTo(600);
  }
}

/** When an inquiry is acknowledged that a visitor's device sends again and again. */
async function untilAcknowledged(origin: string): Promise<number> {
  const visitor = new Client(origin);
  const key = newId();
  const email = uniqueAddress('visitor');
  const send = () => visitor.call(sendInquiry, { body: { ...anInquiry, email }, key });
  const isAcknowledged = () =>
    send().then(
      ({ status }) => status === 201,
      () => false,
    );
  while (!(await isAcknowledged())) await wait(50);
  return performance.now();
}

/** Makes backups at random moments; resolves after the first one. */
async function startBackups(disk: Disk) {
  let isStopped = false;
  let current: ChildProcess | undefined;
  let madeAt = 0;
  const make = async () => {
    const at = performance.now();
    const { child, ended } = run(disk, 'backup');
    current = child;
    await ended.then(
      () => {
        madeAt = at;
      },
      // The next one is made instead, as by a timer.
      (error: Error) => isStopped || process.stderr.write(`${error.message}\n`),
    );
  };
  const repeat = async () => {
    while (!isStopped) {
      await make();
      await wait(between(BACKUP_EVERY), null, { ref: false });
    }
  };
  while (madeAt === 0) await make();
  void wait(between(BACKUP_EVERY)).then(repeat);
  return {
    /** Kills the backup that is being made. Returns when the newest one began. */
    stop: () => {
      isStopped = true;
      current?.kill('SIGKILL');
      return madeAt;
    },
  };
}

/** Runs a command of the operator; throws unless it succeeds. */
function run({ url, backups }: Disk, ...command: string[]) {
  const child = spawn(process.execPath, ['dist/server/main.js', ...command], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, BACKUP_FOLDER: backups },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`agency ${command.join(' ')} ended with ${code}.`));
    });
  });
  return { child, ended };
}

type Rows = DrilledPhone['rows'];

interface Seen {
  /** As in the ledger. */
  things: Set<string>;
  addresses: Set<string>;
  rows: Rows;
}

async function everythingOf(admin: Client): Promise<Seen> {
  const ledger = new Ledger();
  const all = new DrilledPhone(admin, '', ledger);
  await all.pull();
  return seenBy([all], ledger);
}

/** What these phones have of people who were not erased; of each record the newest row. */
function seenBy(phones: readonly DrilledPhone[], ledger: Ledger): Seen {
  const seen: Seen = {
    things: new Set(),
    addresses: new Set(),
    rows: { applications: new Map(), contacts: new Map() },
  };
  for (const list of ['applications', 'contacts'] as const) {
    for (const row of phones.flatMap(({ rows }) => [...rows[list].values()])) {
      const { version = -1 } = seen.rows[list].get(row.id) ?? {};
      if (row.version > version) seen.rows[list].set(row.id, row);
    }
    for (const { id, email } of seen.rows[list].values()) {
      if (email === ANONYMISED.email || ledger.isErasing(email)) seen.rows[list].delete(id);
      else seen.things.add(list === 'contacts' ? `inquiry ${email}` : `application ${id}`);
      seen.addresses.add(email ?? '');
    }
  }
  for (const { id, applicationId } of phones.flatMap(({ history }) => [...history.values()])) {
    if (seen.rows.applications.has(applicationId)) seen.things.add(`entry ${id}`);
  }
  return seen;
}

function lostThings(seen: Seen, now: Seen): string[] {
  return [...seen.things].filter((thing) => !now.things.has(thing));
}

/** Fields that say otherwise than the newest row that a phone had. */
function lostValues(seen: Seen, now: Seen): string[] {
  return (['applications', 'contacts'] as const).flatMap((list) =>
    [...seen.rows[list].values()].flatMap((row) => {
      const here = now.rows[list].get(row.id);
      if (!here) return [];
      const values: Record<string, unknown> = { ...here };
      return Object.entries(row)
        .filter(([field, value]) => field !== 'version' && !isSame(value, values[field]))
        .map(([field, value]) => `${field} of ${list} ${row.id}: ${value} is ${values[field]}`);
    }),
  );
}

/** A change that is made once more has another moment. */
function isSame(one: unknown, other: unknown): boolean {
  const isMoment = /^\d{4}-\d\d-\d\dT.*Z$/;
  if (isMoment.test(String(one))) return isMoment.test(String(other));
  return one === other;
}

async function sqliteDisk(): Promise<Disk> {
  const folder = mkdtempSync(join(tmpdir(), 'lost-disk-'));
  const disk = join(folder, 'disk');
  return {
    url: `file:${join(disk, 'agency.db')}`,
    backups: join(folder, 'backups'),
    lose: async () => rmSync(disk, { recursive: true }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresDisk(serverUrl: string): Promise<Disk> {
  const backups = mkdtempSync(join(tmpdir(), 'lost-disk-'));
  const name = `lost_${newId()}`;
  await createDatabase(serverUrl, name);
  return {
    url: urlOfDatabase(serverUrl, name),
    backups,
    async lose() {
      await dropDatabase(serverUrl, name);
      await createDatabase(serverUrl, name);
    },
    async remove() {
      await dropDatabase(serverUrl, name);
      rmSync(backups, { recursive: true });
    },
  };
}

function between([least, most]: readonly [number, number]): number {
  return least + Math.random() * (most - least);
}

function upTo(most: number): Promise<void> {
  return wait(Math.random() * most);
}

function seconds(value: number): string {
  return `${(value / 1_000).toFixed(1)} s`;
}
