import type { Application } from '#contract/applications.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { STATUSES } from '#contract/fields/vocabulary.ts';
import { NO_CONTENT } from '#contract/site.ts';
import type { WorldFault } from './faults.ts';
import {
  DAY,
  type Incident,
  isCalm,
  MINUTE,
  silence,
  tellConnection,
  twoPlaces,
} from './incident.ts';
import { rowOf } from './invariants.ts';
import {
  about,
  anApplication,
  aPlace,
  beginImport,
  contactsOf,
  draftOf,
  type Place,
  undo,
  viewOf,
} from './people.ts';
import { addressOf } from './recorded.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** What people do to records at the same time, one after the other, and to take it back. */
export const RECORD_INCIDENTS: readonly Incident[] = [
  sameApplication,
  overtaking,
  sameContact,
  wholeStory,
  retryMaker,
  undoBehind,
  undoSent,
  undoShared,
  convertExpired,
  clockOfDailyJob,
  publishTogether,
  erase('delete', 'record deleted elsewhere'),
  erase('anonymise', 'record anonymised elsewhere'),
];

async function sameApplication(world: World): Promise<void> {
  const pair = await twoLooks(world);
  if (!pair) return;
  const { mine: one, theirs: other } = pair;
  const { seen } = one;
  const [first, second] = [world.one(STATUSES), world.one(STATUSES)];
  const isConflict = first !== seen.status && second !== other.seen.status && first !== second;
  if (!isConflict) {
    await overtake(world, pair);
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
      other.page.commands.changeStatus(other.office.mirror, other.seen, {
        status: isNote ? other.seen.status : second,
        ...status,
      }),
    ),
    world.reach(one.page.commands.setFollowUp(one.office.mirror, seen, '2026-12-10')),
    world.reach(other.page.commands.setFollowUp(other.office.mirror, other.seen, '2026-12-20')),
  ]);
}

async function overtaking(world: World): Promise<void> {
  const pair = await twoLooks(world);
  if (pair) await overtake(world, pair);
}

/** Two devices that show the same application; null if there are none. */
async function twoLooks(world: World): Promise<{ mine: Looked; theirs: Looked } | null> {
  const [one, other] = await twoPlaces(world);
  if (!one || !other) return null;
  const seen = await anApplication(world, one);
  if (!seen) return null;
  const { commands } = other.page;
  const read = await world.reach(commands.readRow(other.office.mirror, 'applications', seen.id));
  if (!read || 'error' in read || !read.value) return null;
  return { mine: { ...one, seen }, theirs: { ...other, seen: read.value } };
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
  const pull = () => {
    const pulled = mine.office.engine.refresh(['applications'], { force: true });
    pulled.catch(() => undefined);
  };
  const lateness = isPageLate ? 'reads' : 'writes';
  if (isPageLate) {
    network.lateness.reads = 5_000;
    await note(world, theirs);
    await world.clock.pass(500);
    pull();
    await world.clock.pass(500);
    await note(world, mine);
  } else {
    network.lateness.writes = 5_000;
    await note(world, mine);
    await world.clock.pass(500);
    await note(world, theirs);
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

/** A person notes something about what a screen shows. */
function note(world: World, { page, office, seen }: Looked) {
  const change = { status: seen.status, notes: `Note ${world.dice(1e6)}` };
  return world.reach(page.commands.changeStatus(office.mirror, seen, change));
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

/**
 * A faulty release refuses a conversion, also when it is retried; the changes that build on it wait until it is retried
 * once more.
 */
async function retryMaker(world: World): Promise<void> {
  const place = aPlace(world);
  if (place?.device.network.weather !== 'good') return;
  const { page, office, device } = place;
  const { mirror, user } = office;
  // This release does not look at keys: it would refuse, too, what the server has got before.
  const inFlight = device.seqsInFlight(user.id);
  if (device.queueOf(user.id).some(({ tries, seq }) => tries > 0 || inFlight.has(seq))) return;
  const contacts = await contactsOf(world, place);
  const contact = contacts.find((one) => !one.convertedToApplication && one.withdrawnAt === null);
  if (!contact) return;
  device.network.weather = 'refusing';
  const made = await world.reach(page.commands.convertContact(mirror, contact));
  const id = applicationIdOf(contact.id);
  const row = await world.reach(page.commands.readRow(mirror, 'applications', id));
  if (made && 'value' in made && row && 'value' in row && row.value) {
    const { waiting: _, ...seen } = row.value;
    const change = { status: world.one(STATUSES), notes: 'Built on it.' };
    await world.reach(page.commands.changeStatus(mirror, seen, change));
    await world.clock.pass(5_000);
    const isRefused = () =>
      device
        .queueOf(user.id)
        .find(
          ({ type, state, entity }) =>
            type === 'contact-converted' &&
            state === 'refused' &&
            entity === `contact:${contact.id}`,
        )?.key;
    for (let key = isRefused(), tries = 2; key && tries > 0 && page.isAlive; tries -= 1) {
      await world.reach(page.commands.retry(mirror, key));
      await world.clock.pass(5_000);
      // What builds on it still waits.
      world.check();
      device.network.weather = 'good';
      await world.clock.pass(5_000);
      key = isRefused();
      world.happens(
        'conversion refused and retried, with changes that build on it',
        `contact ${contact.id}`,
      );
    }
  }
  device.network.weather = 'good';
}

/** Of two changes of one record that wait, the first one is undone. */
async function undoBehind(world: World): Promise<void> {
  const place = aPlace(world);
  const seen = place && (await anApplication(world, place));
  if (!place || !seen || place.device.network.weather !== 'good') return;
  const { page, office, device } = place;
  const [first, second] = world.some(
    STATUSES.filter((status) => status !== seen.status),
    2,
  );
  if (!first || !second) return;
  device.network.weather = 'none';
  // What never left the device is dropped; what is in flight is reversed.
  const isTold = world.chance(0.7);
  if (isTold) tellConnection(device, false);
  const { changeStatus } = page.commands;
  const kept = await world.reach(changeStatus(office.mirror, seen, { status: first, notes: null }));
  const now = { ...seen, status: first };
  await world.reach(changeStatus(office.mirror, now, { status: second, notes: null }));
  if (isTold) await world.clock.pass(1_000);
  if (kept && 'value' in kept && page.isAlive) {
    await undo(world, { place, keys: [kept.value] });
    world.happens('change undone with a later one of the same record behind it', seen.id);
  }
  if (isTold) tellConnection(device, true);
  device.network.weather = 'good';
}

/** An import is undone while a part of it may have arrived. */
async function undoSent(world: World): Promise<void> {
  const place = aPlace(world);
  if (place?.device.network.weather !== 'good') return;
  const { device } = place;
  const isLost = world.chance(0.6);
  if (isLost) device.network.nextWrite = 'answer lost after the commit';
  const begun = beginImport(world, place);
  const kept = await world.reach(begun.kept);
  if (kept && 'value' in kept && place.page.isAlive) {
    if (isLost) await world.clock.pass(world.random() * 500);
    else await world.turns(world.dice(60));
    await undo(world, { place, keys: kept.value, imported: begun.imported });
    world.happens('import undone while it is sent', `${device.name} [${kept.value}]`);
  }
  device.network.nextWrite = null;
}

/** A person undoes a conversion that another device has made before. */
async function undoShared(world: World): Promise<void> {
  const [one, other] = await twoPlaces(world);
  if (!one || !other || one.device.network.weather !== 'good') return;
  const contacts = await contactsOf(world, one);
  const contact = contacts.find((row) => !row.convertedToApplication && row.withdrawnAt === null);
  if (!contact) return;
  one.device.network.weather = 'none';
  const mine = await world.reach(one.page.commands.convertContact(one.office.mirror, contact));
  await world.reach(other.page.commands.convertContact(other.office.mirror, contact));
  await world.clock.pass(3_000);
  one.device.network.weather = world.one(['good', 'slow'] as const);
  await world.clock.pass(world.random() * 3_000);
  if (mine && 'value' in mine && one.page.isAlive && one.page.office) {
    world.happens(
      'conversion undone that another device has made, too',
      `contact ${contact.id}, ${one.device.name}`,
    );
    await undo(world, { place: one, keys: [mine.value] });
  }
  one.device.network.weather = 'good';
}

/** The daily job deletes an application that was removed long ago; then its inquiry is converted again. */
async function convertExpired(world: World): Promise<void> {
  const { server } = world;
  const place = aPlace(world);
  if (!place || !server.isSound) return;
  const { applications, contacts } = world.recorded();
  const queued = new Set([...world.queues().values()].map(({ entity }) => entity));
  const found = [...applications.values()].find(
    ({ id, contactId }) =>
      contacts.get(Number(contactId))?.withdrawnAt === null &&
      !queued.has(`application:${id}`) &&
      !queued.has(`contact:${contactId}`),
  );
  if (!found || !(await remove(world, place, found.id))) return;
  const longAgo = new Date(world.serverTime() - 40 * DAY).toISOString().replace('Z', '+00:00');
  world.beside((file) =>
    file.prepare('UPDATE Application SET removedAt = ? WHERE id = ?').run(longAgo, found.id),
  );
  const before = world.recorded();
  await server.keepHouse(new Date(world.serverTime()));
  const after = world.recorded({ whole: true });
  if (after.applications.has(found.id)) return;
  world.forgive(before, after);
  world.ledger.erased.add(`application:${found.id}`);
  world.goneAddresses.add(addressOf(found));
  const id = Number(found.contactId);
  const read = await world.reach(place.page.commands.readRow(place.office.mirror, 'contacts', id));
  if (!read || 'error' in read || !read.value) return;
  const { waiting: _, ...seen } = read.value;
  await world.reach(place.page.commands.convertContact(place.office.mirror, seen));
  world.happens('removed application deleted by the daily job, and converted again', found.id);
}

/** Removes an application. Returns whether the server has done so, and nothing is queued. */
async function remove(world: World, { page, office }: Place, id: string): Promise<boolean> {
  const read = await world.reach(page.commands.readRow(office.mirror, 'applications', id));
  if (!read || 'error' in read || !read.value) return false;
  const { waiting: _, ...seen } = read.value;
  await world.reach(page.commands.removeApplication(office.mirror, seen, true));
  await world.clock.pass(3_000);
  const { server } = world;
  const isLeft = [...world.queues().values()].some(({ entity }) => entity.endsWith(`:${id}`));
  return server.isSound && !isLeft && Boolean(world.recorded().applications.get(id)?.removedAt);
}

/** A phone without a signal edits what another one has removed: it is back, with the edit. */
export async function editRemoved(world: World): Promise<void> {
  const pair = await twoLooks(world);
  if (!pair || !world.server.isSound) return;
  const { device, page, office, seen } = pair.theirs;
  const { network } = device;
  if (network.weather !== 'good' || pair.mine.device === device) return;
  network.weather = 'none';
  const isRemoved = await remove(world, pair.mine, seen.id);
  if (isRemoved && page.isAlive && page.office === office) {
    world.happens('edited where its removal is not known', `${device.name}, ${seen.id}`);
    const draft = { ...draftOf(seen), currentClub: `Club ${world.dice(1e6)}` };
    await world.reach(page.commands.editApplication(office.mirror, seen, draft));
  }
  network.weather = 'good';
}

/**
 * A device has lost a page of its history, so it pulls all applications again. Between two of the pages another person
 * changes an application that none of the first ones has. What is typed and asked about it stays.
 */
export async function changeBetweenPages(world: World): Promise<void> {
  const pair = await twoLooks(world);
  if (!pair) return;
  const { mine, theirs } = pair;
  const { device, page, office, seen } = mine;
  const userId = office.user.id;
  if (device.hasTrimmed || ![device, theirs.device].every((one) => isCalm(world, one))) return;
  const { epoch } = world;
  const ends = [silence(device), silence(theirs.device)];
  await dispute(world, mine, theirs);
  await raiseOthers(world, theirs);
  const pulls = () => device.listStateOf(userId, 'applications')?.generation;
  const before = pulls();
  if (page.isAlive && device.browser.loseRow(`agency-${userId}`, 'historyPages')) {
    page.commands.writeDraft(userId, `status-note:${seen.id}`, 'Half a note');
    device.network.lateness.reads = 3_000;
    office.engine.refresh(['applications'], { force: true }).catch(() => undefined);
    for (let tries = 20; pulls() === before && tries > 0; tries -= 1) await world.clock.pass(500);
    const isPulled = pulls() !== before;
    // The first page is read by then, and has not come.
    await world.clock.pass(500);
    await note(world, theirs);
    await world.clock.pass(20_000);
    device.network.lateness.reads = 0;
    const isStill = isCalm(world, device) && epoch === world.epoch && page.office === office;
    if (isPulled && isStill && !world.ledger.barred.has(userId)) {
      world.happens(
        'row changed between two pages of a list that is pulled again',
        `${device.name}, ${seen.id}`,
      );
      const isTyped = `draft:${userId}:status-note:${seen.id}` in device.browser.storage;
      if (!isTyped) throw new Violation(`${device.name} has forgotten a draft about ${seen.id}.`);
    }
  }
  for (const end of ends) end();
}

/** Two devices set different statuses of what they show, so that the first one asks. */
async function dispute(world: World, mine: Looked, theirs: Looked): Promise<void> {
  const statuses = STATUSES.filter((one) => one !== mine.seen.status && one !== theirs.seen.status);
  const chosen = world.some(statuses, 2);
  for (const [at, { page, office, seen }] of [theirs, mine].entries()) {
    const change = { status: chosen[at] ?? seen.status, notes: 'At the same time.' };
    await world.reach(page.commands.changeStatus(office.mirror, seen, change));
    await world.clock.pass(1_000);
  }
}

/** A person sets a day for so many other applications that a first page has no other rows. */
async function raiseOthers(world: World, { page, office, seen }: Looked): Promise<void> {
  const read = await world.reach(page.commands.readNewest(office.mirror, 'applications', 50));
  const others = read && 'value' in read ? read.value.filter(({ id }) => id !== seen.id) : [];
  for (const { waiting: _, ...row } of world.some(others, 4)) {
    await world.reach(page.commands.setFollowUp(office.mirror, row, '2027-01-15'));
  }
  await world.clock.pass(3_000);
}

/** A daily job whose clock is a year ahead of the one before deletes nothing. */
async function clockOfDailyJob(world: World): Promise<void> {
  const { server } = world;
  if (!server.isSound) return;
  const now = world.serverTime();
  await server.keepHouse(new Date(now));
  const isTrusted = await server.keepHouse(new Date(now + 400 * DAY));
  world.happens('daily job with a clock a year ahead');
  if (isTrusted) throw new Violation('The daily job trusts a clock that is a year ahead.');
}

/** Two admins publish what each of them has changed, at the same moment. */
async function publishTogether(world: World): Promise<void> {
  const all = world.devices.flatMap((device) => device.offices().slice(0, 1));
  const admins = all.filter(({ office }) => office.user.areas.includes('admin'));
  if (admins.length < 2) return;
  const base = Math.max(0, ...world.recorded().publications.keys()) || null;
  world.happens('two admins publish at the same moment');
  for (const { page } of admins) {
    const words = `Agency ${world.dice(1e9)}`;
    const content = { ...NO_CONTENT, settings: { ...NO_CONTENT.settings, name: words } };
    world.ledger.silent += 1;
    const told = page.commands.publishSite(base, content);
    const epoch = world.epoch;
    told.then(
      ({ id }) => epoch === world.epoch && world.publications.add({ id, base, words }),
      () => undefined,
    );
  }
  await world.clock.pass(world.random() * 5_000);
}

function erase(how: 'anonymise' | 'delete', fault: WorldFault): Incident {
  return async (world) => {
    const { applications, contacts } = world.recorded();
    const all = [...applications.values(), ...contacts.values()].map(addressOf);
    const asked = asksAbout(world);
    // Often somebody about whom a question is open.
    const isAsked = asked.length > 0 && world.chance(0.7);
    const address = world.one(isAsked ? asked : all);
    if (world.chance(0.5) || applications.size < 5) return;
    await sayAbout(world, address);
    if (await world.erase(address, how)) world.happens(fault, address);
  };
}

/** Somebody about whose record a question is open is erased. */
export async function eraseDisputed(world: World): Promise<void> {
  if (asksAbout(world).length === 0) {
    await sameApplication(world);
    await world.clock.pass(3_000);
  }
  const asked = asksAbout(world);
  if (asked.length === 0) return;
  const address = world.one(asked);
  const fault = 'record anonymised elsewhere';
  if (await world.erase(address, 'anonymise')) world.happens(fault, address);
}

/** The writer of an inquiry that stands in the history of somebody else is erased. */
export async function eraseWriter(world: World): Promise<void> {
  const added = () => [...world.recorded().contacts.values()].filter(({ addedTo }) => addedTo);
  if (added().length === 0) await addSomebody(world);
  if (added().length === 0) return;
  const address = addressOf(world.one(added()));
  const fault = 'record anonymised elsewhere';
  if (await world.erase(address, 'anonymise')) world.happens(fault, address);
}

async function addSomebody(world: World): Promise<void> {
  const place = aPlace(world);
  const into = place && (await anApplication(world, place));
  const contacts = place ? await contactsOf(world, place) : [];
  if (!into || contacts.length === 0) return;
  const { page, office } = place;
  await world.reach(page.commands.addContact(office.mirror, world.one(contacts), into));
  await world.clock.pass(5_000);
}

/** Somebody types about a person, often without a signal: a draft, the name of a view, a note or a status. */
async function sayAbout(world: World, address: string): Promise<void> {
  const place = aPlace(world);
  const row = [...world.recorded().applications.values()].find((one) => addressOf(one) === address);
  if (!place || !row) return;
  const { page, office, device } = place;
  const { network } = device;
  const read = await world.reach(page.commands.readRow(office.mirror, 'applications', row.id));
  if (!read || 'error' in read || !read.value) return;
  const { waiting: _, ...seen } = read.value;
  if (network.weather === 'good' && world.chance(0.6)) {
    network.weather = 'none';
    world.clock.after(world.random() * MINUTE, () => {
      network.weather = 'good';
    });
  }
  page.commands.writeDraft(office.user.id, `status-note:${row.id}`, about(seen, 'A draft'));
  await world.reach(page.commands.saveView(office.mirror, null, viewOf(about(seen, 'A view'))));
  const change = world.chance(0.5)
    ? { status: seen.status, notes: about(seen, 'A last note') }
    : { status: world.one(STATUSES.filter((one) => one !== seen.status)), notes: null };
  await world.reach(page.commands.changeStatus(office.mirror, seen, change));
  await world.clock.pass(world.random() * 3_000);
}

/** The addresses of people about whose records questions are open. */
function asksAbout(world: World): string[] {
  const questions = world.devices.flatMap((device) => device.questionsOf(device.owner.id));
  const rows = questions.map(({ entity }) => rowOf(entity, world.recorded()) ?? {});
  return rows.map(addressOf).filter(Boolean);
}
