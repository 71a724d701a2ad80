import { type DBCore, Dexie, type Table, type Transaction } from 'dexie';
import { openDatabase } from '#pwa/lib/frozen-page.ts';
import { otherVersion } from '#pwa/lib/storage/other-version.ts';
import { emptyStale } from './empty-stale.ts';
import type { MetaState } from './meta-state.ts';
import { mirrorName } from './mirror-name.ts';
import { endedOf, entryOfNote, entryOfView, questionsOf } from './old-tables.ts';
import type {
  Ended,
  InFlight,
  NewEnded,
  NewInFlight,
  NewOutboxEntry,
  OutboxEntry,
} from './outbox-entry.ts';
import {
  type GoneRecord,
  type HistoryPage,
  type KeptCopy,
  LISTS,
  type ListName,
  type NewKeptCopy,
  type Question,
  type SendFailure,
} from './rows.ts';

/** Whether this device has a copy of the user's rows. True where the browser does not tell. */
export async function hasMirror(userId: number): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name }) => name === mirrorName(userId)) ?? true;
}

/**
 * The database of one user on this phone, `agency-<user id>`. `applicationPages`, `contactPages` and
 * `campaignPages` mirror the server's rows (mirrored-list.ts), `historyPages` the history (history.ts).
 * `outbox` holds the queued changes, `inFlight` names those being sent, and `ended` keeps how they ended,
 * with accepted ones for a replay after a restore. `questions` asks about fields that two people have changed.
 * `gone` notes deleted records, `copies` what a restored server may have lost (sync/push/keep-copies.ts).
 * Screens show the mirror with the outbox laid over it (overlay.ts), so a refused or dropped change needs no rollback.
 *
 * Durability is strict, because the outbox must survive a dead battery; it is relaxed where a
 * transaction writes only rows that can be pulled again. A new version may drop the mirrored tables,
 * never the outbox.
 */
export class Mirror extends Dexie {
  readonly userId: number;
  readonly historyPages: Table<HistoryPage, string>;
  readonly outbox: Table<OutboxEntry, number, NewOutboxEntry>;
  readonly inFlight: Table<InFlight, number, NewInFlight>;
  readonly ended: Table<Ended, number, NewEnded>;
  readonly meta: Table<MetaState, string>;
  readonly questions: Table<Question, string>;
  readonly copies: Table<KeptCopy, number, NewKeptCopy>;
  readonly gone: Table<GoneRecord, [ListName, string | number]>;
  /** The newest version that this code knows. */
  #knows = 0;
  #isOutdated = false;

  constructor(userId: number) {
    super(mirrorName(userId), {
      chromeTransactionDurability: 'strict',
      cache: 'immutable',
      ...(typeof indexedDB !== 'undefined' && { indexedDB: FACTORY }),
    });
    this.version(1).stores({
      applications: 'id, updatedAt, version',
      history: 'id, [applicationId+version]',
      contacts: 'id, createdAt, version',
      campaigns: 'id, version',
      outbox: '++seq, &key, entity, state',
      inFlight: '++id',
      acknowledged: '++id, [at+size]',
      meta: 'key',
      conflicts: 'applicationId',
      fieldConflicts: 'entity',
    });
    // The tables of rows stay, empty, for a tab of version 1 that is still open.
    this.version(2)
      .stores({
        applicationPages: 'id',
        contactPages: 'id',
        campaignPages: 'id',
        historyPages: 'id, *of',
      })
      .upgrade(forgetRows);
    // Applications have `removedAt`.
    this.version(3).stores({}).upgrade(forgetPages);
    // Applications have `links`.
    this.version(4).stores({}).upgrade(forgetPages);
    // Inquiries have a reference, corrections, and when they were answered or withdrawn.
    this.version(5).stores({}).upgrade(forgetPages);
    // Inquiries say who writes, they and applications whether the player is under 18.
    this.version(6).stores({}).upgrade(forgetPages);
    // Saved views had a queue of their own.
    this.version(7).stores({ unsentViews: 'id' });
    // Campaigns count their visits by kind.
    this.version(8).stores({}).upgrade(forgetPages);
    // Notes of exports had a queue of their own.
    this.version(9).stores({ unsentExports: 'key' });
    this.version(10).stores({ unsentViews: null, unsentExports: null }).upgrade(joinQueues);
    // Questions about a status had a table of their own, and accepted changes alone were kept. The tables of before stay,
    // empty, for a tab of version 10 that is still open.
    this.version(11)
      .stores({ questions: 'id, entity', ended: '++id, [at+size]' })
      .upgrade(async (tx) => {
        await joinQuestions(tx);
        await endAcknowledged(tx);
      });
    // Inquiries name the player for whom somebody else has written.
    this.version(12).stores({}).upgrade(readAnew('contacts'));
    // Inquiries name the application in whose history they stand.
    this.version(13).stores({}).upgrade(readAnew('contacts'));
    // Inquiries have notes.
    this.version(14).stores({}).upgrade(readAnew('contacts'));
    // Applications have the contract with the club, the mandate and more facts about the player.
    this.version(15).stores({}).upgrade(readAnew('applications'));
    // The history has reasons and edits, applications have people, inquiries what a club looks for.
    this.version(16).stores({}).upgrade(readAnew('applications', 'contacts'));
    // Applications have offers, and the consent to them.
    this.version(17).stores({}).upgrade(readAnew('applications'));
    // What a restored server may have lost.
    this.version(18).stores({ copies: '++id, list, [list+record]', gone: '[list+id], list' });
    // Without a new version another tab deletes the database (sign-out): a live query must not create
    // it again. With one, Dexie closes the database and opens it again for the next read.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion) this.#compare(newVersion);
      else this.close();
    });
    this.on('blocked', ({ newVersion }) => {
      if (newVersion) otherVersion.setState({ tab: 'older' });
    });
    this.on('ready', () => {
      this.#compare(this.backendDB().version);
      if (otherVersion.getState().tab !== 'newer') otherVersion.setState({ tab: null });
    });
    // Queries wait for it: no screen shows a row of a stale copy.
    this.on('ready', () => emptyStale(this.backendDB()).catch(console.error));
    this.use({ stack: 'dbcore', name: 'durability', create: relaxed });
    this.use({ stack: 'dbcore', name: 'outdated', create: (core) => this.#guarded(core) });
    this.userId = userId;
    this.historyPages = this.table('historyPages');
    this.outbox = this.table('outbox');
    this.outbox.hook('reading', withWholeAttempt);
    this.inFlight = this.table('inFlight');
    this.ended = this.table('ended');
    this.ended.hook('reading', whole);
    this.meta = this.table('meta');
    this.questions = this.table('questions');
    this.copies = this.table('copies');
    this.gone = this.table('gone');
  }

  /**
   * True once a newer version of the app has upgraded the database. This page still reads; every write
   * throws OutdatedTab, because it would be in the form of the older version.
   */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  override version(versionNumber: number) {
    this.#knows = Math.max(this.#knows, versionNumber);
    return super.version(versionNumber);
  }

  /** Compares with a version as IndexedDB counts it, in tenths of a version of Dexie. */
  #compare(version: number): void {
    if (Math.floor(version / 10) <= this.#knows) return;
    this.#isOutdated = true;
    otherVersion.setState({ tab: 'newer' });
  }

  #guarded(core: DBCore): DBCore {
    return {
      ...core,
      transaction: (stores, mode, options) => {
        if (mode === 'readwrite' && this.#isOutdated) throw new OutdatedTab();
        return core.transaction(stores, mode, options);
      },
    };
  }
}

/** A newer version of the app has upgraded the database: this page must be reloaded before it writes. */
export class OutdatedTab extends Error {
  override readonly name = 'OutdatedTab';

  constructor() {
    super('A newer version has upgraded the database.');
  }
}

/** What a change says of its last attempt is left out if the disk has damaged it: the next attempt says it anew. */
function withWholeAttempt(entry: OutboxEntry): OutboxEntry {
  const { reason, failure, ...rest } = entry;
  const { code, message } = reason?.problem ?? {};
  const hasReason = typeof code === 'string' && typeof message === 'string';
  const hasFailure = failure !== undefined && isWhole(failure);
  if (hasReason === (reason !== null) && hasFailure === (failure !== undefined)) return entry;
  return {
    ...rest,
    reason: hasReason ? reason : null,
    ...(hasFailure && { failure }),
  } as OutboxEntry;
}

/** Whether screens can show it. */
function isWhole({ status, requestId, at }: SendFailure): boolean {
  const isTold = status === null || Number.isInteger(status);
  const isNamed = requestId === null || typeof requestId === 'string';
  // The furthest moments of a Date.
  return isTold && isNamed && Math.abs(at) <= 8.64e15;
}

/** A group that the disk has damaged says nothing; what reads all groups goes on. */
function whole(group: Ended): Ended {
  const isWhole = [group.keys, group.entries].every(Array.isArray);
  return isWhole ? group : { ...group, keys: [], entries: [] };
}

/**
 * Empties all tables but these, in one transaction. Where the outbox stays, it stays known that nothing of it was lost,
 * whatever an old note says.
 */
export async function emptyTables(mirror: Dexie, kept: readonly string[]): Promise<void> {
  const wiped = mirror.tables.filter(({ name }) => !kept.includes(name));
  const meta = mirror.table('meta');
  await mirror.transaction('rw', wiped, async () => {
    const loss = kept.includes('outbox') && (await meta.get('loss'));
    await Promise.all(wiped.map((table) => table.clear()));
    if (loss) await meta.put(loss);
  });
}

const FACTORY: IDBFactory = {
  open: openDatabase,
  deleteDatabase: (name) => indexedDB.deleteDatabase(name),
  databases: () => indexedDB.databases(),
  cmp: (one, other) => indexedDB.cmp(one, other),
};

/** Empties the tables of rows of version 1: the rows are pulled again. */
async function forgetRows(tx: Transaction): Promise<void> {
  for (const table of ['applications', 'history', 'contacts', 'campaigns']) {
    await tx.table(table).clear();
  }
  await tx.table('meta').bulkDelete([...LISTS, 'history-trimmed']);
  await tx.table('meta').where('key').startsWith('application:').delete();
}

/** Empties the pages: the rows are pulled again. */
async function forgetPages(tx: Transaction): Promise<void> {
  for (const table of PAGES) await tx.table(table).clear();
  await forgetRows(tx);
}

/**
 * The next pull reads lists from their start. Until then their rows of before stay on the screen, without a column that is
 * new: it must be one that may be empty.
 */
function readAnew(...lists: ListName[]): (tx: Transaction) => Promise<void> {
  return async (tx) => {
    await tx.table('meta').where('key').anyOf(lists).modify({ cursor: 0, tail: null });
  };
}

/** Moves the views and notes of the queues of version 9 into the outbox. */
async function joinQueues(tx: Transaction): Promise<void> {
  const outbox = tx.table('outbox');
  for (const view of await tx.table('unsentViews').toArray()) await outbox.add(entryOfView(view));
  for (const note of await tx.table('unsentExports').toArray()) await outbox.add(entryOfNote(note));
}

/** Moves the questions of version 10 into one table. */
async function joinQuestions(tx: Transaction): Promise<void> {
  const [statuses, edits] = [tx.table('conflicts'), tx.table('fieldConflicts')];
  await tx
    .table('questions')
    .bulkPut(questionsOf({ statuses: await statuses.toArray(), edits: await edits.toArray() }));
  await statuses.clear();
  await edits.clear();
}

/** Moves the accepted changes of version 10 to those that have ended. */
async function endAcknowledged(tx: Transaction): Promise<void> {
  const acknowledged = tx.table('acknowledged');
  await tx.table('ended').bulkAdd((await acknowledged.toArray()).map(endedOf));
  await acknowledged.clear();
}

const PAGES = ['applicationPages', 'contactPages', 'campaignPages', 'historyPages'];

/** Tables that can be pulled again or rarely matter. */
const REPLACEABLE = [...PAGES, 'ended'];

/** Relaxes durability where a crash loses only what the server still has. */
function relaxed(core: DBCore): DBCore {
  return {
    ...core,
    transaction(stores, mode, options) {
      const isReplaceable =
        stores.some((store) => REPLACEABLE.includes(store)) && !stores.includes('outbox');
      return core.transaction(stores, mode, isReplaceable ? { durability: 'relaxed' } : options);
    },
  };
}
