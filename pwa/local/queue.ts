import {
  changeStatus,
  createApplication,
  editApplication,
  setFollowUp,
} from '#contract/applications.ts';
import { createCampaign, deleteCampaign, editCampaign } from '#contract/campaigns.ts';
import { changeContactState, convertContact } from '#contract/contacts.ts';
import { newId } from '#contract/ids.ts';
import { serverNow } from '#pwa/lib/server-clock.ts';
import { withRoom } from './make-room.ts';
import type { Mirror } from './mirror.ts';
import {
  applicationEntity,
  campaignEntity,
  contactEntity,
  contactOf,
  type Mutation,
  type NewOutboxEntry,
  type OutboxEntry,
  type Queued,
} from './outbox-entry.ts';
import { isFull, reopening } from './reopening.ts';
import { TableWatch } from './table-watch.ts';

/**
 * A change could not be kept on this phone. The screen keeps what was typed and says so; `full` is
 * true when the device has no room left.
 */
export class NotSaved extends Error {
  override readonly name = 'NotSaved';
  readonly full: boolean;

  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.full = isFull(options.cause);
  }
}

/**
 * Appends a change to the outbox. It is on the disk when this resolves, with its key; only then may a
 * screen say "Saved on this phone". A contact whose conversion is in the outbox already is not
 * converted again: the key is that one's. On a full device the mirror makes room once, for what
 * it holds can be pulled again. Throws NotSaved.
 */
export async function queue(mirror: Mirror, mutation: Mutation): Promise<string> {
  const [key] = await queueAll(mirror, [mutation]);
  if (key === undefined) throw new RangeError('One change has one key.');
  return key;
}

/** As `queue`, of changes that are made together: all are on the disk, in this order, or none is. */
export async function queueAll(mirror: Mirror, mutations: readonly Mutation[]): Promise<string[]> {
  const entries = mutations.map(newEntry);
  try {
    return await withRoom(mirror, () => append(mirror, entries));
  } catch (cause) {
    throw new NotSaved('The change could not be saved on this phone.', { cause });
  }
}

/** The entry of a change that is made now, to be added to the outbox. */
export function newEntry(mutation: Mutation): NewOutboxEntry {
  return { ...mutation, ...blank(), ...addressOf(mutation) };
}

/** One transaction; of a plain change there is nothing in it but the entry. */
async function append(mirror: Mirror, entries: readonly NewOutboxEntry[]): Promise<string[]> {
  const { outbox, conflicts } = mirror;
  const answers = entries.some(isChoice) && (await areQuestionsOpen(mirror));
  return mirror.transaction('rw', answers ? [outbox, conflicts] : [outbox], async () => {
    const keys: string[] = [];
    for (const entry of entries) {
      keys.push(await add(mirror, entry));
      if (answers && isChoice(entry)) await conflicts.delete(entry.seen.id);
    }
    return keys;
  });
}

/** Adds one entry, within a transaction; answers the key under which the change waits. */
async function add(mirror: Mirror, entry: NewOutboxEntry): Promise<string> {
  if (entry.type === 'contact-converted') {
    const earlier = await conversionOf(mirror, entry.seen.id);
    if (earlier) return earlier.key;
  }
  const dependsOn = await conversionBefore(mirror, entry);
  await mirror.outbox.add({ ...entry, dependsOn });
  return entry.key;
}

/** Choosing a status by hand answers the question that an open conflict asks. */
function isChoice(
  entry: NewOutboxEntry,
): entry is Extract<NewOutboxEntry, { type: 'status-changed' }> {
  return entry.type === 'status-changed' && entry.body.status !== entry.seen.status;
}

/** Whether statuses are in question (W-11); looked up again only after that was written to. */
async function areQuestionsOpen(mirror: Mirror): Promise<boolean> {
  const watch = questions.get(mirror) ?? new TableWatch(mirror.name, mirror.conflicts.name);
  questions.set(mirror, watch);
  const { writes } = watch;
  if (noneAt.get(watch) === writes) return false;
  const areOpen = (await reopening(mirror, () => mirror.conflicts.count())) > 0;
  if (!areOpen) noneAt.set(watch, writes);
  return areOpen;
}

const questions = new WeakMap<Mirror, TableWatch>();
/** What the watch had told when there was none. */
const noneAt = new WeakMap<TableWatch, number>();

/** The conversion that must arrive before a change to the application which it makes. */
async function conversionBefore(mirror: Mirror, entry: NewOutboxEntry): Promise<string | null> {
  const contactId = contactOf(entry);
  if (contactId === null) return null;
  return (await conversionOf(mirror, contactId))?.key ?? null;
}

/** The conversion of a contact that is in the outbox. */
function conversionOf({ outbox }: Mirror, contactId: number): PromiseLike<OutboxEntry | undefined> {
  const lane = outbox.where('entity').equals(contactEntity(contactId));
  return lane.filter(({ type }) => type === 'contact-converted').first();
}

function blank(): Omit<Queued, 'seq' | 'entity' | 'method' | 'path'> {
  return {
    v: 2,
    tellsSeen: true,
    key: newId(),
    dependsOn: null,
    queuedAt: new Date(serverNow()).toISOString(),
    state: 'waiting',
    tries: 0,
    nextTryAt: 0,
    reason: null,
  };
}

function addressOf(mutation: Mutation): Pick<Queued, 'entity' | 'method' | 'path'> {
  switch (mutation.type) {
    case 'status-changed':
      return address(changeStatus, applicationEntity(mutation.seen.id), mutation.seen.id);
    case 'application-created':
      return address(createApplication, applicationEntity(mutation.body.id));
    case 'application-edited':
      return address(editApplication, applicationEntity(mutation.seen.id), mutation.seen.id);
    case 'follow-up-set':
      return address(setFollowUp, applicationEntity(mutation.seen.id), mutation.seen.id);
    case 'contact-state-changed':
      return address(changeContactState, contactEntity(mutation.seen.id), mutation.seen.id);
    case 'contact-converted':
      return address(convertContact, contactEntity(mutation.seen.id), mutation.seen.id);
    case 'campaign-created':
      return address(createCampaign, campaignEntity(mutation.body.id));
    case 'campaign-edited':
      return address(editCampaign, campaignEntity(mutation.seen.id), mutation.seen.id);
    case 'campaign-deleted':
      return address(deleteCampaign, campaignEntity(mutation.seen.id), mutation.seen.id);
  }
}

function address<Method extends Queued['method']>(
  endpoint: { method: Method; path: string },
  entity: string,
  id?: string | number,
): Pick<Queued, 'entity' | 'method' | 'path'> {
  return { entity, method: endpoint.method, path: endpoint.path.replace(':id', String(id)) };
}
