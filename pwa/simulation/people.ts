import * as v from 'valibot';
import { type Application, ApplicationDraft } from '#contract/applications.ts';
import { BLANK_CAMPAIGN, CAMPAIGN_FIELDS } from '#contract/campaigns.ts';
import type { Contact } from '#contract/contacts.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { CONTACT_STATES, REASONS, type Reason, STATUSES } from '#contract/fields/vocabulary.ts';
import type { ViewDraft } from '#contract/views.ts';
import type { Imported } from '#pwa/features/import/import-applications.ts';
import type { Text } from '#pwa/local/changes/define-change.ts';
import { definitionOf, type Mutation } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { actOf } from './acts.ts';
import type { BrowserPage } from './browser-page.ts';
import type { Device } from './device.ts';
import type { Office } from './page.ts';
import { addressOf } from './recorded.ts';
import { Violation } from './violation.ts';
import type { Undoable, World } from './world.ts';

/** A page with a signed-in user. */
export interface Place {
  device: Device;
  page: BrowserPage;
  office: Office;
}

type Screen = Pick<Place, 'page' | 'office'>;

/** A random page with a signed-in user; null when there is none. */
export function aPlace(world: World): Place | null {
  const places = world.devices.flatMap((device) =>
    device.offices().map(({ page, office }) => ({ device, page, office })),
  );
  return places.length > 0 ? world.one(places) : null;
}

/** What a person begins to do: one change or several; `kept` resolves with their keys once they are saved. */
export interface Begun {
  what: string;
  kept: Promise<readonly string[]>;
  /** Set by an import, as its parts are saved. */
  imported?: Imported[];
}

type Beginning = Omit<Begun, 'kept'> & { kept: Promise<string | readonly string[]> };

/** Makes a random change, or several at once; null when there is nothing to change. */
export async function beginChange(world: World, place: Place): Promise<Begun | null> {
  const begun = await begin(world, place);
  return begun && { ...begun, kept: begun.kept.then((said) => [said].flat()) };
}

async function begin(world: World, place: Place): Promise<Beginning | null> {
  const { page, office } = place;
  const { mirror } = office;
  const { commands } = page;
  const luck = world.random();
  if (luck < 0.02) return beginImport(world, place);
  if (luck < 0.08) {
    const n = world.dice(1e6);
    const draft = v.parse(ApplicationDraft, {
      playerName: `New ${n}`,
      ...(n % 4 === 0 ? { phone: phoneOf('+34 600', n) } : { email: `new${n}@example.org` }),
    });
    const made = commands.createApplication(mirror, draft);
    return { what: 'a new application', kept: made.then(({ key }) => key) };
  }
  if (luck < 0.24) return beginWithContact(world, place);
  if (luck < 0.35) return beginWithCampaign(world, place);
  if (luck < 0.36) return beginBringingBack(world, place);
  if (luck >= 0.95) return beginWithView(world, place);
  const seen = await anApplication(world, place);
  if (!seen) return null;
  if (luck < 0.37) {
    const kept = commands.removeApplication(mirror, seen, true);
    return { what: `${seen.id} is removed`, kept };
  }
  if (luck < 0.42) {
    const day = world.one([null, '2026-12-01', '2026-12-24', '2027-01-07']);
    // Without another throw of the dice.
    if (seen.version % 5 === 0) {
      const until = `${day ?? '2026-01-01'}T22:59:59.000Z`;
      const kept = commands.setOffer(mirror, seen, until);
      return { what: `offer of ${seen.id}: ${until}`, kept };
    }
    const kept = commands.setFollowUp(mirror, seen, day);
    return { what: `follow-up of ${seen.id}: ${day}`, kept };
  }
  if (luck < 0.56) {
    const field = world.one(['position', 'currentClub', 'links', 'agentNotes'] as const);
    const words = `Words ${world.dice(1e6)}`;
    const said = {
      position: words,
      links: `${words} https://example.org/`,
      currentClub: about(seen, words),
      agentNotes: about(seen, words),
    };
    const draft = { ...draftOf(seen), [field]: said[field] };
    const kept = commands.editApplication(mirror, seen, draft);
    return { what: `${field} of ${seen.id}`, kept };
  }
  if (luck >= 0.91) return beginWithMany(world, place);
  const status = luck < 0.64 ? seen.status : world.one(STATUSES);
  const isNoted = status === seen.status || world.chance(0.4);
  const note = isNoted ? about(seen, `Note ${world.dice(1e6)}`) : null;
  const reason = reasonOf(seen, status);
  // Sometimes a reason is given alone.
  const notes = reason && seen.version % 2 === 0 ? null : note;
  const kept = commands.changeStatus(mirror, seen, { status, notes, reason });
  return { what: `${seen.id}: ${seen.status} > ${status}, ${notes}, ${reason}`, kept };
}

/** Of some rejections; without a throw of the dice. */
function reasonOf({ version }: Application, status: string): Reason | null {
  return status === 'rejected' ? (REASONS[version % (REASONS.length + 1)] ?? null) : null;
}

/** A text that names a person, so that it must not outlive their erasure. */
export function about(person: Application, words: string): string {
  return `${words} about ${addressOf(person)}`;
}

/** A number that stands in no other. */
function phoneOf(code: string, n: number): string {
  return `${code} ${String(n).padStart(6, '0')}`;
}

/** Imports a file of a few players. */
export function beginImport(world: World, { page, office }: Place) {
  const n = world.dice(1e6);
  const drafts = Array.from({ length: 2 + world.dice(4) }, (_, at) =>
    v.parse(ApplicationDraft, {
      playerName: `Imported ${n}-${at}`,
      ...(at % 3 === 0
        ? { phone: phoneOf(`+49 15${at}`, n) }
        : { email: `imported${n}-${at}@example.org` }),
    }),
  );
  const imported: Imported[] = [];
  const done = page.commands.importApplications(office.mirror, drafts, (part) => {
    imported.push(...part);
  });
  const kept = done.then(() => imported.map(({ key }) => key));
  return { what: `${drafts.length} are imported`, kept, imported };
}

/** Sets one status of several applications at once. */
export async function beginWithMany(world: World, { page, office }: Place) {
  const { commands } = page;
  const read = await world.reach(commands.readNewest(office.mirror, 'applications', 50));
  if (!read || 'error' in read) return null;
  const status = world.one(STATUSES);
  const others = read.value.filter((row) => row.status !== status);
  const seen = world.some(others, 3).map(({ waiting: _, ...row }) => row);
  if (seen.length === 0) return null;
  const change = { status, notes: null };
  const kept = commands.changeStatuses(office.mirror, seen, change);
  return { what: `${seen.map(({ id }) => id)}: ${status}`, kept, count: seen.length };
}

async function beginBringingBack(world: World, { page, office }: Place): Promise<Beginning | null> {
  const read = await world.reach(page.commands.readRemoved(office.mirror));
  if (!read || 'error' in read || read.value.length === 0) return null;
  const seen = world.one(read.value);
  const kept = page.commands.removeApplication(office.mirror, seen, false);
  return { what: `${seen.id} is brought back`, kept };
}

/** What the form of an application holds. */
export function draftOf(seen: Application) {
  return picked(seen, namesOf(APPLICATION_FIELDS));
}

function picked<Row, Field extends keyof Row>(row: Row, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>;
}

/** A random application in the person's list. */
export async function anApplication(
  world: World,
  { page, office }: Place,
): Promise<Application | null> {
  const read = await world.reach(page.commands.readNewest(office.mirror, 'applications', 50));
  if (!read || 'error' in read || read.value.length === 0) return null;
  const { waiting: _, ...row } = world.one(read.value);
  return row;
}

/** A random inquiry on the device. */
async function aContact(world: World, { page, office }: Screen): Promise<Contact | null> {
  const contacts = await contactsOf(world, { page, office });
  return contacts.length > 0 ? world.one(contacts) : null;
}

/** The inquiries in the person's list. */
export async function contactsOf(world: World, { page, office }: Screen): Promise<Contact[]> {
  const read = await world.reach(page.commands.readList(office.mirror, 'contacts'));
  if (!read || 'error' in read) return [];
  return read.value.map(({ waiting: _, ...contact }) => contact);
}

async function beginWithContact(world: World, place: Place): Promise<Beginning | null> {
  const contact = await aContact(world, place);
  if (!contact) return null;
  const { page, office } = place;
  if (world.chance(0.6)) {
    const kept = page.commands.convertContact(office.mirror, contact);
    return { what: `conversion of contact ${contact.id}`, kept };
  }
  const into = world.chance(0.3) ? await anApplication(world, place) : null;
  if (into) {
    const kept = page.commands.addContact(office.mirror, contact, into);
    return { what: `contact ${contact.id} added to ${into.id}`, kept };
  }
  if (world.chance(0.3)) {
    const kept = page.commands.setSuspicion(office.mirror, contact, !contact.suspect);
    return { what: `contact ${contact.id}: suspect ${!contact.suspect}`, kept };
  }
  if (world.chance(0.3)) {
    const notes = world.chance(0.8) ? `Noted ${world.dice(1e6)}` : null;
    const kept = page.commands.noteContact(office.mirror, contact, notes);
    return { what: `contact ${contact.id}: ${notes}`, kept };
  }
  const state = world.one(CONTACT_STATES);
  const kept = page.commands.changeContactState(office.mirror, contact, state);
  return { what: `contact ${contact.id}: ${state}`, kept };
}

async function beginWithCampaign(world: World, { page, office }: Place): Promise<Beginning | null> {
  if (!office.user.areas.includes('admin')) return null;
  const { mirror } = office;
  const { commands } = page;
  const n = world.dice(1e6);
  if (world.chance(0.35)) {
    const draft = { ...BLANK_CAMPAIGN, name: `Campaign ${n}`, utmCampaign: `campaign-${n}` };
    const made = commands.createCampaign(mirror, draft);
    return { what: 'a new campaign', kept: made.then(({ key }) => key) };
  }
  const read = await world.reach(commands.readList(mirror, 'campaigns'));
  if (!read || 'error' in read || read.value.length === 0) return null;
  const { waiting: _, ...seen } = world.one(read.value);
  if (world.chance(0.15)) {
    const kept = commands.deleteCampaign(mirror, seen);
    return { what: `campaign ${seen.id} is deleted`, kept };
  }
  const change = world.chance(0.5) ? { active: !seen.active } : { description: `Words ${n}` };
  const draft = { ...picked(seen, namesOf(CAMPAIGN_FIELDS)), ...change };
  const kept = commands.editCampaign(mirror, seen, draft);
  return { what: `campaign ${seen.id}: ${Object.keys(change)}`, kept };
}

/** Saves, changes or removes a view, or saves a list as a file. */
async function beginWithView(
  world: World,
  { device, page, office }: Place,
): Promise<Beginning | null> {
  const { mirror } = office;
  const { commands } = page;
  const n = world.dice(1e6);
  if (world.chance(0.3)) {
    const list = world.one(['applications', 'contacts'] as const);
    const kept = commands.noteExport(mirror, { list, rows: n });
    return { what: `${list} are saved as a file`, kept };
  }
  const read = await world.reach(commands.readViews(mirror));
  if (!read || 'error' in read) return null;
  if (read.value.length === 0 || world.chance(0.4)) {
    const view = world.chance(0.5)
      ? viewOf(`View ${n}`)
      : await viewOfPerson(world, { page, office }, n);
    return { what: 'a new view', kept: commands.saveView(mirror, null, view) };
  }
  const { isWaiting: _, refused: __, ...seen } = world.one(read.value);
  // What was refused of this view is replaced.
  const replaced = device.queueOf(office.user.id).filter(({ state, entity }) => {
    return state === 'refused' && entity.endsWith(seen.id);
  });
  const keys = replaced.map(({ key }) => key);
  world.asksToDrop(device, office.user.id, keys);
  const isRemoved = world.chance(0.3);
  const kept = isRemoved
    ? commands.removeView(mirror, seen)
    : commands.saveView(mirror, seen, viewOf(`View ${n}`));
  return { what: `view ${seen.id}${isRemoved ? ' is removed' : ''}`, kept };
}

export function viewOf(name: string): ViewDraft {
  const list = 'applications';
  return { name, list, filter: 'all', sort: 'updated', where: {}, columns: null };
}

/** A view that names somebody. */
async function viewOfPerson(world: World, screen: Screen, n: number): Promise<ViewDraft> {
  const { page, office } = screen;
  const rows = await world.reach(page.commands.readNewest(office.mirror, 'applications', 50));
  const one = rows && 'value' in rows && rows.value.length > 0 && world.one(rows.value);
  return one ? viewOf(about(one, `View ${n}`)) : viewOf(`View ${n}`);
}

/** Discards, retries or decides about an earlier change. */
export async function decide(world: World, place: Place): Promise<void> {
  const { device, page, office } = place;
  const { mirror, user } = office;
  const before = device.queueOf(user.id);
  const luck = world.random();
  if (luck < 0.3) {
    const isStatus = luck >= 0.15;
    const questions = device.questionsOf(user.id);
    const question = questions.find(({ field }) => (field === 'status') === isStatus);
    if (!question) return;
    const choice = world.chance(0.5) ? 'mine' : 'theirs';
    world.note(`${device.name}: ${choice} of ${question.field}`);
    world.answers(device, user.id, question.id);
    await world.reach(page.commands.answerQuestion(mirror, question, choice));
    return;
  }
  if (before.length === 0) return;
  const { key, state, type } = world.one(before);
  world.queues();
  if (luck < 0.5 && state === 'refused') {
    await world.reach(page.commands.retry(mirror, key));
    world.note(`${device.name}: tries ${type} ${key} again`);
    return;
  }
  if (luck < 0.8) return;
  await drop(world, place, key, { unsentOnly: world.chance(0.5) });
}

/** Drops a queued change, on the page of waiting changes. */
async function drop(
  world: World,
  { device, page, office }: Place,
  key: string,
  options: { unsentOnly: boolean },
): Promise<void> {
  const { mirror, user } = office;
  world.asksToDrop(device, user.id, [key]);
  const before = device.queueOf(user.id);
  const inFlight = device.seqsInFlight(user.id);
  const dropped = await world.reach(page.commands.takeBack(mirror, key, options));
  if (!dropped || 'error' in dropped) return;
  const said = dropped.value;
  world.note(`${device.name}: drops ${key}: ${said}`);
  if (said === 'sending' || said === 'sent') return;
  const left = new Set(device.queueOf(user.id).map((entry) => entry.key));
  const still = device.seqsInFlight(user.id);
  for (const entry of before) {
    if (left.has(entry.key)) continue;
    if (inFlight.has(entry.seq) && still.has(entry.seq)) {
      throw new Violation(`${device.name} has dropped ${entry.key} while it was in flight.`);
    }
  }
}

/** Presses Undo on the toast of changes, or of an import: what never left the device is dropped, the rest reversed. */
export async function undo(world: World, { place, keys, imported }: Undoable): Promise<void> {
  const { device, page, office } = place;
  const { mirror, user } = office;
  const { commands } = page;
  world.asksToDrop(device, user.id, keys);
  world.note(`${device.name}: undoes ${keys}`);
  if (imported) {
    const undone = commands.undoImport(mirror, imported, () => undefined);
    const taken = undone.then(() => {
      for (const { id } of imported) world.ledger.undoneImports.add(id);
    });
    world.watch(taken);
    await world.reach(undone);
    return;
  }
  const changes = keys.flatMap((key) => world.ledger.made.get(key)?.entry ?? []);
  if (changes.length < keys.length) return;
  for (const change of changes) {
    const back = definitionOf(change).reverse?.(change, inWords) as Mutation | null | undefined;
    if (back?.type === 'status-changed') device.browser.acts.add(actOf(back.seen.id, back.body));
  }
  const undone = commands.undoChanges(mirror, keys, changes, inWords).then((back) => {
    for (const [at, key] of back.keys.entries()) {
      const made = changes.find((change) => isReverse(back.reverses[at], change));
      if (made) world.ledger.reverses.set(key, made.key);
      // What made nothing has nothing to undo: the device drops it.
      world.asksToDrop(device, user.id, [key]);
    }
  });
  await world.reach(undone);
}

/** Stands in for the texts of a language. */
const inWords: Text = (key, values) => [key, ...Object.values(values ?? {})].join(' ');

function isReverse(reverse: Mutation | undefined, change: OutboxEntry): boolean {
  const made = definitionOf(change).reverse?.(change, inWords);
  return JSON.stringify(made) === JSON.stringify(reverse);
}
