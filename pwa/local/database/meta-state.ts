import type { Accounts } from '#contract/accounts/users.ts';
import type { SiteVersion, SiteVersionContent } from '#contract/site.ts';
import type { SavedView } from '#contract/views.ts';
import type { ClockError } from '#pwa/lib/time/server-clock.ts';
import type { ListName } from './rows.ts';

/** What a phone knows about its mirror and itself, each under its own key. */
export type MetaState =
  | ListState
  | RecordState
  | CampaignIds
  | AccountsState
  | SiteState
  | HistoryTrimmed
  | ServerState
  | LossState
  | StoredClock
  | ViewsState;

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
  /** The first full pull of this database; rows of an earlier one are of another. Absent: there are none. */
  first?: number | undefined;
  /**
   * An interrupted pull: what is missing between `since` and `before`. `of` is how many rows the whole
   * list has, if it is pulled whole and the server has said so.
   */
  tail: { since: number; before: number; until: number; of?: number | undefined } | null;
}

/** When one application with its history was last read by itself, in milliseconds since 1970. */
export interface RecordState {
  key: `application:${string}`;
  syncedAt: number;
}

/** History entries were removed to free disk space: their absence is not an error. */
interface HistoryTrimmed {
  key: 'history-trimmed';
  /** The number of the last full pull of the applications then: a later one brings them back. */
  generation: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** The accounts as an admin last read them, for use without a network. */
export interface AccountsState extends Accounts {
  key: 'accounts';
  /** Milliseconds since 1970. */
  syncedAt: number;
}

/** The published site, as an admin last read it, for use offline. */
export interface SiteState {
  key: 'site';
  /** Null before the first publication. */
  current: SiteVersionContent | null;
  /** Newest first. */
  versions: SiteVersion[];
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
  /** The id of the last copy that it was offered; absent for none. */
  offered?: number;
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

/** The error of this phone's clock, as an answer has told it. */
interface StoredClock extends ClockError {
  key: 'clock';
}

/** The user's views as the server has them. */
export interface ViewsState {
  key: 'views';
  views: SavedView[];
  /** When they were last read, in milliseconds since 1970. */
  syncedAt: number;
  /** Raised by each accepted change and each erasure: a read that began before it is not stored. */
  changes?: number;
}
