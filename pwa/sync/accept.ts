import * as v from 'valibot';
import {
  type Application,
  changeStatus,
  createApplication,
  editApplication,
  type HistoryEntry,
  setFollowUp,
} from '#contract/applications.ts';
import { changeContactState, convertContact } from '#contract/contacts.ts';
import type { ListName, Mirror } from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { newEntry } from '#pwa/local/queue.ts';
import { reopening } from '#pwa/local/reopening.ts';
import { putRow } from './put-row.ts';

/** The answer that the contract promises to a change of each type. */
export const REPLIES = {
  'status-changed': changeStatus.reply,
  'application-created': createApplication.reply,
  'application-edited': editApplication.reply,
  'follow-up-set': setFollowUp.reply,
  'contact-converted': convertContact.reply,
  'contact-state-changed': changeContactState.reply,
};

/** The lists that a change of each type touches on the server. */
export const TOUCHES: Record<OutboxEntry['type'], readonly ListName[]> = {
  'status-changed': ['applications'],
  'application-created': ['applications'],
  'application-edited': ['applications'],
  'follow-up-set': ['applications'],
  'contact-converted': ['applications', 'contacts'],
  'contact-state-changed': ['contacts'],
};

/**
 * Takes the server's yes: its rows go into the mirror and the entry leaves the outbox, in one
 * transaction, so that no screen sees one without the other.
 *
 * @param reply the answer, parsed by the schema in REPLIES
 */
export async function accept(mirror: Mirror, entry: OutboxEntry, reply: unknown): Promise<void> {
  const { applications, history, contacts, outbox, conflicts, meta } = mirror;
  const tables = [applications, history, contacts, outbox, conflicts, meta];
  await reopening(mirror, () =>
    mirror.transaction('rw', tables, async () => {
      await putReply(mirror, entry, reply);
      await outbox.delete(entry.seq);
    }),
  );
}

/** Takes an application as it stands for the answer: it is already what a change wanted it to be. */
export async function acceptAsIs(
  mirror: Mirror,
  entry: OutboxEntry,
  application: Application,
): Promise<void> {
  const { applications, outbox, meta } = mirror;
  await reopening(mirror, () =>
    mirror.transaction('rw', applications, outbox, meta, async () => {
      await putApplication(mirror, application);
      await outbox.delete(entry.seq);
    }),
  );
}

async function putReply(mirror: Mirror, entry: OutboxEntry, reply: unknown): Promise<void> {
  if (entry.type === 'status-changed') {
    const { change, ...application } = v.parse(REPLIES['status-changed'], reply);
    await putApplication(mirror, application);
    const { generation = 0 } = (await mirror.applications.get(application.id)) ?? {};
    await mirror.history.put({ ...change, generation });
    await compare(mirror, entry, change);
  } else if (entry.type === 'contact-converted') {
    const { contact, ...application } = v.parse(REPLIES['contact-converted'], reply);
    await putApplication(mirror, application);
    await putRow(mirror, 'contacts', contact, { stale: true });
  } else if (entry.type === 'contact-state-changed') {
    const contact = v.parse(REPLIES['contact-state-changed'], reply);
    await putRow(mirror, 'contacts', contact, { stale: true });
  } else {
    await putApplication(mirror, v.parse(REPLIES[entry.type], reply));
  }
}

function putApplication(mirror: Mirror, application: Application): Promise<void> {
  return putRow(mirror, 'applications', application, { stale: true });
}

/**
 * Whether somebody else had changed the status since the person saw it (W-11). Both changes stand in
 * the history; which status is to stand now is asked, and kept until it is answered. A note was not
 * meant to change any status: the other one's is put back by itself.
 */
async function compare(
  mirror: Mirror,
  entry: OutboxEntry & { type: 'status-changed' },
  change: HistoryEntry,
): Promise<void> {
  const { seen, body } = entry;
  const { previousStatus: theirs, newStatus: mine } = change;
  if (theirs === seen.status || theirs === mine) return;
  if (body.status !== seen.status) {
    const { applicationId, arrivedAt: at } = change;
    const { key } = entry;
    await mirror.conflicts.put({ applicationId, key, seen: seen.status, mine, theirs, at });
    return;
  }
  const restored = { status: theirs, notes: null };
  await mirror.outbox.add(
    newEntry({ type: 'status-changed', body: restored, seen: { ...seen, status: mine } }),
  );
}
