import { pullApplications } from '#contract/applications.ts';
import {
  type CopyReport,
  decideCopies,
  offerCopies,
  readCopies,
} from '#contract/backups/copies.ts';
import { pullCampaigns } from '#contract/campaigns.ts';
import { pullContacts } from '#contract/contacts.ts';
import { unknownKeys } from '#contract/sync.ts';
import { type Db, providerOfDb, type Tx } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import type { Client } from './client.ts';

/** The records of a database at one moment. */
export async function backUp(db: Db) {
  return {
    campaign: await db.campaign.findMany(),
    contact: await db.contact.findMany(),
    application: await db.application.findMany(),
    historyEntry: await db.historyEntry.findMany(),
    tombstone: await db.tombstone.findMany(),
    campaignLease: await db.campaignLease.findMany(),
    restore: await db.restore.findMany(),
    erasedAddress: await db.erasedAddress.findMany(),
    heldCopy: await db.heldCopy.findMany(),
    idempotencyKey: await db.idempotencyKey.findMany(),
    lastContact: await lastContactOf(db),
    state: await db.replicationState.findUniqueOrThrow({ where: { id: 1 } }),
  };
}

/** The last id that an inquiry has got. */
async function lastContactOf(db: Db): Promise<number> {
  const sql = {
    sqlite: "SELECT coalesce(max(seq), 0) AS last FROM sqlite_sequence WHERE name = 'Contact'",
    postgresql: `SELECT last_value::int AS last FROM "Contact_id_seq"`,
  };
  const [row] = await db.$queryRawUnsafe<{ last: number | bigint }[]>(sql[providerOfDb(db)]);
  return Number(row?.last ?? 0);
}

function setLastContact(tx: Tx, last: number): Promise<unknown> {
  if (last === 0) return Promise.resolve();
  const sql = {
    sqlite: `UPDATE sqlite_sequence SET seq = ${last} WHERE name = 'Contact'`,
    postgresql: `ALTER SEQUENCE "Contact_id_seq" RESTART WITH ${last + 1}`,
  };
  return tx.$executeRawUnsafe(sql[providerOfDb(tx)]);
}

const TABLES = [
  'campaign',
  'contact',
  'application',
  'historyEntry',
  'tombstone',
  'campaignLease',
  'restore',
  'erasedAddress',
  'heldCopy',
  'idempotencyKey',
] as const;

/** What all models of Prisma can. */
interface Table {
  deleteMany(): Promise<unknown>;
  createMany(rows: { data: readonly unknown[] }): Promise<unknown>;
}

let restores = 0;

/** Replaces the records of a database by those of a backup, gives it an epoch and starts it. Accounts and sessions stay. */
export async function restoreRows(
  db: Db,
  url: string,
  backup: Awaited<ReturnType<typeof backUp>>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const tables = tx as unknown as Record<(typeof TABLES)[number], Table>;
    for (const table of TABLES.toReversed()) await tables[table].deleteMany();
    for (const table of TABLES) await tables[table].createMany({ data: backup[table] });
    await setLastContact(tx, backup.lastContact);
    restores += 1;
    const epoch = `restored-${restores}`;
    await tx.replicationState.update({ where: { id: 1 }, data: { ...backup.state, epoch } });
  });
  await migrate(url);
}

/** What a device of the office has: everything that it has pulled. */
export class Phone {
  readonly #by: Client;
  readonly #device: string;
  epoch = '';
  #pulled: Awaited<ReturnType<Phone['pull']>> | undefined;

  constructor(by: Client, device = 'Mozilla/5.0 (Linux; Android 14) Chrome/130') {
    this.#by = by;
    this.#device = device;
  }

  /** Pulls whole lists, and the deletions since the last time. */
  async pull(since = 0) {
    const query = { since, limit: 2_000 };
    const pages = {
      applications: (await this.#by.call(pullApplications, { query })).reply,
      contacts: (await this.#by.call(pullContacts, { query })).reply,
      campaigns: (await this.#by.call(pullCampaigns, { query })).reply,
    };
    this.epoch = pages.applications.epoch;
    this.#pulled = pages as never;
    return pages;
  }

  /** Where the database says that it and the device's one have parted. */
  async left(): Promise<number | undefined> {
    const body = { keys: [], epoch: this.epoch };
    return (await this.#by.call(unknownKeys, { body })).reply.left;
  }

  /** Offers what it has above a revision. */
  async offer(left = 0, more: object = {}) {
    const { applications, contacts, campaigns } = this.#pulled ?? (await this.pull());
    const above = <R extends { version: number }>(rows: R[]) =>
      rows.filter(({ version }) => version > left);
    const body = {
      epoch: this.epoch,
      applications: above(applications.rows),
      contacts: above(contacts.rows),
      campaigns: above(campaigns.rows),
      history: above(applications.history),
      ...more,
    };
    return this.#by.call(offerCopies, { body, headers: { 'User-Agent': this.#device } });
  }
}

/** What waits for an admin. */
export async function waitingOf(by: Client): Promise<CopyReport['waiting']> {
  return (await by.call(readCopies)).reply.waiting;
}

/** Takes all that waits, or what is named. */
export async function takeAll(by: Client, ids?: string[]): Promise<number> {
  const all = ids ?? (await waitingOf(by)).map(({ id }) => id);
  const body = { ids: all, decision: 'take' };
  return (await by.call(decideCopies, { body })).reply.done;
}
