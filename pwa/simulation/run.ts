import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '#pwa/test/seeded.ts';
import { actOf } from './acts.ts';
import { checkPunctual } from './by-itself.ts';
import type { Incident } from './incident.ts';
import { INCIDENTS, LONGEST_BACKOFF } from './incidents.ts';
import { anOldQueue, leaveOldQueue } from './old-queue.ts';
import { aPlace, type Begun, beginChange, decide, type Place, undo } from './people.ts';
import type { Programs } from './programs.ts';
import { checkOutcome, checkSaved } from './promises.ts';
import { Tape } from './tape.ts';
import { PEOPLE } from './template.ts';
import { borrowTime } from './time.ts';
import { World, type WorldParts } from './world.ts';

/** Result of one seed. */
export interface Run {
  seed: number;
  steps: number;
  /** Requests, answers, timers and steps. */
  events: number;
  changes: number;
  /** The kinds of the changes. */
  kinds: string[];
  /** Digest of all steps: the same seed has the same one. */
  digest: string;
  /** The violation, all steps before it, and the number of the last one; one more at rest. */
  failure: { message: string; steps: string[]; step: number } | null;
}

export interface RunOptions extends Pick<WorldParts, 'template' | 'faults' | 'serve'> {
  steps: number;
  /** The random numbers of the seed, if a run before has drawn them. */
  tape?: Tape;
  /** The steps that happen, counted from 1; all without it. */
  only?: ReadonlySet<number> | undefined;
  /** Without faults of requests. */
  isCalm?: boolean | undefined;
  /** What can happen besides INCIDENTS. */
  more?: readonly Incident[];
}

/** Kinds of incidents in one world: few, so that each of them happens often and in combinations. */
const KINDS_OF_INCIDENTS = 10;

/** How many devices come from an older version, and when they were used last. */
const OLD_VERSIONS = 0.1;
const HOUR = 60 * 60_000;
const JOBS_EVERY = 60_000;

/** Lives through one seed. */
export async function runSeed(
  seed: number,
  programs: Programs,
  { steps, template, faults, serve, more = [], tape = new Tape(seed), only, isCalm }: RunOptions,
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
  const world = new World(tape.random, programs, { folder, template, faults, serve });
  const giveBack = borrowTime(world);
  let failure: Run['failure'] = null;
  let step = 0;
  try {
    const incidents = [...handOf(seed, INCIDENTS, KINDS_OF_INCIDENTS), ...more];
    await begin(world, isCalm ?? false);
    for (step = 1; step <= steps; step += 1) {
      if (only && !only.has(step)) continue;
      tape.enter(step);
      await live(world, incidents);
      world.check();
      await world.checkScreens();
    }
    tape.enter(step);
    await heal(world);
    await world.checkRest();
    if (process.argv.includes('--show')) throw new Error('shown');
  } catch (error) {
    failure = failureOf(error, world, step);
  } finally {
    const { devices, visitor } = world;
    for (const { browser } of [...devices, visitor]) {
      for (const page of [...browser.pages]) page.kill();
    }
    await world.clock.pass(0).catch((error: unknown) => {
      failure ??= failureOf(error, world, step);
    });
    await world.server.close();
    programs.page.clear();
    giveBack();
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    seed,
    steps,
    events: world.clock.events,
    changes: world.ledger.made.size,
    kinds: [...new Set([...world.ledger.made.values()].map(({ entry }) => entry.type))],
    digest: createHash('sha256').update(world.steps.join('\n')).digest('hex').slice(0, 16),
    failure,
  };
}

function failureOf(error: unknown, { steps }: World, step: number): NonNullable<Run['failure']> {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message, steps, step };
}

/**
 * Deals the shuffled kinds of incidents like cards: each run of `ceil(deck / size)` seeds meets every
 * kind, so that few seeds cover all.
 */
function handOf<Card>(seed: number, deck: readonly Card[], size: number): Card[] {
  const hands = Math.ceil(deck.length / size);
  const random = seeded(Math.floor(seed / hands));
  const shuffled = deck
    .map((card) => ({ card, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ card }) => card);
  const first = (seed % hands) * size;
  return [...shuffled, ...shuffled].slice(first, first + size);
}

/** Signs everybody in and lets their mirrors fill. */
async function begin(world: World, isCalm: boolean): Promise<void> {
  await world.startServer();
  for (const device of world.devices) {
    if (world.chance(OLD_VERSIONS)) {
      world.happens('queue of an older version opened by this one', device.name);
      const entries = anOldQueue(world.clock.now - HOUR, world.random);
      for (const entry of entries) {
        if (entry.type === 'status-changed')
          device.browser.acts.add(actOf(entry.seen.id, entry.body));
      }
      await leaveOldQueue(device.browser, device.owner.id, entries);
      world.queues();
    }
    world.signIn(device, device.owner);
    device.browser.open();
  }
  world.clock.every(JOBS_EVERY, () => void world.work());
  await world.clock.pass(1_000);
  for (const { network } of [...world.devices, world.visitor]) {
    network.trouble = world.random() * (isCalm ? 0 : 0.4);
  }
}

/** One step: a person does something or an incident happens, then time passes. */
async function live(world: World, incidents: readonly Incident[]): Promise<void> {
  const luck = world.random();
  const place = aPlace(world);
  if (world.undoable && world.chance(0.3)) await pressUndo(world, world.undoable);
  if (luck < 0.55 && place) {
    const begun = await beginChange(world, place);
    if (begun) await make(world, place, begun);
  } else if (luck < 0.65 && place) {
    await decide(world, place);
  } else if (luck < 0.7 && place && place.device.browser.pages.length > 1) {
    world.note(`${place.device.name}: a tab is closed`);
    place.page.close();
  } else if (luck < 0.75 && place) {
    place.page.document.dispatchEvent(new Event('visibilitychange'));
  } else {
    await world.one(incidents)(world);
  }
  // Before anything can be sent: the ledger must see each change in its queue.
  world.queues();
  await world.clock.pass(world.chance(0.5) ? world.random() * 300 : world.random() * 10_000);
  await returnSometimes(world);
}

/** A person makes changes, and is told what becomes of them; sometimes they take them back at once. */
async function make(world: World, place: Place, { what, kept, imported }: Begun): Promise<void> {
  const { device, page, office } = place;
  const { mirror, user } = office;
  const told = (key: string) => ({ device, userId: user.id, key });
  world.watch(
    kept.then((keys) => {
      for (const key of keys) checkSaved(told(key), world.recorded());
    }),
  );
  const saved = await world.reach(kept);
  if (!saved || 'error' in saved) return;
  const keys = saved.value;
  world.note(`${device.name}: ${what} [${keys}]`);
  const undoable = { place, keys, imported };
  for (const key of keys) {
    world.watch(
      page.commands.outcomeOf(mirror, key).then((outcome) => {
        checkOutcome(told(key), outcome, world.ledger, world.recorded());
        world.undoable = undoable;
      }),
    );
  }
  if (world.chance(0.08)) await undo(world, undoable);
}

/** A person presses Undo on the toast of changes that were saved. */
async function pressUndo(world: World, undoable: NonNullable<World['undoable']>): Promise<void> {
  world.undoable = null;
  const { page } = undoable.place;
  // The sign-out closes the toast.
  if (page.isAlive && !page.isFrozen && page.office) await undo(world, undoable);
}

/** Signs the owner of a signed-out device in again, after a while. */
async function returnSometimes(world: World): Promise<void> {
  for (const device of world.devices) {
    const isStand = device.browser.pages.some(({ isStand }) => isStand);
    if (isStand || device.offices().length > 0 || world.chance(0.8)) continue;
    if (device.browser.pages.every(({ isFrozen }) => isFrozen)) device.browser.open();
    await signIn(world, device);
  }
}

async function signIn(
  world: World,
  device: World['devices'][number],
  person = device.owner,
): Promise<void> {
  const page = device.browser.pages.find(({ isFrozen }) => !isFrozen);
  if (!page) return;
  world.note(`${device.name}: ${person.username} signs in`);
  const done = page.app.session.signIn({ username: person.username, password: '' });
  done.catch(() => undefined);
  await world.clock.pass(2_000);
}

/** Ends all faults, signs everybody in, and lets everything be sent and pulled. */
async function heal(world: World): Promise<void> {
  world.note('everything heals');
  await world.clock.pass(0);
  world.server.killIn = null;
  await world.clock.pass(200_000);
  world.server.heal();
  await world.startServer();
  for (const { username } of PEOPLE) world.approve(username, true);
  for (const { network, browser } of [...world.devices, world.visitor]) {
    network.weather = 'good';
    network.trouble = 0;
    browser.onLine = true;
    browser.isFull = false;
    browser.skew = 0;
    for (const page of browser.pages) page.thaw();
  }
  await world.clock.pass(LONGEST_BACKOFF);
  checkPunctual(world.devices, world.clock.now);
  for (const device of world.devices) await comeBack(world, device);
  if (world.visitor.browser.pages.length === 0) world.visitor.browser.open('public');
  for (const { browser } of [...world.devices, world.visitor]) {
    for (const { document } of browser.pages) document.dispatchEvent(new Event('visibilitychange'));
  }
  await world.clock.pass(120_000);
  for (const { office } of world.devices.flatMap((device) => device.offices())) {
    const all = ['applications', 'contacts', 'campaigns'] as const;
    office.engine.refresh(all, { force: true }).catch(() => undefined);
    office.engine.refreshViews();
  }
  await world.clock.pass(10_000);
  if (world.wasRestored) await endCopies(world);
}

/** An admin takes all that devices have given back, and the devices read it. */
async function endCopies(world: World): Promise<void> {
  // Copies of two databases may bring each other to light.
  for (let n = 0; n < 3; n += 1) await world.decideCopies('all');
  for (const { office } of world.devices.flatMap((device) => device.offices())) {
    const all = ['applications', 'contacts', 'campaigns'] as const;
    office.engine.refresh(all, { force: true }).catch(() => undefined);
  }
  await world.clock.pass(20_000);
}

/** Signs in everybody with queued changes on a device, its owner last. */
async function comeBack(world: World, device: World['devices'][number]): Promise<void> {
  const others = PEOPLE.filter(({ id }) => id !== device.owner.id && device.queueOf(id).length > 0);
  for (const person of [...others, device.owner]) {
    for (const page of [...device.browser.pages]) page.kill();
    device.browser.storage.clear();
    world.signIn(device, person);
    world.note(`${device.name}: ${person.username} comes back`);
    device.browser.open();
    await world.clock.pass(person === device.owner ? 5_000 : 120_000);
  }
}
