import * as v from 'valibot';
import { CAMPAIGN_FIELDS } from '#contract/campaigns.ts';
import { version } from '#contract/delta.ts';
import { endpoint } from '#contract/endpoint.ts';
import { APPLICATION_COLUMNS, HISTORY_COLUMNS } from '#contract/fields/application-fields.ts';
import { CONTACT_COLUMNS } from '#contract/fields/contact-fields.ts';
import { type Columns, nullableText, rowEntries } from '#contract/fields/field-table.ts';
import { instant, rowId, text, uuid } from '#contract/fields/fields.ts';

/** The lists of which a device has copies. */
export const COPIED_LISTS = ['applications', 'contacts', 'campaigns'] as const;
export type CopiedList = (typeof COPIED_LISTS)[number];

/** The most rows, and the most deletions, of one call. */
export const COPIES_AT_ONCE = 100;
/** The most history entries of one call. */
export const ENTRIES_AT_ONCE = 400;
/** The most copies that wait for an admin, and that one call decides. */
export const MOST_COPIES = 2_000;

/** A row as a device has it: a device of an older version lacks columns. */
/* @__NO_SIDE_EFFECTS__ */
function copyOf<const I extends v.GenericSchema, C extends Columns>(id: I, columns: C) {
  return v.object({ ...v.partial(v.object(rowEntries(columns))).entries, id, version });
}

/** A copy of an application. */
const ApplicationCopy = copyOf(uuid, APPLICATION_COLUMNS);
/** A copy of an inquiry. */
const ContactCopy = copyOf(rowId, CONTACT_COLUMNS);
/** A copy of a campaign, without its counts: visits are no part of what a device gives back. */
const CampaignCopy = copyOf(rowId, {
  ...CAMPAIGN_FIELDS,
  createdAt: { row: instant },
});
/** A copy of an entry of the history. */
const EntryCopy = v.object({
  ...copyOf(uuid, HISTORY_COLUMNS).entries,
  applicationId: uuid,
  by: v.optional(nullableText),
});

/** A record that a device saw deleted. */
const SeenDeletion = v.object({
  list: v.picklist(COPIED_LISTS),
  id: v.union([rowId, uuid]),
  /** A revision at which it was gone. */
  version,
});
export type SeenDeletion = v.InferOutput<typeof SeenDeletion>;

/** What a device has that is newer than a restored backup. */
export const OfferedCopies = v.object({
  /** The database of which the device has it (delta.ts). */
  epoch: v.pipe(text, v.maxLength(100)),
  applications: several(ApplicationCopy, COPIES_AT_ONCE),
  contacts: several(ContactCopy, COPIES_AT_ONCE),
  campaigns: several(CampaignCopy, COPIES_AT_ONCE),
  history: several(EntryCopy, ENTRIES_AT_ONCE),
  gone: several(SeenDeletion, COPIES_AT_ONCE),
});
export type OfferedCopies = v.InferOutput<typeof OfferedCopies>;

/* @__NO_SIDE_EFFECTS__ */
function several<const S extends v.GenericSchema>(item: S, most: number) {
  return v.optional(v.pipe(v.array(item), v.maxLength(most)), []);
}

/** What becomes of what a device has offered. */
const OfferReply = v.object({
  /** How many records of this call wait for an admin. */
  kept: v.number(),
  /** Records that were erased since: the device forgets its copies of them. */
  erased: v.optional(
    v.array(v.object({ list: v.picklist(COPIED_LISTS), id: v.union([rowId, uuid]) })),
    [],
  ),
});
export type OfferReply = v.InferOutput<typeof OfferReply>;

/**
 * Offers what a device has seen of a database that a backup has replaced: rows, history and deletions that are newer
 * than the backup. Nothing is written before an admin has decided. What the database has already, what a user of this
 * role could not see (campaigns), and what the rules for input refuse is left out. The same copy offered again is kept
 * once, with each device that has it; of two copies of a record the newer one is kept, and a deletion is never replaced by
 * an older row.
 */
export const offerCopies = endpoint('POST', '/api/backups/copies', {
  access: 'dashboard',
  body: OfferedCopies,
  reply: OfferReply,
});

/**
 * What a copy is to the database. `new`: the record is not there; `newer`: it is as the backup had it; `differs`: it was
 * changed after the restore, too; `erases`: the record was deleted, or its person anonymised.
 */
export const COPY_KINDS = ['erases', 'new', 'newer', 'differs'] as const;
export type CopyKind = (typeof COPY_KINDS)[number];

/** A device by its user and its browser and system. */
export const HoldingDevice = v.object({ username: v.string(), device: v.nullable(v.string()) });
export type HoldingDevice = v.InferOutput<typeof HoldingDevice>;

const anyValue = v.nullable(v.union([v.string(), v.number(), v.boolean()]));

/** A record that devices have and the restored database lacks. */
export const WaitingCopy = v.object({
  id: uuid,
  kind: v.picklist(COPY_KINDS),
  list: v.picklist(COPIED_LISTS),
  recordId: v.union([rowId, uuid]),
  /** The player, the writer of the inquiry, or the campaign. */
  name: v.string(),
  /** How the message of an inquiry begins; else empty. */
  text: v.string(),
  /** When the record last changed, as far as the copy says; of a deletion when it was offered. */
  at: instant,
  /** Who made the newest entry of the history that is missing; null if nobody is known. */
  by: nullableText,
  /** How many entries of the history are missing. */
  entries: v.number(),
  /** What the copy says otherwise than the database; only of `newer` and `differs`. */
  differences: v.array(v.object({ field: v.string(), here: anyValue, there: anyValue })),
  devices: v.array(HoldingDevice),
});
export type WaitingCopy = v.InferOutput<typeof WaitingCopy>;

/** How many records of each kind. */
const counts = {
  applications: v.number(),
  contacts: v.number(),
  campaigns: v.number(),
  /** Entries of the history. */
  entries: v.number(),
  erasures: v.number(),
};

/** What devices have given back since a backup was restored, and what waits for a decision. */
export const CopyReport = v.object({
  /** When a backup last replaced the database; null if none ever did. */
  restoredAt: v.nullable(instant),
  /** Erasures first, then what is new, then what is newer, then what differs; the newest first. */
  waiting: v.array(WaitingCopy),
  /** What has been written since, by the devices that had it. */
  taken: v.array(v.object({ ...counts, devices: v.array(HoldingDevice) })),
  /** How many records an admin has left as they are. */
  left: v.number(),
});
export type CopyReport = v.InferOutput<typeof CopyReport>;

/** What devices offer, for admins. */
export const readCopies = endpoint('GET', '/api/backups/copies', {
  access: 'admin',
  reply: CopyReport,
});

/**
 * Writes offered copies into the database, erasures first, or leaves the records as they are. Each is decided once,
 * however often and from however many devices this is asked: `done` counts those that this call has decided. It answers
 * after some seconds; what is not written by then still waits, and is asked for once more. A copy that
 * is written stands in the history of its application, and in the audit log.
 */
export const decideCopies = endpoint('PUT', '/api/backups/copies', {
  access: 'admin',
  fresh: true,
  body: v.object({
    ids: v.pipe(v.array(uuid), v.maxLength(MOST_COPIES)),
    decision: v.picklist(['take', 'leave']),
  }),
  reply: v.object({ done: v.number() }),
});
