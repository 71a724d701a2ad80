import type { HistoryEntry } from '#contract/applications.ts';
import {
  COPIED_LISTS,
  type CopiedList,
  type CopyKind,
  type WaitingCopy,
} from '#contract/backups/copies.ts';
import { CAMPAIGN_FIELDS } from '#contract/campaigns.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { APPLICATION_COLUMNS } from '#contract/fields/application-fields.ts';
import { CONTACT_COLUMNS } from '#contract/fields/contact-fields.ts';
import type { Column, Columns, Field } from '#contract/fields/field-table.ts';
import { instant } from '#contract/fields/fields.ts';
import { lockRows } from '#prisma/bulk.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { HeldCopyModel, RestoreModel } from '#prisma/generated/sqlite/models.ts';
import { toCampaign } from '#server/domain/campaigns/campaign-row.ts';
import { ANONYMOUS_ENTRY } from '#server/domain/people/erased.ts';
import { toApplication } from '#server/domain/pipeline/application-row.ts';
import { toContact } from '#server/domain/pipeline/contact-row.ts';
import { readReplicationState } from '#server/domain/replication/revision.ts';
import { wordOf } from '#server/domain/replication/words.ts';

/** A row as a read gives it. A device of an older version lacks columns. */
export type CopiedRow = Record<string, unknown> & { id: string | number };

/** What devices have of a record in one database. */
export interface Copy {
  list: CopiedList;
  recordId: string;
  epoch: string;
  /** The revision of that database in which the record last changed, or at which it was gone. */
  version: number;
  kind: (typeof KINDS)[number];
  /** The id alone of a deletion, and of an application of which only entries are known. */
  row: CopiedRow;
  /** Of an application. */
  history: HistoryEntry[];
  /** The database has got this version already: the row is the id alone, and only entries are missing. */
  isRowKnown?: true;
}

const KINDS = ['row', 'anonymised', 'gone'] as const;

/** The records of each list: their name in tombstones, their columns, and those without which none can be made. */
export const COPIED: Record<
  CopiedList,
  { entity: 'application' | 'contact' | 'campaign'; columns: Columns; needed: readonly string[] }
> = {
  applications: {
    entity: 'application',
    columns: APPLICATION_COLUMNS,
    needed: ['playerName', 'email', 'status', 'createdAt', 'updatedAt'],
  },
  contacts: {
    entity: 'contact',
    columns: CONTACT_COLUMNS,
    needed: ['name', 'email', 'inquiryType', 'message', 'consentAt', 'createdAt'],
  },
  campaigns: {
    entity: 'campaign',
    columns: { ...CAMPAIGN_FIELDS, createdAt: { row: instant } },
    needed: ['name', 'utmSource', 'utmMedium', 'utmCampaign', 'createdAt'],
  },
};

/** Whether a column holds a moment. */
export function isMoment({ row }: Column | Field): boolean {
  return row === instant || (row !== undefined && 'wrapped' in row && row.wrapped === instant);
}

export function isOfAnonymised(row: CopiedRow | undefined): boolean {
  return row !== undefined && isAnonymised({ email: String(row.email) });
}

/**
 * Locks what waits until the transaction ends. Call it first: whoever holds records must not wait for it. It is the row
 * of the backups' state, because there may be no copy yet.
 */
export function lockCopies(tx: Tx): Promise<void> {
  return lockRows(tx, 'BackupState', [1]);
}

/**
 * What may wait for an admin: also an erasure that had nothing to erase, for a change that is sent again after it can make
 * the record anew.
 */
export const WAITING = {
  OR: [{ state: 'open' }, { state: 'known', kind: { not: 'row' } }],
};

export function toCopy({ list, recordId, epoch, version, kind, content }: HeldCopyModel): Copy {
  return {
    list: wordOf(COPIED_LISTS, list),
    recordId,
    epoch,
    version,
    kind: wordOf(KINDS, kind),
    ...JSON.parse(content ?? '{"row":{},"history":[]}'),
  };
}

/** Whether the first of two copies of a record in one database is the newer one; of the same version an erasure is. */
export function isNewer(
  one: Pick<HeldCopyModel, 'version' | 'kind'>,
  other: Pick<HeldCopyModel, 'version' | 'kind'>,
): boolean {
  if (one.version !== other.version) return one.version > other.version;
  return one.kind !== 'row' && other.kind === 'row';
}

/** What two copies of a record in one database tell together. An older one adds columns and entries, but not to an erasure. */
export function merged(held: Copy, given: Copy): Copy {
  const [newest, older] = isNewer(given, held) ? [given, held] : [held, given];
  if (newest.kind === 'gone') return newest;
  const entries = new Map([...older.history, ...newest.history].map((entry) => [entry.id, entry]));
  const history = [...entries.values()];
  if (newest.kind === 'anonymised')
    return { ...newest, history: history.map((entry) => ({ ...entry, ...ANONYMOUS_ENTRY })) };
  const row = newest.isRowKnown ? newest.row : { ...older.row, ...newest.row };
  return { ...newest, row, history };
}

/** What the database has of the records of some copies. */
export interface Here {
  epoch: string;
  /** The newest one; null if no backup was ever restored. */
  restored: RestoreModel | null;
  /** By list and id, as `keyOf` writes them; also of the records to which the copies refer. */
  rows: ReadonlyMap<string, CopiedRow & { version: number }>;
  /** The revisions at which such records were deleted. */
  stones: ReadonlyMap<string, number>;
  /** The epochs of databases that had deleted records which are not here, as devices have said (offer-copies.ts). */
  goneIn: ReadonlyMap<string, string>;
  /** Ids of entries of the history. */
  entries: ReadonlySet<string>;
}

export function keyOf(list: CopiedList, id: unknown): string {
  return `${list} ${id}`;
}

export async function readHere(db: Db | Tx, copies: readonly Copy[]): Promise<Here> {
  const { epoch } = await readReplicationState(db);
  const ids = { applications: new Set<string>(), contacts: new Set(''), campaigns: new Set('') };
  for (const { list, recordId, row } of copies) {
    ids[list].add(recordId);
    if (typeof row.contactId === 'number') ids.contacts.add(String(row.contactId));
    if (typeof row.addedTo === 'string') ids.applications.add(row.addedTo);
  }
  const among = (list: CopiedList) => [...ids[list]];
  const numbers = (list: CopiedList) => ({ id: { in: among(list).map(Number) } });
  const found = {
    applications: await db.application.findMany({ where: { id: { in: among('applications') } } }),
    contacts: await db.contact.findMany({ where: numbers('contacts') }),
    campaigns: await db.campaign.findMany({ where: numbers('campaigns') }),
  };
  const entityId = { in: COPIED_LISTS.flatMap(among) };
  const entryIds = copies.flatMap(({ history }) => history.map(({ id }) => id));
  const entries = await db.historyEntry.findMany({
    where: { id: { in: entryIds } },
    select: { id: true },
  });
  const gone = await db.heldCopy.findMany({
    where: { recordId: entityId, kind: 'gone', state: 'known' },
    orderBy: { epoch: 'asc' },
  });
  return {
    epoch,
    goneIn: new Map(gone.map((held) => [`${held.list} ${held.recordId}`, held.epoch])),
    restored: await db.restore.findFirst({ orderBy: { id: 'desc' } }),
    rows: new Map<string, CopiedRow & { version: number }>([
      ...found.applications.map(toApplication).map(keyed('applications')),
      ...found.contacts.map(toContact).map(keyed('contacts')),
      ...found.campaigns.map(toCampaign).map(keyed('campaigns')),
    ]),
    stones: new Map(
      (await db.tombstone.findMany({ where: { entityId } })).map((stone) => [
        `${stone.entity}s ${stone.entityId}`,
        stone.version,
      ]),
    ),
    entries: new Set(entries.map(({ id }) => id)),
  };
}

function keyed(list: CopiedList) {
  return <Row extends { id: string | number }>(row: Row) => [keyOf(list, row.id), row] as const;
}

/** What a copy is to the database as it is now. */
export interface Weighed {
  kind: CopyKind;
  differences: WaitingCopy['differences'];
  /** The entries that are missing. */
  entries: HistoryEntry[];
}

/** Weighs a copy against the database; null if it has nothing to give, or must not: an erasure here is never undone. */
export function weigh(copy: Copy, here: Here): Weighed | null {
  const { list, recordId, kind, version } = copy;
  const row = here.rows.get(keyOf(list, recordId));
  const isOwn = copy.epoch === here.epoch;
  const parted = partedFrom(copy, here);
  if (kind === 'gone') {
    const isMadeAgain = isOwn && row !== undefined && row.version > version;
    return row && !isMadeAgain ? { kind: 'erases', differences: [], entries: [] } : null;
  }
  if (isOfErased(copy, here)) return null;
  const entries = copy.history.filter(({ id }) => !here.entries.has(id));
  if (!row) return isWhole(copy) ? { kind: 'new', differences: [], entries } : null;
  // Another inquiry has got this id.
  if (list === 'contacts' && (copy.row.createdAt ?? row.createdAt) !== row.createdAt) return null;
  if (kind === 'anonymised' && !isOfAnonymised(row)) {
    return { kind: 'erases', differences: [], entries };
  }
  const differences = isOwn && version <= row.version ? [] : differencesOf(copy, row);
  if (differences.length + entries.length === 0) return null;
  const isChanged = row.version > parted || version <= row.version;
  return { kind: isChanged ? 'differs' : 'newer', differences, entries };
}

/**
 * Whether the database has all that a copy of another database says, as after a device has sent its own changes again.
 */
export function isKnown(copy: Copy, here: Here): boolean {
  const row = here.rows.get(keyOf(copy.list, copy.recordId));
  if (copy.kind === 'gone') return row === undefined;
  if (copy.epoch === here.epoch) return false;
  const isRow = row !== undefined && (copy.isRowKnown || tellsRow(copy));
  const hasEntries = copy.history.every(({ id }) => here.entries.has(id));
  return isRow && hasEntries && differencesOf(copy, row).length === 0;
}

/** Whether a copy has more of its row than the id. */
export function tellsRow({ row }: Copy): boolean {
  return Object.keys(row).length > 1;
}

/** What stays of a copy that the database knows: an older copy of another device must not wait instead. */
export function asKnown({ row: { id } }: Copy): { state: 'known'; content: string } {
  const content = JSON.stringify({ row: { id }, history: [], isRowKnown: true });
  return { state: 'known', content };
}

/** A database that has lost its last commits does not know which of its rows are newer than that. */
function partedFrom({ epoch }: Copy, here: Here): number {
  return epoch === here.epoch ? -1 : (here.restored?.revision ?? -1);
}

/**
 * Whether the record of a copy, the inquiry of an application, or the application to which an inquiry was added, was
 * erased since the restore, or in a later database than that of the copy. An inquiry that was withdrawn does not erase its
 * application.
 */
export function isOfErased(copy: Copy, here: Here): boolean {
  const { list, recordId, kind, epoch } = copy;
  const { contactId, addedTo } = copy.row;
  const key = keyOf(list, recordId);
  const parted = partedFrom(copy, here);
  const isDeleted = (of: string) => (here.stones.get(of) ?? -1) > parted;
  if ((here.goneIn.get(key) ?? '') > epoch || isDeleted(key)) return true;
  // The erasure of an inquiry must not stop that of its application.
  if (kind !== 'row') return false;
  const owners = [keyOf('contacts', contactId), keyOf('applications', addedTo)];
  const isOfGone = (owner: string) => {
    const row = here.rows.get(owner);
    return isDeleted(owner) || (isOfAnonymised(row) && !row?.withdrawnAt);
  };
  return isOfAnonymised(here.rows.get(key)) || owners.some(isOfGone);
}

function isWhole({ list, row }: Copy): boolean {
  return COPIED[list].needed.every((name) => row[name] !== undefined);
}

/** A moment counts by whether there is one: a change that was replayed has another. */
function differencesOf({ list, row }: Copy, here: CopiedRow): Weighed['differences'] {
  const columns = Object.entries(COPIED[list].columns);
  return columns.flatMap(([field, column]) => {
    if (!(field in row) || field === 'version') return [];
    const [mine, theirs] = [here[field] ?? null, row[field] ?? null];
    const isSame = isMoment(column) ? (mine === null) === (theirs === null) : mine === theirs;
    // The columns of a row are texts, numbers and booleans.
    return isSame ? [] : [{ field, here: mine, there: theirs } as Weighed['differences'][number]];
  });
}
