import { type DBCore, Dexie, type Table } from 'dexie';
import type { Application, HistoryEntry } from '#contract/applications.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { Contact } from '#contract/contacts.ts';
import type { Accounts } from '#contract/users.ts';
import type { Status } from '#contract/vocabulary.ts';
import { otherVersion } from '#pwa/lib/other-version.ts';
import type { Acknowledged, NewAcknowledged } from './acknowledged.ts';
import type { CampaignIds } from './campaign-ids.ts';
import { mirrorName } from './mirror-name.ts';
import type { NewOutboxEntry, OutboxEntry } from './outbox-entry.ts';
import { fromV1, type OutboxEntryV1 } from './outbox-upgrade.ts';
import type { ServerState } from './server-state.ts';
import type { NewUnderWay, UnderWay } from './under-way.ts';
import type { LossState } from './unsent-note.ts';

/** The lists that a phone follows. */
export const LISTS = ['applications', 'contacts', 'campaigns'] as const;
export type ListName = (typeof LISTS)[number];

/** A row as the server gave it, with the number of the full pull that it was last part of. */
export type Mirrored<Row> = Row & { generation?: number };

/** How far the mirror of one list has come. */
export interface ListState {
  key: ListName;
  /** Of the server's database; another one there means that everything is pulled afresh. */
  epoch: string | null;
  /** The revision up to which nothing is missing: `since` of the next pull. */
  cursor: number;
  /** When the server last confirmed that nothing is missing, in milliseconds since 1970; 0 never. */
  syncedAt: number;
  /** Counts the full pulls; rows of an older one are gone when the newest is complete. */
  generation: number;
  /** A pull that was interrupted: what is missing between `since` and `before`. */
  tail: { since: number; before: number; until: number } | null;
}

/** When one application with its history was last read by itself, in milliseconds since 1970. */
export interface RecordState {
  key: `application:${string}`;
  syncedAt: number;
}

/** Entries of the history were removed to make room: what is missing is not an error. */
export interface HistoryTrimmed {
  key: 'history-trimmed';
}

/** The accounts of the product as an admin last read them, for a look without a signal. */
export interface AccountsState extends Accounts {
  key: 'accounts';
  /** Milliseconds since 1970. */
  syncedAt: number;
}

/** The status of an application was changed by somebody else while a change waited here (W-11). */
export interface Conflict {
  applicationId: string;
  /** The key of the change that was made here. */
  key: string;
  /** The status that the person saw when changing it. */
  seen: Status;
  mine: Status;
  theirs: Status;
  /** ISO, when the server recorded the change that was made here. */
  at: string;
}

/** One field of a record that an edit made here and one made elsewhere have changed differently. */
export interface DisputedField {
  field: string;
  mine: string | boolean | null;
  theirs: string | boolean | null;
}

/** An edit met somebody else's of the same fields: theirs stand, and the person is asked (W-11). */
export interface FieldConflict {
  /** `application:<uuid>` or `campaign:<id>`. */
  entity: string;
  /** The key of the edit that was made here. */
  key: string;
  fields: DisputedField[];
}

/** What a phone knows about its mirror and itself, each under a key of its own. */
type MetaState =
  | ListState
  | RecordState
  | CampaignIds
  | AccountsState
  | HistoryTrimmed
  | ServerState
  | LossState;

/**
 * What one user's phone keeps: one database per user, `agency-<user id>`. `applications`, `history`,
 * `contacts` and `campaigns` hold what the server said and nothing else; `outbox` holds what is still
 * to be sent, `underWay` what of it is being sent, and `acknowledged` what was, in case a backup takes
 * the place of the server. Screens see the first with what waits laid over it (overlay.ts), so that a
 * refused or discarded change needs no rollback.
 *
 * A write waits until it is on the disk (strict durability), for the outbox must survive a battery
 * that dies; only what the server said need not, where the outbox is not written with it. The tables
 * of the mirror may be dropped and pulled again, the outbox never.
 */
export class Mirror extends Dexie {
  readonly userId: number;
  readonly applications: Table<Mirrored<Application>, string>;
  readonly history: Table<Mirrored<HistoryEntry>, string>;
  readonly contacts: Table<Mirrored<Contact>, number>;
  readonly campaigns: Table<Mirrored<Campaign>, number>;
  readonly outbox: Table<OutboxEntry, number, NewOutboxEntry>;
  readonly underWay: Table<UnderWay, number, NewUnderWay>;
  readonly acknowledged: Table<Acknowledged, number, NewAcknowledged>;
  readonly meta: Table<MetaState, string>;
  readonly conflicts: Table<Conflict, string>;
  readonly fieldConflicts: Table<FieldConflict, string>;

  constructor(userId: number) {
    super(mirrorName(userId), { chromeTransactionDurability: 'strict', cache: 'immutable' });
    this.version(1).stores({
      applications: 'id, updatedAt, version',
      history: 'id, [applicationId+version]',
      contacts: 'id, createdAt, version',
      campaigns: 'id, version',
      outbox: '++seq, &key, entity, state',
      meta: 'key',
      conflicts: 'applicationId',
    });
    // Rows have more fields since: they are pulled again. What waits is taken along.
    this.version(2)
      .stores({ fieldConflicts: 'entity' })
      .upgrade(async (tx) => {
        for (const table of ['applications', 'history', 'contacts', 'campaigns', 'meta']) {
          await tx.table(table).clear();
        }
        const old: OutboxEntryV1[] = await tx.table('outbox').toArray();
        await tx.table('outbox').bulkPut(old.map(fromV1));
      });
    this.version(3).stores({ acknowledged: '++id, [at+size]' });
    // What is under way was a state of each entry. Nobody told how those attempts ended.
    this.version(4)
      .stores({ underWay: '++id' })
      .upgrade(async (tx) => {
        const left = tx.table<OutboxEntry>('outbox').where('state').equals('sending');
        await left.modify((entry) => {
          Object.assign(entry, { state: 'waiting', tries: entry.tries + 1 });
        });
      });
    // Another tab signs this user out: a live query must not bring the database back. One of a newer
    // version changes it: Dexie lets go of it and opens it again, and the person is told.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion) otherVersion.setState({ tab: 'newer' });
      else this.close();
    });
    this.on('blocked', ({ newVersion }) => {
      if (newVersion) otherVersion.setState({ tab: 'older' });
    });
    this.on('ready', () => {
      if (otherVersion.getState().tab === 'older') otherVersion.setState({ tab: null });
    });
    this.use({ stack: 'dbcore', name: 'durability', create: relaxed });
    this.userId = userId;
    this.applications = this.table('applications');
    this.history = this.table('history');
    this.contacts = this.table('contacts');
    this.campaigns = this.table('campaigns');
    this.outbox = this.table('outbox');
    this.underWay = this.table('underWay');
    this.acknowledged = this.table('acknowledged');
    this.meta = this.table('meta');
    this.conflicts = this.table('conflicts');
    this.fieldConflicts = this.table('fieldConflicts');
  }
}

/** What of the database can be pulled again, and what was only kept in case. */
const TRUTH = ['applications', 'history', 'contacts', 'campaigns', 'acknowledged'];

/** Does not wait for the disk where all that could be lost is read from the server once more. */
function relaxed(core: DBCore): DBCore {
  return {
    ...core,
    transaction(stores, mode, options) {
      const isTruth = stores.some((store) => TRUTH.includes(store)) && !stores.includes('outbox');
      return core.transaction(stores, mode, isTruth ? { durability: 'relaxed' } : options);
    },
  };
}
