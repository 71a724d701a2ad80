import { STATUSES } from '#contract/fields/vocabulary.ts';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { type Provider, providerOf } from '#prisma/url.ts';

/** How many rows a database is filled with. */
export interface Size {
  applications: number;
  visits: number;
  /** Of each application. */
  entries: number;
  campaigns: number;
  /** Stored answers to calls of a user and, as many, of visitors. Half of them are older than their retention. */
  keys: number;
  /** Inquiries. Half of them have been set aside for longer than their retention. */
  contacts: number;
}

/** Rows of one statement: it must end before the database's own limit of 5 s. */
const ROWS_A_STATEMENT = 20_000;

/**
 * Migrates a database and fills it by its own statements: a million rows through Prisma take minutes. Every
 * application has a version of its own, which its history shares. A tenth of the visits is older than their
 * retention.
 */
export async function fillAtScale(url: string, size: Size): Promise<void> {
  await migrate(url);
  const db = await openDatabase(url);
  try {
    const sql = SQL[providerOf(url)];
    await db.$executeRawUnsafe(`UPDATE "ReplicationState" SET "revision" = ${lastVersion(size)}`);
    for (const [table, { rows, columns }] of Object.entries(tablesOf(sql, size))) {
      await fillTable(db, sql, table, rows, columns);
    }
    await db.$executeRawUnsafe('ANALYZE');
  } finally {
    await closeDatabase(db);
  }
}

/** The id of an application, as text. */
export function idOfApplication(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** The address of an application. */
export function addressOf(n: number): string {
  return `Player.${n}@example.org`;
}

function lastVersion({ applications, campaigns, contacts }: Size): number {
  return applications + campaigns + contacts;
}

/** The value of each column of row `n`, as SQL. */
type ColumnSql = Record<string, string>;

async function fillTable(db: Db, sql: Dialect, table: string, rows: number, columns: ColumnSql) {
  const names = Object.keys(columns).map((name) => `"${name}"`);
  const values = Object.values(columns).join(', ');
  for (let from = 1; from <= rows; from += ROWS_A_STATEMENT) {
    const to = Math.min(rows, from + ROWS_A_STATEMENT - 1);
    await db.$executeRawUnsafe(
      `INSERT INTO "${table}" (${names.join(', ')}) ${sql.series(from, to, values)}`,
    );
  }
}

function tablesOf(
  sql: Dialect,
  { applications, visits, entries, campaigns, keys, contacts }: Size,
): Record<string, { rows: number; columns: ColumnSql }> {
  const status = `CASE n % ${STATUSES.length} ${STATUSES.map((word, at) => `WHEN ${at} THEN '${word}'`).join(' ')} END`;
  const owner = `(n - 1) / ${entries} + 1`;
  const made = sql.minutesAgo(`${applications} - n + 60`);
  const noted = sql.minutesAgo(`${applications} - (${owner}) + 60`);
  const now = sql.daysAgo('0');
  const age = 'n % 400';
  return {
    Campaign: {
      rows: campaigns,
      columns: {
        name: `'Example Cup ' || n`,
        utmSource: `'football-agent-site'`,
        utmMedium: `'qr'`,
        utmCampaign: `'example-cup-' || n`,
        createdAt: now,
        version: `n + ${applications + contacts}`,
      },
    },
    Contact: {
      rows: contacts,
      columns: {
        name: `'Player ' || n`,
        email: `'Inquirer.' || n || '@example.org'`,
        inquiryType: `'other'`,
        message: `'I play as midfielder and am looking for a club (' || n || ').'`,
        consentAt: made,
        createdAt: made,
        state: `CASE n % 2 WHEN 0 THEN 'spam' ELSE 'new' END`,
        setAsideAt: `CASE n % 2 WHEN 0 THEN ${sql.daysAgo('400')} END`,
        version: `n + ${applications}`,
      },
    },
    Application: {
      rows: applications,
      columns: {
        id: `'00000000-0000-4000-8000-' || ${sql.padded('n', 12)}`,
        playerName: `'Player ' || n`,
        email: `'Player.' || n || '@example.org'`,
        phone: `'+34 600 ' || n`,
        nationality: `'Atlantis'`,
        dateOfBirth: `'2001-05-1' || n % 10`,
        currentClub: `'FC Nowhere ' || n % 40`,
        position: `'Midfielder'`,
        links: `'Highlights https://video.example/player/' || n`,
        agentNotes: `'Seen in match ' || n || '. Strong in the air, calm on the ball, wants to play abroad.'`,
        status,
        createdAt: made,
        updatedAt: made,
        version: 'n',
      },
    },
    HistoryEntry: {
      rows: applications * entries,
      columns: {
        id: `'00000000-0000-4000-9000-' || ${sql.padded('n', 12)}`,
        applicationId: `'00000000-0000-4000-8000-' || ${sql.padded(owner, 12)}`,
        previousStatus: `'pending'`,
        newStatus: `'in_review'`,
        notes: `'Note on match ' || n || '.'`,
        createdAt: noted,
        arrivedAt: noted,
        version: owner,
      },
    },
    Visit: {
      rows: visits,
      columns: {
        id: `'visit-' || n`,
        campaignId: `1 + n % ${campaigns}`,
        createdAt: sql.daysAgo(age),
        day: sql.dayAgo(age),
        arrivedAt: sql.daysAgo(age),
        afterEnd: sql.no,
      },
    },
    IdempotencyKey: {
      rows: 2 * keys,
      columns: {
        scope: `CASE n % 2 WHEN 0 THEN '1' ELSE 'visitor' END`,
        key: `'key-' || n`,
        request: `'digest'`,
        status: '200',
        answer: `'{"id":"' || n || '","email":"somebody@example.org","agentNotes":"Strong in the air, calm on the ball."}'`,
        createdAt: sql.daysAgo('CASE (n / 2) % 2 WHEN 0 THEN 90 ELSE 1 END'),
      },
    },
  };
}

/** What differs between the databases. `n` stands for the number of the row. */
interface Dialect {
  /** Selects values for each `n` of a range. */
  series(from: number, to: number, values: string): string;
  padded(number: string, length: number): string;
  /** Instants, and a day, so long ago. */
  minutesAgo(count: string): string;
  daysAgo(count: string): string;
  dayAgo(count: string): string;
  no: string;
}

const SQL: Record<Provider, Dialect> = {
  sqlite: {
    series: (from, to, values) =>
      `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
       SELECT ${values} FROM numbers`,
    padded: (number, length) => `printf('%0${length}d', ${number})`,
    minutesAgo: (count) =>
      `strftime('%Y-%m-%dT%H:%M:%S', 'now', '-' || (${count}) || ' minutes') || '.000+00:00'`,
    daysAgo: (count) => `date('now', '-' || (${count}) || ' days') || 'T00:00:00.000+00:00'`,
    dayAgo: (count) => `date('now', '-' || (${count}) || ' days')`,
    no: '0',
  },
  postgresql: {
    series: (from, to, values) => `SELECT ${values} FROM generate_series(${from}, ${to}) AS n`,
    padded: (number, length) => `lpad((${number})::text, ${length}, '0')`,
    minutesAgo: (count) => `now() AT TIME ZONE 'UTC' - (${count}) * interval '1 minute'`,
    daysAgo: (count) =>
      `date_trunc('day', now() AT TIME ZONE 'UTC') - (${count}) * interval '1 day'`,
    dayAgo: (count) =>
      `to_char(now() AT TIME ZONE 'UTC' - (${count}) * interval '1 day', 'YYYY-MM-DD')`,
    no: 'false',
  },
};
