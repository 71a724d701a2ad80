import type { Schema } from '#contract/endpoint.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { CONTACT_COLUMNS } from '#contract/fields/contact-fields.ts';
import { namesOf, rowSchemaOf } from '#contract/fields/field-table.ts';
import { instant } from '#contract/fields/fields.ts';
import { referenceOf } from '#contract/fields/references.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { BY_MESSAGE } from '#contract/handed-over.ts';
import type { Inquiry } from '#contract/inquiry.ts';
import { type BulkRow, type ColumnType, insertRows, lockRows, updateRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import type { ContactModel } from '#prisma/generated/sqlite/models.ts';
import { digestOf } from '#server/domain/accounts/password-links.ts';
import { ERASED } from '#server/domain/people/erased.ts';
import type { Change } from '#server/domain/replication/change.ts';
import type { UnitOfWork } from '#server/domain/replication/idempotency.ts';
import { raiseRevision } from '#server/domain/replication/revision.ts';
import { confirmInquiries } from './confirm-inquiries.ts';
import { GUESSABLE_LINK, isSecret } from './inquiry-links.ts';
import { type LinkTarget, lockLinkTargets } from './link-targets.ts';

/** One inquiry of a visitor. */
export interface InquiryCall {
  change: Change;
  body: Inquiry;
}

/**
 * Stores inquiries with the moment of consent and the name of their campaign. An inquiry is never
 * refused because of its campaign: an unknown or deleted campaign is left out, and the utm fields stay;
 * a campaign that was made offline is added when it arrives. An inquiry that looks like a machine's is
 * marked, not dropped. An inquiry whose message a user has entered before it arrived takes the place of that one, and a
 * message whose inquiry is there makes none: the reference joins them. What a person has withdrawn, or what was erased,
 * does not come back under its reference: `person-not-found`. A private link that could be guessed is refused.
 *
 * @param isConfirmed whether visitors get a mail that says that their inquiry has arrived
 */
export async function openInquiries(
  tx: Tx,
  calls: readonly InquiryCall[],
  { isConfirmed = false } = {},
): Promise<UnitOfWork<InquiryCall, null>> {
  const ids = calls.flatMap(({ body }) => body.campaignId ?? []);
  const targets = await lockLinkTargets(tx, ids);
  const references = calls.map(({ change }) => referenceOf(change.id));
  const gone = await withReferences(tx, references, { message: '' });
  const rows: InquiryRow[] = [];
  return {
    apply({ change, body }) {
      if (body.linkToken !== null && !isSecret(body.linkToken)) return GUESSABLE_LINK;
      const reference = referenceOf(change.id);
      if (gone.some((one) => one.reference === reference && isAnonymised(one))) return ERASED;
      rows.push(inquiryRow(change, body, targets));
      return null;
    },
    async flush() {
      if (rows.length === 0) return;
      // Locked before the revision is raised: a transaction that holds an inquiry may wait for the revision.
      const here = await storedOf(tx, rows);
      await lockRows(
        tx,
        'Contact',
        here.map(({ id }) => id),
      );
      // From here on no other transaction stores an inquiry.
      let version = (await raiseRevision(tx, rows.length)) - rows.length;
      const { known, joining, added } = await sortByReference(tx, rows);
      for (const id of known) {
        version += 1;
        await tx.contact.update({ where: { id }, data: { version }, select: { id: true } });
      }
      const first = version + 1;
      const joined = joining.map((row, n) => ({ ...row, version: first + n }));
      await updateRows(tx, 'Contact', JOINED_COLUMNS, joined);
      version += joined.length;
      const versioned = added.map((row, n) => ({ ...row, version: version + 1 + n }));
      await insertRows(tx, 'Contact', INQUIRY_COLUMNS, versioned);
      if (isConfirmed) await confirmInquiries(tx, { version: { gte: first } });
    },
  };
}

interface Sorted {
  /** Inquiries whose message is entered again: they stay unchanged. */
  known: number[];
  /** Inquiries that arrive now, with the ids of their entered messages. */
  joining: (InquiryRow & { id: number })[];
  added: InquiryRow[];
}

async function sortByReference(tx: Tx, rows: readonly InquiryRow[]): Promise<Sorted> {
  const here = await storedOf(tx, rows);
  const entered = new Map<string | null, InquiryRow>();
  const sorted: Sorted = { known: [], joining: [], added: [] };
  for (const row of rows) {
    const { reference } = row;
    const found = here.filter((one) => one.reference === reference);
    if (row.utmMedium === BY_MESSAGE) {
      if (found[0]) sorted.known.push(found[0].id);
      else entered.set(reference, row);
      continue;
    }
    const message = found.find((one) => isMessageOf(one, row));
    const arrived = found.find((one) => isInquiryOf(one, row));
    if (message) sorted.joining.push({ ...row, id: message.id });
    else if (arrived) sorted.known.push(arrived.id);
    else sorted.added.push(row);
  }
  for (const { reference } of sorted.added) entered.delete(reference);
  sorted.added.push(...entered.values());
  return sorted;
}

/**
 * Whether a stored inquiry is the entered message of this one. It has lost its mark if the user's session had ended;
 * what a visitor has sent by the form has a private link.
 */
function isMessageOf(
  found: Pick<ContactModel, 'utmMedium' | 'email' | 'message' | 'linkDigest'>,
  { email, message }: InquiryRow,
): boolean {
  if (found.utmMedium === BY_MESSAGE) return true;
  return found.linkDigest === null && found.email === email && found.message === message;
}

/** Whether an entered message that has lost its mark is that of a stored inquiry. */
function isInquiryOf(
  found: Pick<ContactModel, 'email' | 'linkDigest'>,
  { email, linkDigest }: InquiryRow,
): boolean {
  return linkDigest === null && found.linkDigest !== null && found.email === email;
}

/** The stored inquiries with the references of these, except those of erased persons, whose message is empty. */
function storedOf(tx: Tx, rows: readonly InquiryRow[]) {
  const references = rows.flatMap(({ reference }) => reference ?? []);
  return withReferences(tx, references, { message: { not: '' } });
}

function withReferences(tx: Tx, references: string[], also: { message: string | { not: string } }) {
  return tx.contact.findMany({
    where: { reference: { in: references }, ...also },
    select: {
      id: true,
      reference: true,
      utmMedium: true,
      email: true,
      message: true,
      linkDigest: true,
    },
  });
}

/** A person needs longer than this to fill in the form, in milliseconds. */
const FASTEST_PERSON = 2_000;

function inquiryRow(
  { id, happenedAt, arrivedAt, userId }: Change,
  { privacyPolicy: _, website, openFor, campaignId, linkToken, utmMedium, ...inquiry }: Inquiry,
  targets: ReadonlyMap<number, LinkTarget>,
): InquiryRow {
  const target = campaignId === null ? undefined : targets.get(campaignId);
  const campaign = target === 'leased' ? undefined : target;
  return {
    ...inquiry,
    utmMedium: utmMedium === BY_MESSAGE && userId === null ? null : utmMedium,
    campaignId: campaign?.id ?? null,
    campaignName: campaign?.name ?? null,
    heldFor: target === 'leased' ? campaignId : null,
    suspect: website !== null || (openFor !== null && openFor < FASTEST_PERSON),
    consentAt: happenedAt,
    reference: referenceOf(id),
    linkDigest: linkToken && digestOf(linkToken),
    createdAt: arrivedAt,
  };
}

/** A row without the version that it gets when the revision is known. */
type InquiryRow = Omit<BulkRow<SqlTypes>, 'version'>;

/** The columns with a value of the database's own; an inquiry fills the others. */
const DEFAULTED = [
  'id',
  'corrections',
  'withdrawnAt',
  'convertedToApplication',
  'notes',
  ...namesOf(WANTED_FIELDS),
  'addedTo',
  'state',
  'answeredAt',
  'setAsideAt',
] as const;
type FilledColumn = Exclude<keyof ContactModel, (typeof DEFAULTED)[number]>;
type SqlTypes = {
  [K in FilledColumn]: ContactModel[K] extends Date
    ? 'instant'
    : ContactModel[K] extends boolean
      ? 'flag'
      : ContactModel[K] extends number | null
        ? 'integer'
        : 'text';
};

/** The columns that an inquiry fills, with their types. */
const INQUIRY_COLUMNS = filledColumns();

/** Those that it fills where its message was entered before: it came when that did, and a user judges its look. */
const JOINED_COLUMNS = joinedColumns();

function joinedColumns() {
  const { createdAt: _, suspect: __, ...columns } = INQUIRY_COLUMNS;
  return { id: 'integer', ...columns } as const;
}

function filledColumns(): SqlTypes {
  const filled = namesOf(CONTACT_COLUMNS).filter((name) => !isOneOf(DEFAULTED, name));
  const types = filled.map((name) => [name, columnTypeOf(rowSchemaOf(CONTACT_COLUMNS[name]))]);
  // The table has every column of the schema.
  return Object.fromEntries(types) as SqlTypes;
}

function columnTypeOf(schema: Schema): ColumnType {
  if (schema === instant) return 'instant';
  const { type } = 'wrapped' in schema ? (schema.wrapped as Schema) : schema;
  if (type === 'boolean') return 'flag';
  return type === 'number' ? 'integer' : 'text';
}
