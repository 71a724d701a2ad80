import type { Application, HistoryEntry } from '#contract/applications.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { Contact } from '#contract/contacts.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import type { Accounts } from '#contract/users.ts';

/** The lists that a phone mirrors. */
export const LISTS = ['applications', 'contacts', 'campaigns'] as const;
export type ListName = (typeof LISTS)[number];

/** The row of each list, as the server gives it. */
export interface Rows {
  applications: Application;
  contacts: Contact;
  campaigns: Campaign;
}

/** What every mirrored row has. */
export interface VersionedRow {
  id: string | number;
  version: number;
  generation?: number;
}

/** A row as the server gave it, with the number of the full pull that it was last part of. */
export type Mirrored<Row> = Row & { generation?: number };

/** What the mark beside a record says; null when the record is as the server has it. */
export type Waiting = 'not-sent' | 'sending' | 'refused' | null;

/** A row of each list as the person sees it: with the queued changes laid over it. */
export type SeenRow<List extends ListName> = Rows[List] & { waiting: Waiting };
export type ApplicationRow = SeenRow<'applications'>;
export type ContactRow = SeenRow<'contacts'>;
export type CampaignRow = SeenRow<'campaigns'>;
export type HistoryRow = HistoryEntry & { waiting: Waiting };

/** Why the server refused a change: the HTTP status and the body of its answer. */
export interface Refusal {
  status: number;
  problem: ReceivedProblem;
}

/** How the last attempt to send a change failed: what a person is told, and what a report holds. */
export interface SendFailure {
  /**
   * The HTTP status; null when no answer arrived. A success here is an answer that the contract does
   * not promise.
   */
  status: number | null;
  /** The server's problem code; null when the answer is not ours. */
  code: ReceivedProblem['code'] | null;
  /** `X-Request-Id` of the answer: the server's log line has the same id. */
  requestId: string | null;
  /** Milliseconds since 1970, by this device's clock. */
  at: number;
}

/** What the outbox keeps about every change, whatever its kind. */
export interface Queued {
  /** The order in which changes were made on this phone; given by the database. */
  seq: number;
  /** The `Idempotency-Key`: a UUIDv7 of the moment at which the change was made. */
  key: string;
  /** The lane: `application:<uuid>`, `contact:<id>` or `campaign:<id>`. A lane is sent in order. */
  entity: string;
  /** The key of a change in another lane that must arrive first. */
  dependsOn: string | null;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** ISO, by the server's clock as far as this phone knows it. Shown to people; never orders changes. */
  queuedAt: string;
  /** `sending` is never stored here: it is read from the table `inFlight`. */
  state: 'waiting' | 'sending' | 'refused';
  /** Failed attempts. */
  tries: number;
  /** Milliseconds since 1970 before which it is not retried automatically; 0 means at once. */
  nextTryAt: number;
  /** Milliseconds since 1970 before which the server wants no retry (`Retry-After`). */
  notBefore?: number;
  reason: Refusal | null;
  /** Absent before the first failed attempt. */
  failure?: SendFailure;
}

/** The status of an application was changed by somebody else while a change was queued here. */
export interface Conflict {
  applicationId: string;
  /** The key of the change that was made here. */
  key: string;
  /** The status that the person saw when changing it. */
  seen: Application['status'];
  mine: Application['status'];
  theirs: Application['status'];
  /** ISO, when the server recorded the change that was made here. */
  at: string;
}

/** One field that this phone and somebody else have changed to different values. */
export interface DisputedField {
  field: string;
  mine: string | boolean | null;
  theirs: string | boolean | null;
}

/** An edit that conflicts with somebody else's: their values stand until the person decides. */
export interface FieldConflict {
  /** The kind of the edit that was made here. */
  type: string;
  /** The lane of the record: `application:<uuid>` or `campaign:<id>`. */
  entity: string;
  /** The key of the edit that was made here. */
  key: string;
  fields: DisputedField[];
}

/** How far the mirror of one list has come. */
export interface ListState {
  key: ListName;
  /** The epoch of the server's database; another one there means that everything is pulled again. */
  epoch: string | null;
  /** The revision up to which nothing is missing: `since` of the next pull. */
  cursor: number;
  /** When the server last confirmed that nothing is missing, in milliseconds since 1970; 0 never. */
  syncedAt: number;
  /** Counts the full pulls; rows of an older one are gone when the newest is complete. */
  generation: number;
  /** An interrupted pull: what is missing between `since` and `before`. */
  tail: { since: number; before: number; until: number } | null;
}

/** When one application with its history was last read by itself, in milliseconds since 1970. */
export interface RecordState {
  key: `application:${string}`;
  syncedAt: number;
}

/** History entries were removed to free disk space: their absence is not an error. */
interface HistoryTrimmed {
  key: 'history-trimmed';
}

/** The accounts as an admin last read them, for use without a network. */
export interface AccountsState extends Accounts {
  key: 'accounts';
  /** Milliseconds since 1970. */
  syncedAt: number;
}

/** Campaign ids that the server has leased to this phone. */
interface CampaignIds {
  key: 'campaign-ids';
  ids: number[];
}

/** The server's database, as this phone knows it. */
export interface ServerState {
  key: 'server';
  /** The epoch of the database that has this phone's accepted changes; null before it is known. */
  epoch: string | null;
  /** The epoch that was last heard of; null when only a change of it was heard of. */
  heard: string | null;
}

/** Queued changes that were lost when the browser cleared this phone's storage. */
export interface Loss {
  /** Changes that were saved here, are gone from here and never arrived. */
  lost: number;
  /** The note of queued changes was full: more may be lost. */
  isMore: boolean;
}

/** `lost` is 0 when nothing was lost, and after the person has dismissed the message. */
export interface LossState extends Loss {
  key: 'loss';
}

/** What a phone knows about its mirror and itself, each under its own key. */
export type MetaState =
  | ListState
  | RecordState
  | CampaignIds
  | AccountsState
  | HistoryTrimmed
  | ServerState
  | LossState;
