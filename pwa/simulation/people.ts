import type { Application } from '#contract/applications.ts';
import { STATUSES } from '#contract/vocabulary.ts';
import type { BrowserPage } from './browser-page.ts';
import type { Device } from './device.ts';
import type { Office } from './page.ts';
import type { World } from './world.ts';

const DRAFT = {
  playerName: 'Ana Ruiz',
  email: 'ana@example.org',
  phone: null,
  nationality: null,
  dateOfBirth: null,
  currentClub: null,
  position: null,
  agentNotes: null,
};

/** Where somebody is at work. */
export interface Place {
  device: Device;
  page: BrowserPage;
  office: Office;
}

/** Somewhere where somebody is at work; null when nobody is. */
export function aPlace(world: World): Place | null {
  const places = world.devices.flatMap((device) =>
    device.offices().map(({ page, office }) => ({ device, page, office })),
  );
  return places.length > 0 ? world.one(places) : null;
}

/** A change that a person begins on a screen: resolves with its key once it is kept. */
export interface Begun {
  what: string;
  kept: Promise<string>;
}

/** Begins one of the changes that a person can make; null where there is nothing to change. */
export async function beginChange(world: World, place: Place): Promise<Begun | null> {
  const { page, office } = place;
  const { mirror } = office;
  const { commands } = page;
  const luck = world.random();
  if (luck < 0.1) {
    const playerName = `New ${world.dice(1_000)}`;
    const made = commands.createApplication(mirror, { ...DRAFT, playerName });
    return { what: 'a new application', kept: made.then(({ key }) => key) };
  }
  if (luck < 0.25) return beginConversion(world, place);
  const seen = await anApplication(world, place);
  if (!seen) return null;
  if (luck < 0.4) {
    const position = `Position ${world.dice(1_000_000)}`;
    const kept = commands.editApplication(mirror, seen, { ...DRAFT, position });
    return { what: `edit of ${seen.id}`, kept };
  }
  const status = luck < 0.5 ? seen.status : world.one(STATUSES);
  const notes = status === seen.status || world.chance(0.4) ? `Note ${world.dice(1e6)}` : null;
  const kept = commands.changeStatus(mirror, seen, { status, notes });
  return { what: `${seen.id}: ${seen.status} > ${status}, ${notes}`, kept };
}

/** One of the applications that the person sees. */
export async function anApplication(
  world: World,
  { page, office }: Place,
): Promise<Application | null> {
  const read = await world.reach(page.commands.readApplications(office.mirror, 50));
  if (!read || 'error' in read || read.value.rows.length === 0) return null;
  const { waiting: _, ...row } = world.one(read.value.rows);
  return row;
}

async function beginConversion(world: World, { page, office }: Place): Promise<Begun | null> {
  const read = await world.reach(Promise.resolve(office.mirror.contacts.toArray()));
  if (!read || 'error' in read || read.value.length === 0) return null;
  const { generation: _, ...contact } = world.one(read.value);
  const kept = page.commands.convertContact(office.mirror, contact);
  return { what: `conversion of contact ${contact.id}`, kept };
}

/** What a person does about changes that were made before: undo, answer, try again. */
export async function decide(world: World, place: Place): Promise<void> {
  const { device, page, office } = place;
  const { mirror, user } = office;
  const before = device.queueOf(user.id);
  const luck = world.random();
  if (luck < 0.3) {
    const [conflict] = device.browser.rows<never>(`agency-${user.id}`, 'conflicts');
    if (!conflict) return;
    const isMine = world.chance(0.5);
    world.note(`${device.name}: ${isMine ? 'keeps mine' : 'takes theirs'}`);
    const { keepMine, takeTheirs } = page.commands;
    await world.reach<unknown>(isMine ? keepMine(mirror, conflict) : takeTheirs(mirror, conflict));
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
  const dropped = await world.reach(page.commands.discard(mirror, key));
  const left = new Set(device.queueOf(user.id).map((entry) => entry.key));
  if (!dropped || 'error' in dropped || dropped.value === 0) return;
  world.note(`${device.name}: discards ${type} ${key}, ${dropped.value} in all`);
  for (const entry of before) {
    if (!left.has(entry.key)) world.ledger.end(entry.key, 'discarded');
  }
}
