/** The database, read and written beside its servers: the part of better-sqlite3 that is used. */
export interface Beside {
  prepare(sql: string): {
    all(...values: unknown[]): unknown[];
    get(...values: unknown[]): unknown;
    run(...values: unknown[]): unknown;
  };
}

export interface KeyRow {
  scope: string;
  key: string;
  status: number;
  answer: string;
}

export interface HistoryRow {
  id: string;
  applicationId: string;
  previousStatus: string;
  newStatus: string;
  notes: string | null;
  reason: string | null;
  /** JSON, `FieldEdit[]`. */
  edits: string | null;
  createdAt: string;
  version: number;
  userId: number | null;
  /** The inquiry that was added by this entry. */
  contactId: number | null;
}

/** The columns of a row that the checks need. */
export type Row = Record<string, string | number | null>;

/** What names a person: the e-mail address, or the phone of somebody who has none. */
export function addressOf(row: object): string {
  const { email = '', phone = '' }: { email?: unknown; phone?: unknown } = row;
  return String(email || phone);
}

interface ApplicationRow extends Row {
  id: string;
  status: string;
}

interface VisitRow {
  id: string;
  campaignId: number;
  createdAt: string;
  arrivedAt: string;
  afterEnd: number;
  kind: string;
}

interface ViewRow {
  userId: number;
  id: string;
  name: string;
  removedAt: string | null;
}

/** The data in the server's file. */
export interface Recorded {
  keys: Map<string, KeyRow>;
  /** By application, oldest first. */
  history: HistoryRow[];
  entries: Map<string, HistoryRow>;
  applications: Map<string, ApplicationRow>;
  contacts: Map<number, Row>;
  campaigns: Map<number, Row>;
  visits: Map<string, VisitRow>;
  /** Visits of campaigns that have not arrived yet. */
  held: Set<string>;
  /** Saved views, removed ones too, by user and id. */
  views: Map<string, ViewRow>;
  /** What was published, by id. */
  publications: Map<number, string>;
  /** How many files are noted in the audit log. */
  exports: number;
  revision: number;
}

/**
 * Reads the server's file.
 *
 * @param before an earlier result: old rows of tables that only grow are taken from it while their
 *   number is right
 */
export function readRecorded(file: Beside, before: Recorded | null): Recorded {
  const all = <R>(sql: string) => file.prepare(sql).all() as R[];
  const keys = grown<KeyRow>(file, {
    table: 'IdempotencyKey',
    columns: 'scope, key, status, answer',
    nameOf: ({ scope, key }) => `${scope} ${key}`,
    before: before?.keys,
  });
  const entries = grown<HistoryRow>(file, {
    table: 'HistoryEntry',
    columns:
      'id, applicationId, previousStatus, newStatus, notes, reason, edits, createdAt, version, userId, contactId',
    nameOf: ({ id }) => id,
    before: before?.entries,
  });
  const visits = grown<VisitRow>(file, {
    table: 'Visit',
    columns: 'id, campaignId, createdAt, arrivedAt, afterEnd, kind',
    nameOf: ({ id }) => id,
    before: before?.visits,
  });
  const [state] = all<{ revision: number }>('SELECT revision FROM ReplicationState');
  const applications = all<ApplicationRow>('SELECT * FROM Application');
  const contacts = all<Row & { id: number }>('SELECT * FROM Contact');
  const campaigns = all<Row & { id: number }>('SELECT * FROM Campaign');
  const held = all<{ id: string }>('SELECT id FROM HeldVisit');
  const views = all<ViewRow>('SELECT userId, id, name, removedAt FROM SavedView');
  const published = all<{ id: number; content: string }>('SELECT id, content FROM Publication');
  const noted = `SELECT COUNT(*) AS count FROM AuditEntry WHERE kind LIKE '%-exported'`;
  const [exported] = all<{ count: number }>(noted);
  return {
    keys,
    history: [...entries.values()].sort(byApplication),
    entries,
    applications: new Map(applications.map((row) => [row.id, row])),
    contacts: new Map(contacts.map((row) => [row.id, row])),
    campaigns: new Map(campaigns.map((row) => [row.id, row])),
    visits,
    held: new Set(held.map(({ id }) => id)),
    views: new Map(views.map((view) => [`${view.userId} ${view.id}`, view])),
    publications: new Map(published.map(({ id, content }) => [id, content])),
    exports: exported?.count ?? 0,
    revision: state?.revision ?? 0,
  };
}

/** Newest rows that are always read again. */
const NEWEST = 100;

interface Grown<R> {
  table: string;
  columns: string;
  nameOf: (row: R) => string;
  before: Map<string, R> | undefined;
}

function grown<R>(file: Beside, { table, columns, nameOf, before }: Grown<R>): Map<string, R> {
  const { count } = file.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as {
    count: number;
  };
  const known = before?.size ?? 0;
  if (before && known > 2 * NEWEST && count >= known) {
    const newest = `SELECT ${columns} FROM ${table} ORDER BY rowid DESC LIMIT ?`;
    const rows = file.prepare(newest).all(count - known + NEWEST) as R[];
    const now = new Map(before);
    for (const row of rows.reverse()) now.set(nameOf(row), row);
    if (now.size === count) return now;
  }
  const rows = file.prepare(`SELECT ${columns} FROM ${table}`).all() as R[];
  return new Map(rows.map((row) => [nameOf(row), row]));
}

function byApplication(one: HistoryRow, other: HistoryRow): number {
  if (one.applicationId !== other.applicationId) {
    return one.applicationId < other.applicationId ? -1 : 1;
  }
  return one.version - other.version;
}
