import type { Application } from '#contract/applications.ts';
import { BLANK_CAMPAIGN } from '#contract/campaigns.ts';
import { CONTACT_STATES, STATUSES } from '#contract/fields/vocabulary.ts';
import { checkPunctual } from './by-itself.ts';
import type { Device } from './device.ts';
import type { WorldFault } from './faults.ts';
import { rowOf } from './invariants.ts';
import type { Weather } from './network.ts';
import { anApplication, aPlace, beginChange, contactsOf, type Place } from './people.ts';
import type { Recorded } from './recorded.ts';
import type { DatabaseTrouble } from './simulated-server.ts';
import { PEOPLE } from './template.ts';
import { exitText } from './visitors.ts';
import type { World } from './world.ts';

/** Makes one thing happen to the world; does nothing when it cannot happen now. */
export type Incident = (world: World) => Promise<void>;

const MINUTE = 60_000;
/** Time in which a page without trouble sends all that waits, in ms: twice the longest backoff. */
export const LONGEST_BACKOFF = 150_000;
const DAY = 24 * 60 * MINUTE;

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
  sameApplication,
  sameContact,
  wholeStory,
  commitsFail,
  cutEvents,
  erase('delete', 'record deleted elsewhere'),
  erase('anonymise', 'record anonymised elsewhere'),
  visit,
  writeWithoutSignal,
  fullVisitor,
  scanFiveTimes,
  scanBeforeArrival,
  changeMessage,
  sendAnotherWay,
];

function weather(kind: Weather, fault: WorldFault, longest: number): Incident {
  return async (world) => {
    const device = world.one(world.devices);
    if (device.network.weather !== 'good') return;
    world.happens(fault, device.name);
    device.network.weather = kind;
    const tell = (event: string) => {
      for (const { window } of device.browser.pages) window.dispatchEvent(new Event(event));
    };
    // A browser does not notice a dead cell or a captive portal.
    const isTold = kind === 'none' && world.chance(0.5);
    if (isTold) {
      device.browser.onLine = false;
      tell('offline');
    }
    world.clock.after(world.random() * longest, () => {
      device.network.weather = 'good';
      device.browser.onLine = true;
      if (isTold) tell('online');
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
  const backup = server.backUp();
  const wait = world.random() * (world.chance(0.5) ? 10_000 : 120_000);
  world.note('a backup is made');
  world.clock.after(wait, () => {
    world.happens('server restored from a backup');
    world.restore(backup);
    changeAgain(world);
    world.clock.after(500 + world.random() * 10_000, () => {
      world.queues();
      void world.startServer();
    });
  });
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
  let saved: string | null = null;
  begun.kept.then(
    (key) => {
      saved = key;
      killAll(device);
    },
    () => undefined,
  );
  await world.clock.pass(0);
  if (saved === null) {
    if (page.isAlive) page.kill();
  } else {
    world.happens('browser killed right after "saved"', `${device.name}, ${begun.what} [${saved}]`);
    world.expectKept(device, office.user.id, saved);
  }
  if (device.browser.pages.length === 0) device.browser.open();
}

async function killAnytime(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const begun = await beginChange(world, place);
  begun?.kept.catch(() => undefined);
  await world.turns(world.dice(60));
  world.happens('browser killed at any moment', place.device.name);
  killAll(place.device);
  await world.clock.pass(world.random() * 5_000);
  if (place.device.browser.pages.length === 0) place.device.browser.open();
}

function killAll({ browser }: Device): void {
  for (const page of [...browser.pages]) page.kill();
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
  const { browser, network, name } = place.device;
  const { trouble } = network;
  const weeks = (1 + world.dice(8)) * (world.chance(0.7) ? 1 : -1);
  browser.skew += weeks * 7 * DAY;
  world.server.trouble = 'down';
  network.trouble = 0;
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
  network.trouble = trouble;
  const isCalm = world.server.isUp && !world.server.trouble && network.weather === 'good';
  if (isCalm) checkPunctual([place.device], world.clock.now);
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
  if (world.chance(0.4)) {
    await takeRightsAfterChange(world, place);
    return;
  }
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
  world.approve(username, false);
  await world.clock.pass(15_000);
  world.approve(username, true);
  const { key, reason } = device.queueOf(id)[0] ?? {};
  if (key !== kept.value || reason?.problem.code !== 'forbidden' || !page.isAlive) return;
  world.happens('rights taken away before a lost answer is asked for again', username);
  await world.reach(page.commands.retry(office.mirror, key));
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

async function sameApplication(world: World): Promise<void> {
  const [one, other] = await twoPlaces(world);
  if (!one || !other) return;
  const seen = await anApplication(world, one);
  const theirs =
    seen &&
    (await world.reach(other.page.commands.readRow(other.office.mirror, 'applications', seen.id)));
  if (!seen || !theirs || 'error' in theirs || !theirs.value) return;
  const [first, second] = [world.one(STATUSES), world.one(STATUSES)];
  const isConflict = first !== seen.status && second !== theirs.value.status && first !== second;
  if (!isConflict) {
    await overtake(world, { mine: { ...one, seen }, theirs: { ...other, seen: theirs.value } });
    return;
  }
  world.happens('two devices set different statuses', `${seen.id}: ${first}, ${second}`);
  const status = { notes: 'At the same time.' };
  const isNote = world.chance(0.5);
  await Promise.all([
    world.reach(
      one.page.commands.changeStatus(one.office.mirror, seen, { status: first, ...status }),
    ),
    world.reach(
      other.page.commands.changeStatus(other.office.mirror, theirs.value, {
        status: isNote ? theirs.value.status : second,
        ...status,
      }),
    ),
    world.reach(one.page.commands.setFollowUp(one.office.mirror, seen, '2026-12-10')),
    world.reach(other.page.commands.setFollowUp(other.office.mirror, theirs.value, '2026-12-20')),
  ]);
}

/** A place, with a row as it shows there. */
type Looked = Place & { seen: Application };

/**
 * An answer and a page of a pull overtake each other: both hold the same row, and the older copy of it
 * comes last.
 */
async function overtake(
  world: World,
  { mine, theirs }: { mine: Looked; theirs: Looked },
): Promise<void> {
  const { network, name } = mine.device;
  const isPageLate = world.chance(0.5);
  const note = ({ page, office, seen }: Looked) => {
    const change = { status: seen.status, notes: `Note ${world.dice(1e6)}` };
    return world.reach(page.commands.changeStatus(office.mirror, seen, change));
  };
  const pull = () => {
    const pulled = mine.office.engine.refresh(['applications'], { force: true });
    pulled.catch(() => undefined);
  };
  const lateness = isPageLate ? 'reads' : 'writes';
  if (isPageLate) {
    network.lateness.reads = 5_000;
    await note(theirs);
    await world.clock.pass(500);
    pull();
    await world.clock.pass(500);
    await note(mine);
  } else {
    network.lateness.writes = 5_000;
    await note(mine);
    await world.clock.pass(500);
    await note(theirs);
    await world.clock.pass(1_000);
    pull();
  }
  await world.clock.pass(1_000);
  network.lateness[lateness] = 0;
  world.happens(
    isPageLate
      ? 'page read before an answer arrives after it'
      : 'answer given before a page was read arrives after it',
    `${name}, ${mine.seen.id}`,
  );
  await world.clock.pass(5_000);
}

async function sameContact(world: World): Promise<void> {
  const places = await twoPlaces(world);
  if (places.length < 2) return;
  const begun: Promise<unknown>[] = [];
  const id = 1 + world.dice(5);
  for (const { page, office } of places) {
    const contact = await world.reach(page.commands.readRow(office.mirror, 'contacts', id));
    if (!contact || 'error' in contact || !contact.value) return;
    const { waiting: _, ...seen } = contact.value;
    begun.push(world.reach(page.commands.convertContact(office.mirror, seen)));
  }
  world.happens('two devices convert the same contact', `contact ${id}`);
  await Promise.all(begun);
}

async function twoPlaces(world: World): Promise<Place[]> {
  const places = world.devices.flatMap((device) => {
    const [open] = device.offices();
    return open ? [{ device, ...open }] : [];
  });
  if (places.length < 2) return [];
  const first = world.one(places);
  return [first, world.one(places.filter((place) => place !== first))];
}

/** Conversion, status and note, all queued before the first can be sent. */
async function wholeStory(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { page, office, device } = place;
  const { mirror } = office;
  const contacts = await contactsOf(world, place);
  const open = contacts.filter(({ convertedToApplication }) => !convertedToApplication);
  if (open.length === 0) return;
  const contact = world.one(open);
  // On a slow link the conversion is in flight when the others are queued.
  device.network.weather = world.one(['none', 'slow'] as const);
  await world.reach(page.commands.convertContact(mirror, contact));
  const newest = page.commands.readNewest(mirror, 'applications', 50);
  const made = (await world.reach(newest)) ?? { error: null };
  if ('error' in made) return;
  const row = made.value.find(({ contactId }) => contactId === contact.id);
  if (row) {
    world.happens('conversion, status and note in one queue', `contact ${contact.id}`);
    const { waiting: _waiting, ...seen } = row;
    await world.reach(page.commands.changeStatus(mirror, seen, { status: 'signed', notes: null }));
    const now = { ...seen, status: 'signed' as const };
    await world.reach(
      page.commands.changeStatus(mirror, now, { status: 'signed', notes: 'Well done.' }),
    );
  }
  device.network.weather = 'good';
}

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

function erase(how: 'anonymise' | 'delete', fault: WorldFault): Incident {
  return async (world) => {
    const { applications, contacts } = world.recorded();
    const emails = [...applications.values(), ...contacts.values()].map(({ email }) => email);
    const asked = world.devices.flatMap((device) => asksAbout(device, world.recorded()));
    // Often somebody about whom a question is open.
    const isAsked = asked.length > 0 && world.chance(0.7);
    const email = String(world.one(isAsked ? asked : emails));
    if (world.chance(0.5) || applications.size < 5) return;
    if (await world.erase(email, how)) world.happens(fault, email);
  };
}

/** The addresses of people about whose records questions are open on a device. */
function asksAbout(device: Device, recorded: Recorded): unknown[] {
  const questions = device.questionsOf(device.owner.id);
  return questions.flatMap(({ entity }) => rowOf(entity, recorded)?.email ?? []);
}

/** A visitor opens the public page, with or without a campaign link, and may send an inquiry. */
async function visit(world: World): Promise<void> {
  const { visitor } = world;
  const campaignId = aCampaign(world);
  if (campaignId !== null && world.chance(0.7)) await visitor.scan(world, campaignId);
  if (world.chance(0.5)) await visitor.write(world, world.chance(0.5) ? campaignId : null);
  if (world.chance(0.3)) for (const page of [...visitor.browser.pages]) page.close();
  await exit(world);
}

/**
 * A visitor corrects or withdraws an inquiry by its private link, while a device without a signal has changed that
 * inquiry, or is about to.
 */
async function exit(world: World): Promise<void> {
  const arrived = world.visitor.anArrived(world);
  const place = aPlace(world);
  if (!arrived || !place) return;
  const { page, office, device } = place;
  const { weather } = device.network;
  const read = await world.reach(
    page.commands.readRow(office.mirror, 'contacts', Number(arrived.row.id)),
  );
  const { waiting: _, ...seen } = (read && 'value' in read && read.value) || {};
  const say = async () => {
    if (!('id' in seen)) return;
    const { changeContactState } = page.commands;
    await world.reach(changeContactState(office.mirror, seen, world.one(CONTACT_STATES)));
  };
  if (world.chance(0.5)) {
    await say();
    await world.clock.pass(world.random() * 2_000);
  }
  device.network.weather = 'none';
  await say();
  if (world.chance(0.5)) {
    if (await world.visitor.correct(world, arrived.owed)) {
      world.happens('inquiry corrected by its private link', `contact ${arrived.row.id}`);
    }
  } else if (await world.withdraw(arrived)) {
    world.happens('inquiry withdrawn by its private link', `contact ${arrived.row.id}`);
  }
  device.network.weather = weather;
}

async function writeWithoutSignal(world: World): Promise<void> {
  if (world.chance(0.6)) return writeAtStand(world);
  const { visitor, clock } = world;
  visitor.network.weather = 'none';
  await visitor.write(world, aCampaign(world));
  await clock.pass(world.random() * 3_000);
  for (const page of [...visitor.browser.pages]) {
    if (world.chance(0.5)) page.close();
    else page.kill();
  }
  world.happens('visitor writes without a signal and closes the page');
  clock.after(world.random() * MINUTE, () => {
    visitor.network.weather = 'good';
    if (visitor.browser.pages.length === 0) visitor.browser.open('public');
  });
}

/** A visitor changes a message that waits, or whose answer was lost; it may arrive before the change is sent. */
async function changeMessage(world: World): Promise<void> {
  const { visitor, clock } = world;
  const { network, browser } = visitor;
  if (network.weather !== 'good' || browser.isFull) return;
  const loseAnswer = () => {
    network.nextWrite = 'answer lost after the commit';
  };
  if (world.chance(0.5)) loseAnswer();
  else network.weather = 'none';
  const owed = await visitor.write(world, aCampaign(world));
  for (let left = 1 + world.dice(2); owed && left > 0; left -= 1) {
    await clock.pass(world.random() * 3_000);
    if (world.chance(0.5)) {
      network.weather = 'good';
      await clock.pass(world.random() * 10_000);
      if (world.chance(0.5)) loseAnswer();
    }
    if (world.chance(0.2)) for (const page of [...browser.pages]) page.kill();
    await visitor.change(world, owed);
    world.happens('visitor changes a message that waits or has arrived meanwhile');
  }
  clock.after(world.random() * MINUTE, () => {
    network.weather = 'good';
    if (browser.pages.length === 0) browser.open('public');
  });
}

/** The message of a visitor without a signal comes by another way, and is added before it arrives or after it. */
async function sendAnotherWay(world: World): Promise<void> {
  const { visitor, clock } = world;
  const { network, browser } = visitor;
  const place = aPlace(world);
  if (!place || network.weather !== 'good' || browser.isFull) return;
  network.weather = 'none';
  const owed = await visitor.write(world, aCampaign(world));
  const findSignal = () => {
    network.weather = 'good';
    if (browser.pages.length === 0) browser.open('public');
  };
  if (world.chance(0.5)) findSignal();
  await clock.pass(world.random() * 10_000);
  const { device, page } = place;
  if (owed && page.isAlive) {
    world.stands.get(device)?.add(world, exitText(owed), page);
    world.happens('message of a visitor added that came by another way', device.name);
  }
  clock.after(world.random() * MINUTE, findSignal);
}

/** A device is handed over at a stand without a signal, and then closed; its next page sends. */
async function writeAtStand(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { device, page } = place;
  const { network, browser } = device;
  network.weather = 'none';
  page.visitor.keepSending();
  await world.stands.get(device)?.write(world, aCampaign(world), page);
  await world.clock.pass(world.random() * 3_000);
  world.happens('visitor writes at a stand without a signal', device.name);
  if (world.chance(0.7)) killAll(device);
  if (browser.pages.length === 0) browser.open();
  world.clock.after(world.random() * MINUTE, () => {
    network.weather = 'good';
  });
}

/** No room is left on a visitor's phone: the page holds what its disk refuses. */
async function fullVisitor(world: World): Promise<void> {
  const { visitor, clock } = world;
  const { browser, network } = visitor;
  const before = browser.refusedWrites;
  browser.isFull = true;
  if (world.chance(0.5)) network.weather = 'none';
  const campaignId = aCampaign(world);
  if (campaignId !== null && world.chance(0.5)) await visitor.scan(world, campaignId);
  else await visitor.write(world, null);
  if (browser.refusedWrites > before) world.happens('phone of a visitor full');
  if (world.chance(0.2)) for (const page of [...browser.pages]) page.close();
  clock.after(world.random() * MINUTE, () => {
    browser.isFull = false;
    network.weather = 'good';
    if (browser.pages.length === 0) browser.open('public');
  });
}

async function scanFiveTimes(world: World): Promise<void> {
  const campaignId = aCampaign(world);
  if (campaignId === null) return;
  world.happens('same code scanned five times in a row', `campaign ${campaignId}`);
  for (let at = 0; at < 5; at += 1) await world.visitor.scan(world, campaignId);
}

/** A campaign is made without a signal; its code is scanned before the campaign arrives. */
async function scanBeforeArrival(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place?.office.user.areas.includes('admin') || place.device.network.weather !== 'good')
    return;
  const { page, office, device } = place;
  const n = world.dice(1e6);
  const draft = { ...BLANK_CAMPAIGN, name: `Campaign ${n}`, utmCampaign: `campaign-${n}` };
  device.network.weather = 'none';
  await world.reach(page.commands.createCampaign(office.mirror, draft));
  const campaignId = aCampaign(world);
  if (campaignId !== null) await world.visitor.scan(world, campaignId);
  device.network.weather = 'good';
}

/** A campaign whose code is printed somewhere: it may not have reached the server yet. */
function aCampaign(world: World): number | null {
  const known = [...world.recorded().campaigns.keys()];
  const coming = [...world.queues().values()].flatMap((entry) =>
    entry.type === 'campaign-created' && !known.includes(entry.body.id) ? entry.body.id : [],
  );
  const [first] = coming;
  if (first !== undefined && world.chance(0.7)) {
    world.happens('scan of a code whose campaign has not arrived', `campaign ${first}`);
    return first;
  }
  return known.length > 0 ? world.one(known) : null;
}
