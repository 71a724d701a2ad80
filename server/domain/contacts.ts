import { CONTACT_COLUMNS } from '#contract/contact-fields.ts';
import type { Contact, ContactStateChange } from '#contract/contacts.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import type { Schema } from '#contract/endpoint.ts';
import { namesOf, rowSchemaOf } from '#contract/field-table.ts';
import { instant } from '#contract/fields.ts';
import type { Inquiry } from '#contract/inquiry.ts';
import { type BulkRow, type ColumnType, insertRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import type { ContactModel } from '#prisma/generated/sqlite/models.ts';
import { lockPlaces, type Places } from './campaign-places.ts';
import type { Change } from './change.ts';
import { lockContact, toContact } from './contact-row.ts';
import { type DeltaList, readDelta } from './delta.ts';
import type { UnitOfWork } from './idempotency.ts';
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

/** One inquiry of a visitor. */
export interface InquiryCall {
  change: Change;
  body: Inquiry;
}

/**
 * Stores inquiries with the moment of consent and the name of their campaign. An inquiry is never
 * refused because of its campaign: an unknown or deleted campaign is left out, and the utm fields stay;
 * a campaign that was made offline is added when it arrives. An inquiry that looks like a machine's is
 * marked, not dropped.
 */
export async function openInquiries(
  tx: Tx,
  calls: readonly InquiryCall[],
): Promise<UnitOfWork<InquiryCall, null>> {
  const ids = calls.flatMap(({ body }) => body.campaignId ?? []);
  const places = await lockPlaces(tx, ids);
  const rows: Omit<InquiryRow, 'version'>[] = [];
  return {
    apply({ change, body }) {
      rows.push(inquiryRow(change, body, places));
      return null;
    },
    async flush() {
      if (rows.length === 0) return;
      const first = (await raiseRevision(tx, rows.length)) - rows.length + 1;
      const versioned = rows.map((row, n) => ({ ...row, version: first + n }));
      await insertRows(tx, 'Contact', FILLED, versioned);
    },
  };
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

function inquiryRow(
  { happenedAt, arrivedAt }: Change,
  { privacyPolicy: _, website, openFor, campaignId, ...inquiry }: Inquiry,
  places: Places,
): Omit<InquiryRow, 'version'> {
  const place = campaignId === null ? undefined : places.get(campaignId);
  const campaign = place === 'leased' ? undefined : place;
  return {
    ...inquiry,
    campaignId: campaign?.id ?? null,
    campaignName: campaign?.name ?? null,
    heldFor: place === 'leased' ? campaignId : null,
    suspect: website !== null || (openFor !== null && openFor < FASTEST_PERSON),
    consentAt: happenedAt,
    createdAt: arrivedAt,
  };
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

type InquiryRow = BulkRow<SqlTypes>;
