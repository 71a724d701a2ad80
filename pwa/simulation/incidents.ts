import { STATUSES } from '#contract/fields/vocabulary.ts';
import { HANDED_OVER } from '#contract/handed-over.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { HANDED_OVER_KEY } from '#pwa/session/user-here.ts';
import { checkPunctual } from './by-itself.ts';
import type { WorldFault } from './faults.ts';
import {
  DAY,
  type Incident,
  isCalm,
  killAll,
  MINUTE,
  silence,
  tellConnection,
} from './incident.ts';
import type { Weather } from './network.ts';
import { checkLostDisk } from './on-disk.ts';
import {
  about,
  anApplication,
  aPlace,
  beginChange,
  beginWithMany,
  type Place,
  viewOf,
} from './people.ts';
import {
  changeBetweenPages,
  editRemoved,
  eraseDisputed,
  eraseWriter,
  RECORD_INCIDENTS,
} from './record-incidents.ts';
import { givenBack } from './restores.ts';
import type { DatabaseTrouble } from './simulated-server.ts';
import { PEOPLE } from './template.ts';
import { Violation } from './violation.ts';
import { correctSoon, exit, VISITOR_INCIDENTS, withdrawMeanwhile } from './visitor-incidents.ts';
import type { World } from './world.ts';

/** Time in which a page without trouble sends all that waits, in ms: twice the longest backoff. */
export const LONGEST_BACKOFF = 150_000;

/** Everything that can happen, besides faults of single requests. */
export const INCIDENTS: readonly Incident[] = [
  weather('none', 'no network for minutes', 3 * MINUTE),
  weather('flapping', 'network flaps every 3 s', MINUTE),
  weather('slow', 'slow link', 2 * MINUTE),
  weather('portal', 'captive portal for minutes', MINUTE),
  killServerInTransaction,
  killServer,
  databaseDown,
  diskFull,
  restoreBackup,
  serverClockBack,
  killAfterSaved,
  killAnytime,
  killWhenShown,
  closeSendingTab,
  twoTabs,
  freezeSendingTab,
  reload,
  clockAhead,
  clockBehind,
  clockJumps,
  endSession,
  anotherPerson,
  signOut('keep', 'signed out with unsent changes: kept'),
  signOut('discard', 'signed out with unsent changes: discarded'),
  signOut('send-first', 'signed out with unsent changes: sent first'),
  takeRights,
  poison,
  poisonLane,
  fullWhileSaving,
  fullWhilePulling,
  loseDatabases,
  evict,
  loseStand,
  commitsFail,
  cutEvents,
  ...RECORD_INCIDENTS,
  ...VISITOR_INCIDENTS,
];

/** What happens in wide worlds, too. */
export const WIDE_INCIDENTS: readonly Incident[] = [
  oneCallFails,
  editRemoved,
  changeBetweenPages,
  eraseWriter,
  eraseDisputed,
  answerOfReplaced,
  correctSoon,
  exit,
  withdrawMeanwhile,
  takeRightsSoon,
  takeRightsWhileReading,
];

/** What happens often in worlds of many restores. */
export const RESTORES: readonly Incident[] = [givenBack, givenBack, givenBack];

function weather(kind: Weather, fault: WorldFault, longest: number): Incident {
  return async (world) => {
    const device = world.one(world.devices);
    if (device.network.weather !== 'good') return;
    world.happens(fault, device.name);
    device.network.weather = kind;
    // A browser does not notice a dead cell or a captive portal.
    const isTold = kind === 'none' && world.chance(0.5);
    if (isTold) tellConnection(device, false);
    world.clock.after(world.random() * longest, () => {
      device.network.weather = 'good';
      if (isTold) tellConnection(device, true);
    });
  };
}

async function killServerInTransaction(world: World): Promise<void> {
  const { server } = world;
  if (!server.isUp || server.killIn !== null) return;
  server.killIn = 1 + world.dice(40);
  server.onKilled = (during) => {
    world.happens('server killed in the middle of a transaction', during.slice(0, 60));
    backSoon(world);
  };
}

async function killServer(world: World): Promise<void> {
  if (!world.server.isUp) return;
  world.happens('server killed between two requests');
  world.server.kill();
  backSoon(world);
}

function backSoon(world: World): void {
  world.clock.after(500 + world.random() * 20_000, () => void world.startServer());
}

async function databaseDown(world: World): Promise<void> {
  trouble(world, 'down', 'database does not answer');
}

async function diskFull(world: World): Promise<void> {
  trouble(world, 'full', 'disk of the server full');
}

async function commitsFail(world: World): Promise<void> {
  trouble(world, 'commits fail', 'commits fail');
}

/** Saving a view fails for minutes. A note that was written after it must arrive meanwhile. */
async function oneCallFails(world: World): Promise<void> {
  const place = aPlace(world);
  const seen = place && (await anApplication(world, place));
  if (!place || !seen || !isCalm(world, place.device)) return;
  const { device, page, office } = place;
  const { name } = device;
  const { epoch } = world;
  const endSilence = silence(device);
  world.server.trouble = 'views fail';
  await world.reach(page.commands.saveView(office.mirror, null, viewOf(`View ${world.dice(1e6)}`)));
  const noted = { status: seen.status, notes: about(seen, 'Beside a view') };
  const beside = await world.reach(page.commands.changeStatus(office.mirror, seen, noted));
  await world.clock.pass(LONGEST_BACKOFF);
  const isStill = world.server.trouble === 'views fail' && epoch === world.epoch && page.isAlive;
  if (isStill) world.server.trouble = null;
  endSilence();
  if (!isStill || !isCalm(world, device) || page.office !== office || page.app.isSignedOut())
    return;
  world.happens('one call fails for minutes', name);
  const key = beside && 'value' in beside ? beside.value : null;
  const queue = device.queueOf(office.user.id);
  const left = queue.find((entry) => entry.key === key);
  const isRefused = ({ state }: OutboxEntry) => state === 'refused';
  const isHeld = queue.filter(isRefused).some(({ entity }) => entity === left?.entity);
  if (left?.state === 'waiting' && !isHeld) {
    throw new Violation(`On ${name} the change ${key} waits behind a call that fails.`);
  }
}

function trouble(world: World, kind: DatabaseTrouble, fault: WorldFault): void {
  const { server } = world;
  if (!server.isUp || server.trouble) return;
  world.happens(fault);
  server.trouble = kind;
  world.clock.after(world.random() * 30_000, () => {
    server.trouble = null;
  });
}

/** Restores as the README says: the file is replaced while the server is down, with a new epoch. */
async function restoreBackup(world: World): Promise<void> {
  const { server } = world;
  if (!server.isUp) return;
  world.backUp();
  const wait = world.random() * (world.chance(0.5) ? 10_000 : 120_000);
  world.clock.after(wait, () => {
    const { backups } = world;
    world.happens('server restored from a backup');
    world.restore(world.one([backups.at(-1) ?? '', ...backups]));
    changeAgain(world);
    // Admins decide before all phones have come, and again later.
    for (let n = world.dice(3); n > 0; n -= 1) {
      world.clock.after(world.random() * 5 * MINUTE, () => world.watch(world.decideCopies('some')));
    }
    world.clock.after(500 + world.random() * 10_000, () => {
      world.queues();
      void world.startServer();
    });
  });
}

/**
 * A tab is frozen while the answer to its change is on the way. A backup from before replaces the database, and another
 * tab follows that; then the old answer is read.
 */
async function answerOfReplaced(world: World): Promise<void> {
  const place = aPlace(world);
  const seen = place && (await anApplication(world, place));
  if (!place || !seen || !isCalm(world, place.device)) return;
  const { device, page, office } = place;
  const { network } = device;
  const backup = world.server.backUp();
  const endSilence = silence(device);
  const note = () => {
    const noted = { status: seen.status, notes: about(seen, `Note ${world.dice(1e6)}`) };
    return world.reach(page.commands.changeStatus(office.mirror, seen, noted));
  };
  // The row's version is above all that the restored database will have.
  for (let n = 0; n < 5; n += 1) await note();
  await world.clock.pass(3_000);
  network.lateness.writes = 3_000;
  await note();
  await world.clock.pass(1_000);
  network.lateness.writes = 0;
  endSilence();
  const isSent = device.seqsInFlight(office.user.id).size > 0;
  if (!isSent || !world.server.isUp || !page.isAlive) return;
  page.freeze();
  if (device.browser.pages.every(({ isFrozen }) => isFrozen)) device.browser.open();
  world.happens('server restored from a backup', `while an answer is on the way to ${device.name}`);
  world.restore(backup);
  await world.clock.pass(500);
  world.queues();
  await world.startServer();
  // Perhaps another tab has the lock by now.
  await world.clock.pass(2_000 + world.random() * 60_000);
  page.thaw();
  await world.clock.pass(5_000);
}

/** A person changes a record again whose last change the server has just lost, while it is down. */
function changeAgain(world: World): void {
  const lost = [...world.ledger.made.values()].flatMap(({ fate, entry, device, userId }) => {
    if (fate !== 'to be sent again' || entry.type !== 'status-changed') return [];
    const places = world.devices.find(({ life }) => life === device)?.offices() ?? [];
    const place = places.find(({ office }) => office.user.id === userId);
    return place ? [{ id: entry.seen.id, ...place }] : [];
  });
  if (lost.length === 0) return;
  const { id, page, office } = world.one(lost);
  const change = { status: world.one(STATUSES), notes: 'While it was away.' };
  page.commands
    .readRow(office.mirror, 'applications', id)
    .then((seen) => seen && page.commands.changeStatus(office.mirror, seen, change))
    .catch(() => undefined);
}

async function serverClockBack(world: World): Promise<void> {
  world.happens('clock of the server jumps back');
  world.serverSkew -= world.dice(10 * MINUTE);
}

async function killAfterSaved(world: World): Promise<void> {
  const place = aPlace(world);
  const begun = place && (await beginChange(world, place));
  if (!place || !begun) return;
  const { device, page, office } = place;
  let saved: readonly string[] = [];
  begun.kept.then(
    (keys) => {
      saved = keys;
      killAll(device);
    },
    () => undefined,
  );
  await world.clock.pass(0);
  if (saved.length === 0) {
    if (page.isAlive) page.kill();
  } else {
    world.happens('browser killed right after "saved"', `${device.name}, ${begun.what} [${saved}]`);
    for (const key of saved) world.expectKept(device, office.user.id, key);
  }
  if (device.browser.pages.length === 0) device.browser.open();
}

async function killAnytime(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { device, office } = place;
  const { id } = office.user;
  const before = new Set(device.queueOf(id).map(({ key }) => key));
  const many = world.chance(0.5) ? await beginWithMany(world, place) : null;
  const begun = many ?? (await beginChange(world, place));
  begun?.kept.catch(() => undefined);
  // Several are on the disk after some ten turns.
  await world.turns(world.dice(many ? 12 : 60));
  world.happens('browser killed at any moment', device.name);
  killAll(device);
  const kept = device.queueOf(id).filter(({ key }) => !before.has(key)).length;
  if (many && kept !== 0 && kept !== many.count) {
    throw new Violation(`${device.name} has kept ${kept} of ${many.count} made together.`);
  }
  await world.clock.pass(world.random() * 5_000);
  if (device.browser.pages.length === 0) device.browser.open();
}

/** What a screen shows as kept survives a kill at that moment, before the change is called saved. */
async function killWhenShown(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { device, page, office } = place;
  const { id } = office.user;
  const before = new Set(device.queueOf(id).map(({ key }) => key));
  let shown: readonly string[] = [];
  const stop = page.commands.onShown(office.mirror, (keys) => {
    if (shown.length > 0) return;
    shown = keys.filter((key) => !before.has(key));
    if (shown.length > 0) killAll(device);
  });
  const begun = await beginChange(world, place);
  begun?.kept.catch(() => undefined);
  await world.clock.pass(0);
  if (page.isAlive) stop();
  if (shown.length > 0) {
    world.happens('browser killed when a screen first shows a change', `${device.name} [${shown}]`);
    for (const key of shown) world.expectKept(device, id, key);
  }
  if (device.browser.pages.length === 0) device.browser.open();
}

async function closeSendingTab(world: World): Promise<void> {
  const place = await aSender(world);
  if (!place) return;
  world.happens('tab closed while it sends', place.device.name);
  if (world.chance(0.5)) place.page.close();
  else place.page.kill();
  if (place.device.browser.pages.length === 0) place.device.browser.open();
}

async function twoTabs(world: World): Promise<void> {
  const device = world.one(world.devices);
  const { browser } = device;
  if (browser.pages.length > 2) browser.pages[0]?.close();
  if (browser.pages.length > 2) return;
  world.happens('two tabs opened in the same instant', device.name);
  browser.open();
  browser.open();
}

async function freezeSendingTab(world: World): Promise<void> {
  const place = await aSender(world);
  if (!place) return;
  const { page, device } = place;
  world.happens('sending tab frozen for a minute', device.name);
  page.freeze();
  if (device.browser.pages.every(({ isFrozen }) => isFrozen)) device.browser.open();
  world.clock.after(20_000 + world.random() * 60_000, () => page.thaw());
}

/** A page with a change in flight. */
async function aSender(world: World): Promise<Place | null> {
  const place = aPlace(world);
  const begun = place && (await beginChange(world, place));
  if (!place || !begun) return null;
  const kept = await world.reach(begun.kept);
  if (!kept || 'error' in kept || !place.page.isAlive) return null;
  return place.device.seqsInFlight(place.office.user.id).size > 0 ? place : null;
}

/** Reloads a page, as a new service worker does. */
async function reload(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place || place.device.queueOf(place.office.user.id).length === 0) return;
  world.happens('page reloaded with a queue', place.device.name);
  place.page.kill();
  place.device.browser.open();
}

async function clockAhead(world: World): Promise<void> {
  const device = world.one(world.devices);
  world.happens('clock of the device years ahead', device.name);
  device.browser.skew = 3 * 365 * DAY;
  device.hasLeapt = true;
}

async function clockBehind(world: World): Promise<void> {
  const device = world.one(world.devices);
  world.happens('clock of the device a day behind', device.name);
  device.browser.skew = -DAY;
}

/** A change fails while the clock is weeks ahead or behind; then the network corrects the clock. */
async function clockJumps(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place || !world.server.isUp || world.server.trouble) return;
  const { browser, name } = place.device;
  const weeks = (1 + world.dice(8)) * (world.chance(0.7) ? 1 : -1);
  browser.skew += weeks * 7 * DAY;
  place.device.hasLeapt ||= weeks > 0;
  world.server.trouble = 'down';
  const endSilence = silence(place.device);
  const begun = await beginChange(world, place);
  if (begun) await world.reach(begun.kept);
  await world.clock.pass(500 + world.random() * 5_000);
  world.server.trouble = null;
  world.happens(
    'clock of the device weeks wrong while a change fails, then corrected',
    `${name}, ${weeks} weeks`,
  );
  browser.skew = 0;
  // Nobody looks, and nothing is in the way.
  await world.clock.pass(LONGEST_BACKOFF);
  endSilence();
  if (isCalm(world, place.device)) checkPunctual([place.device], world.clock.now);
}

async function endSession(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place || place.device.queueOf(place.office.user.id).length === 0) return;
  world.happens('session ended with changes waiting', place.device.name);
  world.endSessions(place.office.user.id);
  const { device, office } = place;
  world.clock.after(5_000 + world.random() * MINUTE, () =>
    world.signInAgain(device, office.user.id),
  );
}

/** Another person signs in, in another tab: the cookie changes at once, the pages learn it later. */
async function anotherPerson(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { device, office } = place;
  const other = world.one(PEOPLE.filter(({ id }) => id !== office.user.id));
  world.happens('another person signs in on the device', `${other.username} on ${device.name}`);
  device.hasForgotten = true;
  const page = device.browser.open();
  await world.clock.pass(100);
  if (!page.isAlive) return;
  // On a slow link the cookie changes long before the pages learn it.
  if (device.network.weather === 'good') {
    device.network.weather = 'slow';
    world.clock.after(5_000, () => {
      device.network.weather = 'good';
    });
  }
  const signedIn = page.app.session.signIn({ username: other.username, password: '' });
  await world.reach(signedIn.catch(() => null));
  await world.clock.pass(world.random() * 2_000);
  const meanwhile = place.page.isAlive ? await beginChange(world, place) : null;
  if (meanwhile) await world.reach(meanwhile.kept);
}

function signOut(how: 'keep' | 'discard' | 'send-first', fault: WorldFault): Incident {
  return async (world) => {
    const place = aPlace(world);
    if (!place) return;
    const { device, page, office } = place;
    const { id } = office.user;
    const unsent = device.queueOf(id);
    if (unsent.length === 0) return;
    world.happens(fault, `${device.name}, ${unsent.length} unsent`);
    if (how === 'discard') world.discardAll(device, id);
    device.hasForgotten = true;
    const left = page.app.session.signOut(how).catch(() => undefined);
    // Sending may fail, and then nobody has signed out.
    const wiped = left.then(() => device.lossOf(id) ?? device.evictions.delete(id));
    await world.reach<unknown>(wiped);
  };
}

async function takeRights(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  if (world.chance(0.4)) return takeRightsAfterChange(world, place);
  if (world.chance(0.6)) return takeRightsWhileReading(world);
  const { username } = place.office.user;
  world.happens('rights taken away while offline', username);
  world.approve(username, false);
  world.clock.after(world.random() * MINUTE, () => world.approve(username, true));
}

/** A change is applied without an answer, and then refused without a look at its key; a person retries it. */
async function takeRightsAfterChange(world: World, place: Place): Promise<void> {
  const { device, page, office } = place;
  const { username, id } = office.user;
  if (device.queueOf(id).length > 0) return;
  device.network.nextWrite = 'answer lost after the commit';
  const begun = await beginChange(world, place);
  const kept = begun && (await world.reach(begun.kept));
  await world.clock.pass(1_000);
  device.network.nextWrite = null;
  if (!kept || 'error' in kept) return;
  const [only, ...others] = kept.value;
  if (only === undefined || others.length > 0) return;
  world.approve(username, false);
  await world.clock.pass(15_000);
  world.approve(username, true);
  const { key, reason } = device.queueOf(id)[0] ?? {};
  if (key !== only || reason?.problem.code !== 'forbidden' || !page.isAlive) return;
  world.happens('rights taken away before a lost answer is asked for again', username);
  await world.reach(page.commands.retry(office.mirror, key));
}

/** The same on a device without trouble, once all that waited is sent. */
async function takeRightsSoon(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place || !isCalm(world, place.device)) return;
  const endSilence = silence(place.device);
  await world.clock.pass(LONGEST_BACKOFF);
  await takeRightsAfterChange(world, place);
  endSilence();
}

/** A device that hears that its user may see nothing any more has no rows left. */
async function takeRightsWhileReading(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { device, page, office } = place;
  const { username, id } = office.user;
  if (!isCalm(world, device) || device.browser.pages.some(({ isFrozen }) => isFrozen)) return;
  const { epoch } = world;
  const endSilence = silence(device);
  world.approve(username, false);
  const lists = ['applications', 'contacts'] as const;
  const read = (list: (typeof lists)[number]) =>
    office.engine.refresh([list], { force: true }).catch(() => undefined);
  // The first ones may only wait for reads that began before.
  const twice = Promise.all(lists.map(read)).then(() => Promise.all(lists.map(read)));
  await world.reach(twice);
  await world.clock.pass(3_000);
  const isOver = (await world.reach(twice)) !== null;
  const isStill = isOver && isCalm(world, device) && epoch === world.epoch && page.isAlive;
  if (isStill && page.office === office && !page.app.isSignedOut()) {
    world.happens('rights taken away while the lists are read', username);
    const left = lists.find((list) => device.rowsOf(id, list).length > 0);
    if (left) throw new Violation(`${device.name} keeps ${left}, which ${username} may not see.`);
  }
  endSilence();
  world.approve(username, true);
}

/** A change of an application that the server does not know, as after a deletion elsewhere. */
async function poison(world: World): Promise<void> {
  const place = aPlace(world);
  const seen = place && (await anApplication(world, place));
  if (!place || !seen) return;
  const gone = { ...seen, id: `00000000-0000-7000-8000-0000000009${world.dice(90) + 10}` };
  const { mirror } = place.office;
  const change = { status: world.one(STATUSES), notes: 'To nobody.' };
  const kept = await world.reach(place.page.commands.changeStatus(mirror, gone, change));
  if (kept && 'value' in kept) world.happens('change that is refused for ever', place.device.name);
}

/** A change that the server refuses, and one of the same record that it would take. */
async function poisonLane(world: World): Promise<void> {
  const place = aPlace(world);
  const seen = place && (await anApplication(world, place));
  if (!place || !seen) return;
  const { page, office, device } = place;
  const { weather } = device.network;
  // Without a signal both go in one batch.
  if (world.chance(0.7)) device.network.weather = 'none';
  const unknown = { status: 'of-another-product' as typeof seen.status, notes: 'Refused.' };
  const refused = await world.reach(page.commands.changeStatus(office.mirror, seen, unknown));
  const day = world.one([null, '2026-12-05', '2027-02-01']);
  await world.reach(page.commands.setFollowUp(office.mirror, seen, day));
  device.network.weather = weather;
  if (refused && 'value' in refused) {
    world.happens('change that is refused, with others behind it', `${device.name}, ${seen.id}`);
  }
}

async function fullWhileSaving(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { browser } = place.device;
  const begun = await beginChange(world, place);
  browser.isFull = true;
  const before = browser.refusedWrites;
  if (begun) await world.reach(begun.kept);
  if (browser.refusedWrites > before) {
    world.happens('device full while a change is saved', place.device.name);
  }
  world.clock.after(world.random() * 10_000, () => {
    browser.isFull = false;
  });
}

async function fullWhilePulling(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { browser } = place.device;
  const before = browser.refusedWrites;
  browser.isFull = true;
  const pulled = place.office.engine.refresh(['applications', 'contacts'], { force: true });
  pulled.catch(() => undefined);
  await world.clock.pass(1_000);
  browser.isFull = false;
  if (browser.refusedWrites === before) return;
  world.happens('device full while pulling', place.device.name);
}

async function loseDatabases(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const begun = await beginChange(world, place);
  begun?.kept.catch(() => undefined);
  // Often while the page reads what it has just written.
  if (world.chance(0.6)) await world.turns(world.dice(80));
  if (place.page.loseDatabases() > 0) {
    world.happens('database closed by the browser', place.device.name);
  }
  if (begun) await world.reach(begun.kept);
}

async function evict(world: World): Promise<void> {
  const place = aPlace(world);
  if (world.chance(0.6)) return;
  const device = place?.device ?? world.one(world.devices);
  // Often at the moment at which a change is saved and not yet sent.
  const begun = place && world.chance(0.6) ? await beginChange(world, place) : null;
  begun?.kept.then(
    () => killAll(device),
    () => undefined,
  );
  await world.clock.pass(0);
  killAll(device);
  const lost = world.evict(device);
  world.happens(
    lost > 0 ? 'storage evicted with a queue' : 'storage evicted without a queue',
    `${device.name}, ${lost} lost`,
  );
  device.browser.open();
}

/** A device at a stand is reported lost: it keeps nothing, neither rows nor what visitors have written on it. */
async function loseStand(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place || !isCalm(world, place.device)) return;
  const { device, page, office } = place;
  const { browser, network, name } = device;
  const { id } = office.user;
  const { epoch } = world;
  const seen = await anApplication(world, place);
  if (seen) page.commands.writeDraft(id, `status-note:${seen.id}`, about(seen, 'A draft'));
  const begun = world.chance(0.5) ? await beginChange(world, place) : null;
  if (begun) await world.reach(begun.kept);
  killAll(device);
  browser.storage.setItem(HANDED_OVER_KEY, JSON.stringify(LOCK));
  const endSilence = silence(device);
  if (world.chance(0.6)) network.weather = 'refusing';
  const stand = browser.open();
  await world.stands.get(device)?.write(world, null, stand);
  await world.clock.pass(2_000);
  // Unless the office is signed in on this device as another person by now.
  if (await world.reportLost(device)) {
    world.discardAll(device, id);
    device.hasForgotten = true;
    if (world.chance(0.5)) stand.kill();
    if (browser.pages.length === 0) browser.open();
    for (const { window } of browser.pages) window.dispatchEvent(new Event('online'));
    await world.clock.pass(40_000);
    network.weather = 'good';
    await world.clock.pass(5_000);
    if (isCalm(world, device) && epoch === world.epoch) {
      world.happens('device reported lost at a stand', name);
      if (browser.pages.some(({ isStand }) => isStand)) {
        throw new Violation(`The stand of ${name} has not heard that it was reported lost.`);
      }
      checkLostDisk(device, id);
    }
    world.stands.get(device)?.forgetSent(world.recorded());
    if (!device.lossOf(id)) device.evictions.delete(id);
  }
  network.weather = 'good';
  endSilence();
  // The device is found, or its stand ends.
  browser.storage.removeItem(HANDED_OVER_KEY);
  browser.cookies.delete(HANDED_OVER);
  if (browser.pages.some(({ isStand }) => isStand)) killAll(device);
  if (browser.pages.length === 0) browser.open();
}

/** The lock of a device that is handed over: no PIN opens it. */
const LOCK = {
  ...{ campaign: {}, language: 'en', salt: '', digest: '' },
  ...{ failures: 0, waitUntil: 0 },
};

/** A proxy begins to buffer streams. */
async function cutEvents(world: World): Promise<void> {
  const device = world.one(world.devices);
  if (!device.network.letsStreamsThrough) return;
  world.happens('stream of events cut off for long', device.name);
  device.network.letsStreamsThrough = false;
  world.clock.after(world.random() * 20 * MINUTE, () => {
    device.network.letsStreamsThrough = true;
  });
}
