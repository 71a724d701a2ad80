import { CONTACT_COLUMNS } from '#contract/contact-fields.ts';
import type { Contact, ContactStateChange, Inquiry } from '#contract/contacts.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import type { Schema } from '#contract/endpoint.ts';
import { namesOf, rowSchemaOf } from '#contract/field-table.ts';
import { instant } from '#contract/fields.ts';
import type { Problem } from '#contract/problems.ts';
import { type ColumnType, insertRows } from '#prisma/bulk.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { ContactModel } from '#prisma/generated/sqlite/models.ts';
import { lockPlaces } from './campaign-places.ts';
import type { Change } from './change.ts';
import { lockContact, toContact } from './contact-row.ts';
import { type DeltaList, readDelta } from './delta.ts';
import { type KeyedWrite, onceForAll } from './idempotency.ts';
import { refuseMissing } from './missing.ts';
import { nextRevision, raiseRevision } from './revision.ts';

/** A person needs longer than this to fill in the form, in milliseconds. */
const FASTEST_PERSON = 2_000;

/** All inquiries, newest first. */
export async function listContacts(db: Tx): Promise<Contact[]> {
  const rows = await db.contact.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return rows.map(toContact);
}

/** One page of changed inquiries. */
export function pullContacts(db: Tx, query: DeltaQuery) {
  const rows: DeltaList<Contact> = {
    table: 'Contact',
    limit: query.limit,
    read: async (version, take) => {
      const found = await db.contact.findMany({
        where: { version },
        orderBy: [{ version: 'desc' }, { id: 'desc' }],
        ...(take !== undefined && { take }),
      });
      return found.map(toContact);
    },
  };
  return readDelta(db, 'contact', query, { rows });
}

/** Throws `contact-not-found`. */
export async function getContact(db: Tx, id: number): Promise<Contact> {
  const row = await db.contact.findUnique({ where: { id } });
  return toContact(row ?? refuseMissing('contact'));
}

/** A visitor's inquiry with its idempotency key. */
export interface InquiryCall {
  write: KeyedWrite;
  change: Change;
  body: Inquiry;
}

/**
 * Stores an inquiry with the moment of consent and the name of its campaign. An inquiry is never
 * refused because of its campaign: an unknown or deleted campaign is left out, and the utm fields stay;
 * a campaign that was made offline is added when it arrives. An inquiry that looks like a machine's is
 * marked, not dropped.
 */
export function receiveInquiry(tx: Tx, change: Change, body: Inquiry): Promise<void> {
  return storeInquiries(tx, [{ change, body }]);
}

/** Stores many inquiries in one transaction, each once per key; gives an outcome for each. */
export function receiveInquiries(
  db: Db,
  calls: readonly InquiryCall[],
): Promise<(Problem | null)[]> {
  return onceForAll(db, calls, async (tx, fresh) => {
    await storeInquiries(tx, fresh);
    return fresh.map(() => null);
  });
}

/** Sets an inquiry aside, or takes it back. Throws `contact-not-found`. */
export async function changeContactState(
  tx: Tx,
  { id, state }: ContactStateChange & { id: number },
): Promise<Contact> {
  const contact = await lockContact(tx, id);
  if (contact.state === state) return contact;
  const version = await nextRevision(tx);
  return toContact(await tx.contact.update({ where: { id }, data: { state, version } }));
}

async function storeInquiries(
  tx: Tx,
  calls: readonly Pick<InquiryCall, 'change' | 'body'>[],
): Promise<void> {
  if (calls.length === 0) return;
  const places = await lockPlaces(
    tx,
    calls.flatMap(({ body }) => body.campaignId ?? []),
  );
  let version = (await raiseRevision(tx, calls.length)) - calls.length;
  const rows = calls.map(({ change: { happenedAt, arrivedAt }, body }) => {
    const { privacyPolicy: _, website, openFor, campaignId, ...inquiry } = body;
    const place = campaignId === null ? undefined : places.get(campaignId);
    const campaign = place === 'leased' ? undefined : place;
    version += 1;
    return {
      ...inquiry,
      campaignId: campaign?.id ?? null,
      campaignName: campaign?.name ?? null,
      heldFor: place === 'leased' ? campaignId : null,
      suspect: website !== null || (openFor !== null && openFor < FASTEST_PERSON),
      consentAt: happenedAt,
      createdAt: arrivedAt,
      version,
    };
  });
  await insertRows(tx, 'Contact', FILLED, rows);
}

type FilledColumn = Exclude<keyof ContactModel, 'id' | 'convertedToApplication' | 'state'>;
type SqlTypes = {
  [K in FilledColumn]: ContactModel[K] extends Date
    ? 'instant'
    : ContactModel[K] extends boolean
      ? 'flag'
      : ContactModel[K] extends number | null
        ? 'integer'
        : 'text';
};

/** The columns that an inquiry fills, with their types; the database fills the others. */
const FILLED = filledColumns();

function filledColumns(): SqlTypes {
  const { id, convertedToApplication, state, ...filled } = CONTACT_COLUMNS;
  const types = namesOf(filled).map((name) => [name, columnTypeOf(rowSchemaOf(filled[name]))]);
  // The table has every column of the schema.
  return Object.fromEntries(types) as SqlTypes;
}

function columnTypeOf(schema: Schema): ColumnType {
  if (schema === instant) return 'instant';
  const { type } = 'wrapped' in schema ? (schema.wrapped as Schema) : schema;
  if (type === 'boolean') return 'flag';
  return type === 'number' ? 'integer' : 'text';
}
