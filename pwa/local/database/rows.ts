import type { Application, HistoryEntry } from '#contract/applications.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { Contact } from '#contract/contacts.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import type { SavedView } from '#contract/views.ts';

/** The lists that a phone mirrors. */
export const LISTS = ['applications', 'contacts', 'campaigns'] as const;
export type ListName = (typeof LISTS)[number];

/** Whose record a change is about: one of a mirrored list, a saved view, or the note of an exported list. */
export type Subject = ListName | 'views' | 'exports';

/** The row of each list, as the server gives it. */
export interface Rows {
  applications: Application;
  contacts: Contact;
  campaigns: Campaign;
}

/** The field that orders each list, newest first. */
export const ORDERED_BY = {
  applications: 'updatedAt',
  contacts: 'createdAt',
  campaigns: 'createdAt',
} as const satisfies { [List in ListName]: keyof Rows[List] };

/** The tables with the pages of each list. */
export const PAGE_TABLES = {
  applications: 'applicationPages',
  contacts: 'contactPages',
  campaigns: 'campaignPages',
} as const satisfies Record<ListName, string>;

/** A record that is deleted. */
export interface GoneRecord {
  list: ListName;
  id: string | number;
  /** A revision at which it was gone. */
  version: number;
}

/** What a copy is in the call that offers it (contract/backups/copies.ts). */
export type CopyPart = ListName | 'history' | 'gone';

/** What is offered to each server that may have lost it. */
export interface KeptCopy {
  id: number;
  /** Of the database that had it. */
  epoch: string;
  /** When it was kept, in milliseconds since 1970 by the server's clock. */
  at: number;
  list: ListName;
  record: string | number;
  part: CopyPart;
  value: object;
}
export type NewKeptCopy = Omit<KeptCopy, 'id'>;

/** What every mirrored row has. */
export interface VersionedRow {
  id: string | number;
  version: number;
}

/** Rows of one list, stored as one value that never changes. */
export interface Page<Row> {
  /** The time of its newest row, by ORDERED_BY, then a space and an id that is never used again. */
  id: string;
  /** The number of the full pull that its rows were last part of. */
  generation: number;
  rows: Row[];
  /** Its `generation` and the versions of its rows, summed up; absent in a page of an older version. */
  sum?: number;
}

/** Entries of the history, stored as one value. */
export interface HistoryPage {
  /** Identifies its content: see history.ts. */
  id: string;
  /** The ids of their applications. */
  of: string[];
  entries: HistoryEntry[];
}

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

/** How the last attempt to send a change failed, for the person and for the report. */
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
  /** The lane: such as `application:<uuid>` (`lane.ts`). A lane is sent in order. */
  entity: string;
  /** The key of a change in another lane that must arrive first. */
  dependsOn: string | null;
  /** The key of the change that it reverses: until that is answered, it is not known whether there is anything to undo. */
  undoes?: string | undefined;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** ISO, by the server's clock as far as this phone knew it. Shown to people; never orders changes. */
  queuedAt: string;
  /** This phone knew the error of its clock then: `queuedAt` stays right when the clock is corrected. */
  isTimeExact?: true;
  /** `sending` is never stored here: it is read from the table `inFlight`. */
  state: 'waiting' | 'sending' | 'refused';
  /** Failed attempts. */
  tries: number;
  /** Milliseconds since 1970 before which it is not retried automatically; 0 means at once. */
  nextTryAt: number;
  /** Milliseconds since 1970 before which the server wants no retry (`Retry-After`). */
  notBefore?: number;
  reason: Refusal | null;
  /** Why the server refused it before a person tried it again. */
  refusedBefore?: Refusal | null;
  /** Absent before the first failed attempt. */
  failure?: SendFailure;
  /**
   * Its request says what the person saw. Absent in an entry that an older version may have sent
   * without: a key stands for one request.
   */
  saysSeen?: true;
  /** The lanes of those whom a view names (`noteNamed`). */
  about?: string[];
  /** Another database had accepted it: a restored backup lacks it. */
  again?: true;
}

/** The value of a field in a question. */
export type DisputedValue = string | number | boolean | null;

/** Two people changed one field of a record to different values: one of them is asked which value stays. */
export interface Question {
  /** Lane and field (`idOfQuestion`). */
  id: string;
  /** The lane of the record: such as `application:<uuid>`. */
  entity: string;
  field: string;
  /** The kind of the change that was made here, and its key. */
  type: string;
  key: string;
  /** What the person saw before. */
  seen: DisputedValue;
  mine: DisputedValue;
  theirs: DisputedValue;
}

/** A view without its texts: enough to remove it. No person takes such a removal back, so nothing else is read. */
export function namelessView(id: string): SavedView {
  return { id, name: '' } as SavedView;
}
