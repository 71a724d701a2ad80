import { v5 as uuidv5 } from 'uuid';
import type { ApplicationFieldName } from '#contract/fields/application-fields.ts';
import {
  FEET,
  INQUIRY_TYPES,
  LANGUAGE_CODES,
  STATUSES,
  YES_NO,
} from '#contract/fields/vocabulary.ts';
import { closeDatabase, openDatabase, type Tx } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/sqlite/client.ts';
import { migrate } from '#prisma/migrate.ts';

/** Rows for tests and benchmarks. The same `n` always makes the same row. */

const FIRST = ['Ana', 'Björn', 'Chloé', 'Dario', 'Erik', 'Fatou', 'Gül', 'Hugo', 'Inés', 'Jonas'];
const LAST = ['Sample', 'Beispiel', 'Ejemplo', 'Exemple', 'Esempio', 'Mustermann', 'Testowa'];
const POSITIONS = [
  'Goalkeeper',
  'Left back',
  'Centre back',
  'Midfielder',
  'Left winger',
  'Striker',
];
const MINUTE = 60_000;
/** Time of row 0; each row is a minute later. */
const START = Date.parse('2024-01-05T08:00:00.000Z');

/** An application with all fields filled, not converted from an inquiry. */
export function aPlayer(n = 0) {
  const at = new Date(START + n * MINUTE);
  return {
    id: uuidv5(`player:${n}`, uuidv5.URL),
    playerName: nameOf(n),
    email: emailOf(n),
    phone: `+34 600 ${String(n).padStart(6, '0')}`,
    city: 'Exampletown',
    nationality: 'Atlantis',
    secondNationality: 'Utopia',
    dateOfBirth: `${1998 + (n % 10)}-0${1 + (n % 9)}-1${n % 10}`,
    currentClub: `FC Nowhere ${n % 40}`,
    position: pick(POSITIONS, n),
    foot: pick(FEET, n),
    heightCm: 165 + (n % 30),
    people: `Eva ${n}; mother; +34 611 ${100000 + n}; eva.${n}@example.org; es; Works at night`,
    links: `Highlights https://video.example/player/${n}`,
    contractUntil: `${2027 + (n % 4)}-06-30`,
    mandateFrom: `2025-0${1 + (n % 9)}-01`,
    mandateUntil: `2027-0${1 + (n % 9)}-01`,
    mandateExclusive: pick(YES_NO, n),
    mandateReportedOn: `2025-0${1 + (n % 9)}-05`,
    otherAgent: `Agency ${n % 20}`,
    otherAgentUntil: '2024-12-31',
    offerConsentOn: '2024-02-01',
    agentNotes: `Seen in match ${n}. Strong in the air, calm on the ball, wants to play abroad.`,
    status: pick(STATUSES, n),
    createdAt: at,
    updatedAt: at,
  } satisfies Prisma.ApplicationCreateManyInput & Record<ApplicationFieldName, string | number>;
}

/** An inquiry that was not converted. */
export function aContact(n = 0) {
  const at = new Date(START + n * MINUTE);
  return {
    name: nameOf(n),
    email: emailOf(n),
    inquiryType: pick(INQUIRY_TYPES, n),
    message: `I play as ${pick(POSITIONS, n).toLowerCase()} and am looking for a club (${n}).`,
    language: pick(LANGUAGE_CODES, n),
    consentAt: at,
    createdAt: at,
  } satisfies Prisma.ContactCreateManyInput;
}

/** An active campaign. */
export function aCampaign(n = 0) {
  return {
    name: `Example Cup ${n}`,
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: `example-cup-${n}`,
    createdAt: new Date(START + n * MINUTE),
  } satisfies Prisma.CampaignCreateManyInput;
}

/** `count` rows: `many(3, aPlayer)` is players 0, 1 and 2. */
export function many<R>(count: number, make: (n: number) => R): R[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/**
 * Migrates the database at `url` and fills it. Every row gets its own version in the order of creation,
 * so that a pull can cut its pages anywhere. An application that is not pending has one history entry
 * of the same version.
 */
export async function fillDatabase(
  url: string,
  { applications = 0, contacts = 0, campaigns = 0, pending = false }: Counts,
): Promise<void> {
  const player = (n: number) => ({ ...aPlayer(n), ...(pending && { status: 'pending' as const }) });
  // Made before the transaction, which may not be idle for long.
  const players = many(applications, player);
  await migrate(url);
  const db = await openDatabase(url);
  try {
    await db.$transaction(
      async (tx) => {
        const { revision } = await tx.replicationState.update({
          where: { id: 1 },
          data: { revision: { increment: applications + contacts + campaigns } },
        });
        let version = revision - applications - contacts - campaigns;
        const withVersion = <R>(row: R) => {
          version += 1;
          return { ...row, version };
        };
        await inParts(many(campaigns, aCampaign).map(withVersion), (data) =>
          tx.campaign.createMany({ data }),
        );
        await inParts(many(contacts, aContact).map(withVersion), (data) =>
          tx.contact.createMany({ data }),
        );
        await addPlayers(tx, players.map(withVersion));
      },
      { timeout: 120_000 },
    );
  } finally {
    await closeDatabase(db);
  }
}

export interface Counts {
  applications?: number;
  contacts?: number;
  campaigns?: number;
  /** Makes all applications pending, without history. */
  pending?: boolean;
}

async function addPlayers(
  tx: Tx,
  players: (ReturnType<typeof aPlayer> & { version: number })[],
): Promise<void> {
  await inParts(players, (data) => tx.application.createMany({ data }));
  const history = players.flatMap(({ id, status, version, updatedAt }, n) => {
    if (status === 'pending') return [];
    return {
      id: uuidv5('change', id),
      applicationId: id,
      previousStatus: 'pending',
      newStatus: status,
      notes: `Note on match ${n}.`,
      createdAt: updatedAt,
      arrivedAt: updatedAt,
      version,
    };
  });
  await inParts(history, (data) => tx.historyEntry.createMany({ data }));
}

/** In small parts: between two of them the database must not wait for long. */
async function inParts<R>(rows: R[], write: (part: R[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += 100) await write(rows.slice(at, at + 100));
}

function nameOf(n: number): string {
  return `${pick(FIRST, n)} ${pick(LAST, Math.floor(n / FIRST.length))} ${n}`;
}

function emailOf(n: number): string {
  return `player.${n}@example.org`;
}

function pick<W>(words: readonly W[], n: number): W {
  // The index is in range, and no list here is empty.
  return words[n % words.length] as W;
}
