/**
 * Sample data for development: `npm run seed` migrates the database of DATABASE_URL and fills it. It
 * makes no users: the server makes the first one when it starts.
 */
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { closeDatabase, type Db, openDatabase, type Tx } from './client.ts';
import { DatabaseRefused } from './database-refused.ts';
import { migrate } from './migrate.ts';
import {
  APPLICATIONS,
  CAMPAIGNS,
  CONTACTS,
  type SampleApplication,
  type SampleCampaign,
  type SampleContact,
} from './sample-rows.ts';

/**
 * Fills an empty database in one transaction: inquiries, applications in each of the six statuses with
 * their history, and campaigns.
 *
 * @param now the time from which ages are counted
 * @throws DatabaseRefused if there is a contact, an application or a campaign
 */
export async function seed(db: Db, now = new Date()): Promise<void> {
  const counts = [db.contact.count(), db.application.count(), db.campaign.count()];
  if ((await Promise.all(counts)).some((count) => count > 0)) {
    throw new DatabaseRefused('The database is not empty: sample data goes into an empty one.');
  }
  await db.$transaction(async (tx) => {
    const age = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
    // Each row gets its own version, as if it had arrived by its own change.
    let version = 0;
    const next = () => {
      version += 1;
      return version;
    };
    for (const campaign of CAMPAIGNS) await addCampaign({ tx, age, next }, campaign);
    for (const contact of CONTACTS) await addContact({ tx, age, next }, contact);
    for (const application of APPLICATIONS) await addApplication({ tx, age, next }, application);
    await tx.replicationState.update({ where: { id: 1 }, data: { revision: version } });
  });
}

/** Golden ratio: spreads the visits evenly. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

interface Filling {
  tx: Tx;
  /** The time this many days ago. */
  age(days: number): Date;
  next(): number;
}

async function addCampaign({ tx, age, next }: Filling, sample: SampleCampaign): Promise<void> {
  const { age: days, ...campaign } = sample;
  const { id: campaignId } = await tx.campaign.create({
    data: {
      ...campaign,
      utmSource: 'football-agent-site',
      createdAt: age(days),
      version: next(),
    },
  });
  for (let visit = 1; visit <= campaign.visits; visit += 1) {
    const at = age(1 + (days - 1) * ((visit * GOLDEN) % 1) ** 2);
    const day = at.toISOString().slice(0, 10);
    const data = { id: idMadeAt(at), campaignId, createdAt: at, day, arrivedAt: at };
    await tx.visit.create({ data });
  }
}

async function addContact({ tx, age, next }: Filling, sample: SampleContact): Promise<void> {
  const { age: days, fromCampaign = false, converted = false, ...contact } = sample;
  const campaign = fromCampaign ? await tx.campaign.findFirst({ orderBy: { id: 'asc' } }) : null;
  const { id: contactId } = await tx.contact.create({
    data: {
      ...contact,
      email: emailOf(contact.name),
      ...(campaign && {
        campaignId: campaign.id,
        campaignName: campaign.name,
        utmSource: campaign.utmSource,
        utmMedium: campaign.utmMedium,
        utmCampaign: campaign.utmCampaign,
      }),
      convertedToApplication: converted,
      consentAt: age(days),
      createdAt: age(days),
      version: next(),
    },
  });
  if (!converted) return;
  await tx.application.create({
    data: {
      id: convertedId(contactId),
      contactId,
      playerName: contact.name,
      email: emailOf(contact.name),
      currentClub: contact.currentClub ?? null,
      position: contact.position ?? null,
      under18: contact.under18 ?? null,
      agentNotes: `Message: ${contact.message}`,
      createdAt: age(days - 1),
      updatedAt: age(days - 1),
      version: next(),
    },
  });
}

async function addApplication(
  { tx, age, next }: Filling,
  sample: SampleApplication,
): Promise<void> {
  const { age: days, changes, days: dated = {}, ...player } = sample;
  const fixed = Object.entries(dated).map(([name, ahead]) => [
    name,
    age(-ahead).toISOString().slice(0, 10),
  ]);
  const id = idMadeAt(age(days));
  await tx.application.create({
    data: {
      ...player,
      ...Object.fromEntries(fixed),
      id,
      email: emailOf(player.playerName),
      nationality: 'Atlantis',
      currentClub: 'FC Nowhere',
      createdAt: age(days),
      updatedAt: age(days),
      version: next(),
    },
  });
  let previousStatus = 'pending';
  for (const [index, { status, notes = null }] of changes.entries()) {
    const at = age(days - 1 - index);
    const version = next();
    await tx.historyEntry.create({
      data: {
        id: idMadeAt(at),
        applicationId: id,
        previousStatus,
        newStatus: status,
        notes,
        createdAt: at,
        arrivedAt: at,
        version,
      },
    });
    await tx.application.update({ where: { id }, data: { status, updatedAt: at, version } });
    previousStatus = status;
  }
}

function idMadeAt(at: Date): string {
  return uuidv7({ msecs: at.getTime() });
}

function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@example.org`;
}

/** The same id as `applicationIdOf` of contract/fields/application-id.ts, which prisma may not import. */
export function convertedId(contactId: number): string {
  return uuidv5(`contact:${contactId}`, '6f6b1b3e-2a0f-5c58-9d0e-8f0c6a1d7b42');
}

async function seedAt(url: string): Promise<void> {
  await migrate(url);
  const db = await openDatabase(url);
  try {
    await seed(db);
  } finally {
    await closeDatabase(db);
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    // biome-ignore lint/style/noProcessEnv: prisma stands alone and cannot use the server's config.ts
    await seedAt(process.env.DATABASE_URL || 'file:data/agency.db');
    process.stdout.write('The database has sample data now.\n');
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
