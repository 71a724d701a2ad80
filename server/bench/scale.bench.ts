import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { findPostgres, startThrowawayPostgres } from '#prisma/throwaway-postgres.ts';
import { type Provider, providerOf } from '#prisma/url.ts';
import { type Figure, milliseconds } from '#pwa/bench/measure.ts';
import type { Client } from '#server/test/client.ts';
import { fillDatabase } from '#server/test/samples.ts';
import { megabytes } from './compare.ts';
import type { Measured } from './measured.ts';
import { startAgency } from './start-agency.ts';

const APPLICATIONS = 100_000;
const CAMPAIGNS = 50;
const VISITS = 1_000_000;
/** Besides the entry that every application has which is not pending. */
const ENTRIES_EACH = 9;

/** What requests cost with 100,000 applications, a million visits and a million history entries. */
export async function benchScale(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scale-bench-'));
  const bin = findPostgres();
  const postgres = bin === undefined ? null : startThrowawayPostgres(bin);
  try {
    const figures = await measureAt(`file:${join(folder, 'large.db')}`, 'SQLite');
    if (postgres) figures.push(...(await measureAt(postgres.url, 'PostgreSQL')));
    return figures;
  } finally {
    postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAt(url: string, database: string): Promise<Figure[]> {
  await fillDatabase(url, { applications: APPLICATIONS, campaigns: CAMPAIGNS });
  await addMany(url);
  const { server, admin } = await startAgency(url);
  try {
    const { revision } = await firstPage(admin);
    const figures: Figure[] = [];
    for (const [what, path] of [
      ['list of campaigns', '/api/campaigns'],
      ['pull with nothing new', `/api/applications?since=${revision}`],
      ['first page of a pull', '/api/applications?since=0&limit=500'],
      ['one application', `/api/applications/${(await firstPage(admin)).id}`],
      ['list of all applications, not paged', '/api/applications'],
    ] as const) {
      figures.push(...(await measure(server, admin, `${database}: ${what}`, path)));
    }
    const memory = { value: megabytes(server.memory().peak), goal: '400 MB' };
    return [...figures, { what: `${database}: memory at its peak`, ...memory }];
  } finally {
    await server.stop();
  }
}

/** The time of one request, and how long the event loop stood still meanwhile. */
async function measure(
  server: Measured,
  admin: Client,
  what: string,
  path: string,
): Promise<Figure[]> {
  await server.longestDelay();
  const start = performance.now();
  await (await admin.send('GET', path)).arrayBuffer();
  const whole = performance.now() - start;
  const stood = await server.longestDelay();
  return [
    { what, value: milliseconds(whole) },
    { what: `${what}: the event loop stood still`, value: milliseconds(stood), goal: '50 ms' },
  ];
}

async function firstPage(admin: Client): Promise<{ revision: number; id: string }> {
  const answer = await admin.send('GET', '/api/applications?since=0&limit=1');
  const { revision, rows } = (await answer.json()) as { revision: number; rows: { id: string }[] };
  return { revision, id: rows[0]?.id ?? '' };
}

/** By the database itself: a million rows through Prisma take minutes. */
async function addMany(url: string): Promise<void> {
  const db = await openDatabase(url);
  try {
    for (const sql of MANY[providerOf(url)]) await db.$executeRawUnsafe(sql);
  } finally {
    await closeDatabase(db);
  }
}

const MANY: Record<Provider, readonly string[]> = {
  sqlite: [
    `INSERT INTO "HistoryEntry" ("id", "applicationId", "previousStatus", "newStatus", "notes", "createdAt", "arrivedAt", "version")
     WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${ENTRIES_EACH})
     SELECT "id" || '-' || n, "id", 'pending', "status", 'Seen again.', "createdAt", "createdAt", "version"
     FROM "Application", n`,
    `INSERT INTO "Visit" ("id", "campaignId", "createdAt", "day", "arrivedAt", "afterEnd")
     WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${VISITS})
     SELECT 'visit-' || n, 1 + n % ${CAMPAIGNS}, date('now', '-' || (n % 80) || ' days') || 'T08:00:00.000+00:00',
       date('now', '-' || (n % 80) || ' days'), date('now') || 'T08:00:00.000+00:00', 0 FROM n`,
  ],
  postgresql: [
    `INSERT INTO "HistoryEntry" ("id", "applicationId", "previousStatus", "newStatus", "notes", "createdAt", "arrivedAt", "version")
     SELECT "id" || '-' || n, "id", 'pending', "status", 'Seen again.', "createdAt", "createdAt", "version"
     FROM "Application", generate_series(1, ${ENTRIES_EACH}) AS n`,
    `INSERT INTO "Visit" ("id", "campaignId", "createdAt", "day", "arrivedAt", "afterEnd")
     SELECT 'visit-' || n, 1 + n % ${CAMPAIGNS}, now() AT TIME ZONE 'UTC' - (n % 80) * interval '1 day',
       to_char(now() AT TIME ZONE 'UTC' - (n % 80) * interval '1 day', 'YYYY-MM-DD'), now() AT TIME ZONE 'UTC', false
     FROM generate_series(1, ${VISITS}) AS n`,
    'ANALYZE',
  ],
};
