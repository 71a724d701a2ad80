import type {
  Application,
  ApplicationDraft,
  FollowUp,
  StatusChange,
} from '#contract/applications.ts';
import type { Campaign, CampaignDraft } from '#contract/campaigns.ts';
import type { Contact, ContactStateChange } from '#contract/contacts.ts';
import type { ProblemBody, ProblemCode } from '#contract/problems.ts';

/** A change that may wait: the body of its documented request, with what the person saw. */
export type Mutation =
  | {
      type: 'status-changed';
      body: StatusChange;
      /** The server's answer is compared with this status (W-11). */
      seen: Pick<Application, 'id' | 'status' | 'contactId'>;
    }
  | { type: 'application-created'; body: ApplicationDraft & { id: string }; seen: null }
  | { type: 'application-edited'; body: ApplicationDraft; seen: Application }
  | {
      type: 'follow-up-set';
      body: FollowUp;
      seen: Pick<Application, 'id' | 'followUpOn' | 'contactId'>;
    }
  | { type: 'contact-converted'; body: { status: 'pending' }; seen: Contact }
  | { type: 'contact-state-changed'; body: ContactStateChange; seen: Contact }
  | { type: 'campaign-created'; body: CampaignDraft & { id: number }; seen: null }
  | { type: 'campaign-edited'; body: CampaignDraft; seen: Campaign }
  | { type: 'campaign-deleted'; body: null; seen: Campaign };

/** Why the server refused a change: the HTTP status, and what it said. */
export interface Refusal {
  status: number;
  problem: ProblemBody;
}

/** How the last attempt to send a change failed: what a person is told, and what a report holds. */
export interface SendFailure {
  /**
   * The HTTP status; null when no answer arrived. A success here is an answer that the contract does
   * not promise.
   */
  status: number | null;
  /** The server's problem code; null when the answer is not ours. */
  code: ProblemCode | null;
  /** `X-Request-Id` of the answer: the server's log line has the same id. */
  requestId: string | null;
  /** Milliseconds since 1970, by this device's clock. */
  at: number;
}

/** What the outbox knows of every change, whatever it does. */
export interface Queued {
  /** The order in which changes were made on this phone; made by the database. */
  seq: number;
  /** The version of this shape: entries of an older one are upgraded, never lost. */
  v: 2;
  /** Whether the request of an edit carries what the person saw; those of the first version do not. */
  tellsSeen: boolean;
  /** The `Idempotency-Key`: a UUIDv7 of the moment at which the change was made. */
  key: string;
  /**
   * `application:<uuid>`, `contact:<id>` or `campaign:<id>`: the changes of one record are sent in
   * order.
   */
  entity: string;
  /** The key of a change to another record that must have arrived before. */
  dependsOn: string | null;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** ISO, by the server's clock as far as this phone knows it: for people, never for order. */
  queuedAt: string;
  /** As the outbox is read; `sending` is kept beside it (under-way.ts). */
  state: 'waiting' | 'sending' | 'refused';
  /** Attempts that failed. */
  tries: number;
  /** Milliseconds since 1970 before which it is not sent again by itself; 0 means at once. */
  nextTryAt: number;
  /** Milliseconds since 1970 before which the server has asked not to be sent it again (`Retry-After`). */
  notBefore?: number;
  reason: Refusal | null;
  /** Absent before the first failed attempt. */
  failure?: SendFailure;
}

/**
 * One change in the outbox: a documented request, kept until the server has answered it for good.
 * Nothing drops an entry but the server's yes, or a person.
 */
export type OutboxEntry = Mutation & Queued;
/** An entry before the database has numbered it. */
export type NewOutboxEntry = Mutation & Omit<Queued, 'seq'>;
/** A change of a campaign. */
export type CampaignEntry = Extract<OutboxEntry, { type: `campaign-${string}` }>;
/** A change of an application, or of the contact that becomes one. */
export type ApplicationEntry = Exclude<OutboxEntry, CampaignEntry>;

/** The contact from which the application of a change was made; null where it was made otherwise. */
export function contactOf(entry: Mutation): number | null {
  const isOfApplication =
    entry.type === 'status-changed' ||
    entry.type === 'application-edited' ||
    entry.type === 'follow-up-set';
  return isOfApplication ? entry.seen.contactId : null;
}

/** The lane of an application's changes; of an empty id, what the lanes of all begin with. */
export function applicationEntity(id: string): string {
  return `application:${id}`;
}

/** The lane of a contact's changes, as above. */
export function contactEntity(id: number | ''): string {
  return `contact:${id}`;
}

/** The lane of a campaign's changes, as above. */
export function campaignEntity(id: number | ''): string {
  return `campaign:${id}`;
}

/** Whether a change is one of a campaign. */
export function isOfCampaign(entry: OutboxEntry): entry is CampaignEntry {
  return entry.type.startsWith('campaign-');
}
