import type * as v from 'valibot';
import {
  changeStatus,
  createApplication,
  editApplication,
  type HistoryEntry,
  setFollowUp,
} from '#contract/applications.ts';
import { createCampaign, deleteCampaign, editCampaign } from '#contract/campaigns.ts';
import { changeContactState, convertContact } from '#contract/contacts.ts';
import { keepAcknowledged } from '#pwa/local/acknowledged.ts';
import { changedFields } from '#pwa/local/changed-fields.ts';
import { withRoom } from '#pwa/local/make-room.ts';
import type {
  Conflict,
  DisputedField,
  FieldConflict,
  ListName,
  Mirror,
} from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { newEntry } from '#pwa/local/queue.ts';
import { serverState } from '#pwa/local/server-state.ts';
import { answered } from '#pwa/local/under-way.ts';
import { type Generations, generationsOf, putRows, type VersionedRow } from './put-row.ts';

/** The answer that the contract promises to a change of each type. */
export const REPLIES = {
  'status-changed': changeStatus.reply,
  'application-created': createApplication.reply,
  'application-edited': editApplication.reply,
  'follow-up-set': setFollowUp.reply,
  'contact-converted': convertContact.reply,
  'contact-state-changed': changeContactState.reply,
  'campaign-created': createCampaign.reply,
  'campaign-edited': editCampaign.reply,
  'campaign-deleted': deleteCampaign.reply,
};

/** The lists that a change of each type touches on the server. */
export const TOUCHES: Record<OutboxEntry['type'], readonly ListName[]> = {
  'status-changed': ['applications'],
  'application-created': ['applications'],
  'application-edited': ['applications'],
  'follow-up-set': ['applications'],
  'contact-converted': ['applications', 'contacts'],
  'contact-state-changed': ['contacts'],
  'campaign-created': ['campaigns'],
  'campaign-edited': ['campaigns'],
  // Its inquiries lose their link to it and keep its name.
  'campaign-deleted': ['campaigns', 'contacts'],
};

/**
 * A change that the server has accepted, with its answer, parsed by the schema in REPLIES; or with the
 * application that is already as the change wanted it to be.
 */
export type Accepted = { entry: OutboxEntry } & ({ reply: unknown } | { asIs: VersionedRow });

/**
 * Takes the server's yes to one change or many, oldest first: its rows go into the mirror and the
 * entries leave the outbox, in one transaction, so that no screen sees one without the other.
 *
 * @param asOf the mirror when the changes were sent: rows of a list that was pulled from its
 *   beginning since may be of a database that a backup has replaced (fault 32), and are left out
 * @param underWay under which the changes were marked as being sent
 * @returns false when it is known by now that a backup has taken that database's place: then the
 *   changes have not arrived at all, and stay in the outbox
 */
export async function accept(
  mirror: Mirror,
  accepted: readonly Accepted[],
  asOf: AsOf,
  underWay: number,
): Promise<boolean> {
  if (accepted.length === 0) return true;
  const said = rowsIn(accepted);
  const { applications, history, contacts, campaigns, meta } = mirror;
  const { outbox, underWay: marks, acknowledged, conflicts, fieldConflicts } = mirror;
  const truth = [applications, history, contacts, campaigns, meta];
  const tables = [...truth, outbox, marks, acknowledged, conflicts, fieldConflicts];
  return withRoom(mirror, () =>
    mirror.transaction('rw', tables, async () => {
      const now = await asOfNow(mirror);
      if (now.epoch !== asOf.epoch) return false;
      for (const list of ['applications', 'contacts', 'campaigns'] as const) {
        if (isOfNow(list, asOf, now)) await putRows(mirror, list, said[list], { stale: true });
      }
      await campaigns.bulkDelete(said.deleted);
      if (isOfNow('applications', asOf, now)) {
        const generation = now.generations.get('applications') ?? 0;
        await history.bulkPut(said.changes.map(({ change }) => ({ ...change, generation })));
      }
      await compare(mirror, said.changes);
      await dispute(mirror, said.disputes);
      await leave(
        mirror,
        accepted.map(({ entry }) => entry),
        underWay,
      );
      return true;
    }),
  );
}

/** What was known of the server when something was sent to it. */
export interface AsOf {
  generations: Generations;
  /** Of the database that was meant (local/server-state.ts). */
  epoch: string | null;
}

/** Call it in a transaction on `meta`. */
export async function asOfNow(mirror: Mirror): Promise<AsOf> {
  return { generations: await generationsOf(mirror), epoch: (await serverState(mirror)).epoch };
}

/** Entries that the server has leave the outbox. */
async function leave(
  mirror: Mirror,
  entries: readonly OutboxEntry[],
  underWay: number,
): Promise<void> {
  const seqs = entries.map(({ seq }) => seq);
  const runs = runsOf(seqs);
  await Promise.all([
    keepAcknowledged(mirror, entries),
    answered(mirror, underWay, seqs),
    ...runs.map(([first, last]) =>
      mirror.outbox.where('seq').between(first, last, true, true).delete(),
    ),
  ]);
}

/** Numbers as runs without a gap, so that hundreds of entries leave the outbox in one step. */
function runsOf(numbers: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** A list that had never been pulled has nothing that could be older. */
function isOfNow(list: ListName, asOf: AsOf, now: AsOf): boolean {
  const before = asOf.generations.get(list) ?? 0;
  return before === 0 || before === now.generations.get(list);
}

interface StatusMet {
  entry: OutboxEntry & { type: 'status-changed' };
  change: HistoryEntry;
}

/** What the answers say, by table. */
function rowsIn(accepted: readonly Accepted[]) {
  const rows = {
    applications: [] as VersionedRow[],
    contacts: [] as VersionedRow[],
    campaigns: [] as VersionedRow[],
    deleted: [] as number[],
    changes: [] as StatusMet[],
    disputes: [] as Dispute[],
  };
  for (const one of accepted) {
    if ('asIs' in one) {
      rows.applications.push(one.asIs);
      continue;
    }
    const { entry, reply } = one;
    if (entry.type === 'status-changed') {
      const { change, ...application } = answerTo('status-changed', reply);
      rows.applications.push(application);
      rows.changes.push({ entry, change });
    } else if (entry.type === 'contact-converted') {
      const { contact, ...application } = answerTo('contact-converted', reply);
      rows.applications.push(application);
      rows.contacts.push(contact);
    } else if (entry.type === 'contact-state-changed') {
      rows.contacts.push(answerTo('contact-state-changed', reply));
    } else if (entry.type === 'campaign-deleted') {
      rows.deleted.push(entry.seen.id);
    } else if (entry.type === 'campaign-edited') {
      const { conflicts = [], ...campaign } = answerTo('campaign-edited', reply);
      rows.campaigns.push(campaign);
      rows.disputes.push(disputeOf(entry, campaign, conflicts));
    } else if (entry.type === 'campaign-created') {
      rows.campaigns.push(answerTo('campaign-created', reply));
    } else if (entry.type === 'application-edited') {
      const { conflicts = [], ...application } = answerTo('application-edited', reply);
      rows.applications.push(application);
      rows.disputes.push(disputeOf(entry, application, conflicts));
    } else {
      rows.applications.push(answerTo(entry.type, reply));
    }
  }
  return rows;
}

type Answered = Exclude<OutboxEntry['type'], 'campaign-deleted'>;

/** The reply to a change of this type: it was parsed by its schema when it arrived. */
function answerTo<Type extends Answered>(
  _type: Type,
  reply: unknown,
): v.InferOutput<(typeof REPLIES)[Type]> {
  return reply as v.InferOutput<(typeof REPLIES)[Type]>;
}

type Value = DisputedField['mine'];
type Dispute = FieldConflict & { changed: string[] };

/** What an edit and somebody else's have changed differently: theirs stand, mine is kept to be asked. */
function disputeOf<Field extends string>(
  entry: { entity: string; key: string; body: Record<Field, Value>; seen: Record<Field, Value> },
  row: Record<Field, Value>,
  conflicts: readonly Field[],
): Dispute {
  const { entity, key, body } = entry;
  const fields = conflicts.map((field) => ({ field, mine: body[field], theirs: row[field] }));
  return { entity, key, fields, changed: Object.keys(changedFields(entry)) };
}

/** Keeps what is to be asked. A field that was changed again since is asked about no more. */
async function dispute(mirror: Mirror, disputes: readonly Dispute[]): Promise<void> {
  for (const { changed, ...asked } of disputes) {
    const before = await mirror.fieldConflicts.get(asked.entity);
    const open = before?.fields.filter(({ field }) => !changed.includes(field)) ?? [];
    const fields = [...open, ...asked.fields];
    if (fields.length > 0) await mirror.fieldConflicts.put({ ...asked, fields });
    else if (before) await mirror.fieldConflicts.delete(asked.entity);
  }
}

/**
 * Whether somebody else had changed a status since the person saw it (W-11). Both changes stand in
 * the history; which status is to stand now is asked, and kept until it is answered. A note was not
 * meant to change any status: the other one's is put back by itself.
 */
async function compare(mirror: Mirror, changes: readonly StatusMet[]): Promise<void> {
  if (changes.length === 0) return;
  const open = new Map<string, Conflict>();
  for (const conflict of await mirror.conflicts.toArray())
    open.set(conflict.applicationId, conflict);
  for (const { entry, change } of changes) {
    const { seen, body, key } = entry;
    const { applicationId, previousStatus: theirs, newStatus: mine, arrivedAt: at } = change;
    const isNote = body.status === seen.status;
    const before = open.get(applicationId);
    if (theirs === seen.status || theirs === mine) {
      // A later change of the same queue: the question is still asked, about what stands now.
      if (before && !isNote) open.set(applicationId, { ...before, key, mine, at });
    } else if (isNote) {
      const restored = { status: theirs, notes: null };
      await mirror.outbox.add(
        newEntry({ type: 'status-changed', body: restored, seen: { ...seen, status: mine } }),
      );
    } else {
      open.set(applicationId, { applicationId, key, seen: seen.status, mine, theirs, at });
    }
  }
  const asked = [...open.values()];
  await mirror.conflicts.bulkPut(asked.filter(({ mine, theirs }) => mine !== theirs));
  await mirror.conflicts.bulkDelete(
    asked.filter(({ mine, theirs }) => mine === theirs).map(({ applicationId }) => applicationId),
  );
}
