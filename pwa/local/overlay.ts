import type { Application, ApplicationDraft, HistoryEntry } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { draftFromContact } from '#contract/conversion.ts';
import { applicationIdOf } from '#contract/ids.ts';
import { changedFields } from './changed-fields.ts';
import { type ApplicationEntry, isOfCampaign, type OutboxEntry } from './outbox-entry.ts';
import type { Waiting } from './waiting.ts';

export type ApplicationRow = Application & { waiting: Waiting };
export type HistoryRow = HistoryEntry & { waiting: Waiting };
export type ContactRow = Contact & { waiting: Waiting };

/** The id of the application that a change is about; null when it is about none. */
export function applicationOf(entry: OutboxEntry): string | null {
  if (isOfCampaign(entry) || entry.type === 'contact-state-changed') return null;
  if (entry.type === 'contact-converted') return applicationIdOf(entry.seen.id);
  return entry.type === 'application-created' ? entry.body.id : entry.seen.id;
}

/** The changes of each application, in the order in which they were made. */
export function byApplication(entries: readonly OutboxEntry[]): Map<string, ApplicationEntry[]> {
  const groups = new Map<string, ApplicationEntry[]>();
  for (const entry of entries) {
    if (isOfCampaign(entry)) continue;
    const id = applicationOf(entry);
    if (id === null) continue;
    const group = groups.get(id);
    if (group) group.push(entry);
    else groups.set(id, [entry]);
  }
  return groups;
}

/**
 * One application as the person sees it: what the server said, with the changes that wait laid over
 * it in their order. Undefined when neither has it.
 *
 * A refused change is not laid over, only marked, except one that made the application: without it
 * the text would be gone from the screen. Of a refused conversion that is so once other changes
 * build on it; before, the contact is simply not converted.
 */
export function foldApplication(
  row: Application | undefined,
  entries: readonly ApplicationEntry[],
): ApplicationRow | undefined {
  let seen = row;
  for (const entry of entries) seen = apply(seen, entry, entries.length > 1);
  return seen && { ...seen, waiting: markOf(entries) };
}

function apply(
  row: Application | undefined,
  entry: ApplicationEntry,
  builtOn: boolean,
): Application | undefined {
  const refused = entry.state === 'refused';
  if (entry.type === 'contact-state-changed') return row;
  if (entry.type === 'application-created')
    return row ?? made(entry, entry.body.id, entry.body, null);
  if (entry.type === 'contact-converted') {
    if (row || (refused && !builtOn)) return row;
    const { id } = entry.seen;
    return made(entry, applicationIdOf(id), draftFromContact(entry.seen), id);
  }
  if (!row || refused) return row;
  if (entry.type === 'follow-up-set') return { ...row, ...entry.body };
  const updatedAt = later(row.updatedAt, entry.queuedAt);
  if (entry.type === 'application-edited') return { ...row, ...changedFields(entry), updatedAt };
  // A note repeats the status that was seen; it does not claim that it still stands.
  const isNote = entry.body.status === entry.seen.status;
  return { ...row, status: isNote ? row.status : entry.body.status, updatedAt };
}

function made(
  entry: ApplicationEntry,
  id: string,
  draft: ApplicationDraft,
  contactId: number | null,
): Application {
  return {
    ...draft,
    id,
    contactId,
    status: 'pending',
    followUpOn: null,
    createdAt: entry.queuedAt,
    updatedAt: entry.queuedAt,
    version: 0,
  };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/**
 * The history of one application, newest first: the changes that wait, then what the server holds in
 * the order of its recording. A change whose answer was lost may stand in both: the server's is shown.
 *
 * @param recorded entries of this application, newest first
 */
export function foldHistory(
  recorded: readonly HistoryEntry[],
  row: Application | undefined,
  entries: readonly ApplicationEntry[],
): HistoryRow[] {
  const arrived = new Set(recorded.map(({ id }) => id));
  const rows: HistoryRow[] = [];
  let seen = row;
  for (const entry of entries) {
    const before = seen;
    seen = apply(seen, entry, entries.length > 1);
    if (entry.type !== 'status-changed' || arrived.has(entry.key)) continue;
    const previousStatus = before?.status ?? entry.seen.status;
    const isNote = entry.body.status === entry.seen.status;
    rows.push({
      id: entry.key,
      applicationId: entry.seen.id,
      previousStatus,
      newStatus: isNote ? previousStatus : entry.body.status,
      notes: entry.body.notes,
      createdAt: entry.queuedAt,
      arrivedAt: entry.queuedAt,
      by: null,
      version: 0,
      waiting: markOf([entry]),
    });
  }
  return [...rows.reverse(), ...recorded.map((entry) => ({ ...entry, waiting: null }))];
}

/**
 * One contact as the person sees it: converted as soon as its conversion waits (D-12), set aside as
 * soon as that waits. A refused change is only marked.
 */
export function foldContact(contact: Contact, entries: readonly OutboxEntry[]): ContactRow {
  let { convertedToApplication, state } = contact;
  for (const entry of entries) {
    if (entry.state === 'refused') continue;
    if (entry.type === 'contact-converted') convertedToApplication = true;
    if (entry.type === 'contact-state-changed') state = entry.body.state;
  }
  return { ...contact, convertedToApplication, state, waiting: markOf(entries) };
}

/** The mark of a record: what needs the person first, then what is under way. */
export function markOf(entries: readonly Pick<OutboxEntry, 'state'>[]): Waiting {
  if (entries.length === 0) return null;
  if (entries.some(({ state }) => state === 'refused')) return 'refused';
  return entries.some(({ state }) => state === 'sending') ? 'sending' : 'not-sent';
}
