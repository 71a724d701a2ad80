import type { Contact } from '#contract/contacts.ts';
import { type Correction, correctionsIn } from '#contract/corrections.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { INQUIRY_FIELDS, REPLY_WITHIN } from '#contract/fields/inquiry-fields.ts';
import type { Inquiry } from '#contract/inquiry.ts';
import type { SentInquiry } from '#contract/inquiry-link.ts';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { digestOf } from '#server/domain/accounts/password-links.ts';
import { lockCopies } from '#server/domain/backups/held-copies.ts';
import { type Actor, audit, recordSubject } from '#server/domain/common/audit.ts';
import { ANONYMOUS_CONTACT, ANONYMOUS_ENTRY } from '#server/domain/people/erased.ts';
import { byVisitor, type Change } from '#server/domain/replication/change.ts';
import { toContact } from './contact-row.ts';
import { noteInHistory } from './history.ts';
import { forgetClubs, offeredTo } from './offers.ts';
import { lockApplicationOf, lockRecords } from './records.ts';
import { removeViewsAbout } from './views.ts';

/** The most corrections of an inquiry: all of them are kept, and every phone of the office pulls them. */
const MOST_CORRECTIONS = 10;

/** A longer text is cut off in the history: the inquiry has the whole of it. */
const LONGEST_IN_NOTE = 200;

/** The bytes of a link's secret, and how many of them, and of the steps between them, differ at least. */
const SECRET_BYTES = 32;
const LEAST_DIFFERENT = 16;

const NO_SECRET = 'A private link needs 256 random bits in base64url.';

/** The refusal of an inquiry whose private link could be guessed. */
export const GUESSABLE_LINK = new Problem('invalid-input', NO_SECRET, {
  fields: { linkToken: NO_SECRET },
});

/**
 * Whether a token that a visitor's device has made is a secret: repeated or counted bytes are none. Of random ones less
 * than one in a billion is taken for such.
 */
export function isSecret(token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== SECRET_BYTES || bytes.toString('base64url') !== token) return false;
  const steps = bytes.map((byte, n) => byte - (bytes[n - 1] ?? 0));
  return [bytes, steps].every((each) => new Set(each).size >= LEAST_DIFFERENT);
}

const FIELDS = namesOf(INQUIRY_FIELDS);
type Fields = Pick<Inquiry, (typeof FIELDS)[number]>;
type Corrected = Omit<Fields, 'playerName'> & { playerName?: string | null | undefined };

/** What a visitor has sent. Throws `link-not-found` for every token that leads to none. */
export async function readSentInquiry(db: Db, token: string): Promise<SentInquiry> {
  const row = toContact(await rowOf(db, token));
  const fields = Object.fromEntries(FIELDS.map((name) => [name, row[name]]));
  return {
    // It has every field of an inquiry.
    ...(fields as Fields),
    reference: row.reference,
    createdAt: row.createdAt,
    replyBy: new Date(Date.parse(row.createdAt) + REPLY_WITHIN).toISOString(),
    // Spam is not told that it was found.
    isRead: row.state !== 'spam' && (row.answeredAt !== null || row.addedTo !== null),
    // Not `answeredAt`: an inquiry that was converted or marked as spam waits no more, and yet has no reply.
    isAnswered: row.state === 'answered' || row.state === 'archived',
    corrections: correctionsIn(row.corrections).length,
    withdrawnAt: row.withdrawnAt,
  };
}

/**
 * Replaces what a visitor has sent, and keeps what it was before. The history of an application that was made of it
 * says the same, in short. Throws `link-not-found`, also once it is withdrawn or its person is erased, and
 * `too-many-corrections`.
 */
export async function correctInquiry(
  tx: Tx,
  change: Change,
  { token, ...corrected }: Corrected & { token: string },
): Promise<void> {
  const contact = await lockSent(tx, token);
  const { id } = contact;
  const stays = corrected.writtenBy === 'player' ? null : contact.playerName;
  const { playerName = stays } = corrected;
  const fields: Fields = { ...corrected, playerName };
  if (contact.withdrawnAt !== null) refuse();
  const changed = FIELDS.filter((name) => contact[name] !== fields[name]);
  if (changed.length === 0) return;
  const earlier = correctionsIn(contact.corrections);
  if (earlier.length >= MOST_CORRECTIONS) {
    throw new Problem(
      'too-many-corrections',
      'This inquiry was corrected as often as its link allows.',
    );
  }
  const before = Object.fromEntries(changed.map((name) => [name, contact[name]]));
  const correction: Correction = { at: change.arrivedAt.toISOString(), before };
  const words = changed.map((name) => `${name}: ${short(before[name])} → ${short(fields[name])}`);
  const note = ['Corrected by the visitor.', ...words].join('\n');

  const version = await noteInHistory(tx, byVisitor(change), { id, addedTo: null }, note);
  const data = { ...fields, corrections: JSON.stringify([...earlier, correction]), version };
  await tx.contact.update({ where: { id }, data });
}

function short(value: string | boolean | null | undefined): string {
  const letters = [...String(value ?? '–')];
  if (letters.length <= LONGEST_IN_NOTE) return letters.join('');
  return `${letters.slice(0, LONGEST_IN_NOTE).join('')}…`;
}

/**
 * Erases what tells who has sent an inquiry, as `erasePerson` does. The application that was made of it stays, with a
 * note in its history: a player who may be under contract is not erased by a link. Nothing happens the second time.
 * Throws `link-not-found`.
 */
export async function withdrawInquiry(
  tx: Tx,
  change: Change,
  actor: Actor,
  token: string,
): Promise<void> {
  const { id } = await rowOf(tx, token);
  await lockCopies(tx);
  await lockApplicationOf(tx, id);
  const offered = await offeredTo(tx, [id]);
  await lockRecords(tx, { applicationIds: offered, contactIds: [id] });
  // Read again under the locks: it may be deleted meanwhile.
  const contact = toContact(await rowOf(tx, token));
  if (contact.withdrawnAt !== null) return;
  const note = 'The visitor has withdrawn the inquiry.';
  const version = await noteInHistory(tx, byVisitor(change), { id, addedTo: null }, note);
  await removeViewsAbout(tx, { contactIds: [id], applicationIds: [] }, change.arrivedAt);
  // The digest stays, so that the link can report the withdrawal.
  const { linkDigest: _, ...anonymous } = ANONYMOUS_CONTACT;
  const data = { ...anonymous, withdrawnAt: change.arrivedAt, version };
  await tx.contact.update({ where: { id }, data });
  await tx.outgoingMail.deleteMany({ where: { contactId: id } });
  await tx.heldCopy.deleteMany({
    where: { list: 'contacts', recordId: String(id), state: 'open' },
  });
  await forgetClubs(tx, offered, [id], version);
  // Its note in the history of another player, to which it was added.
  await tx.historyEntry.updateMany({
    where: { contactId: id },
    data: { ...ANONYMOUS_ENTRY, version },
  });
  const subject = recordSubject({ contactIds: [id], applicationIds: [] });
  await audit(tx, actor, { kind: 'inquiry-withdrawn', subject }, change.arrivedAt);
}

async function lockSent(tx: Tx, token: string): Promise<Contact> {
  const { id } = await rowOf(tx, token);
  await lockApplicationOf(tx, id);
  await lockRecords(tx, { contactIds: [id] });
  return toContact(await rowOf(tx, token));
}

async function rowOf(db: Db | Tx, token: string) {
  const where = { linkDigest: digestOf(token) };
  const row = await db.contact.findFirst({ where, orderBy: { id: 'desc' } });
  return row ?? refuse();
}

function refuse(): never {
  throw new Problem(
    'link-not-found',
    'This link is incomplete, or there is nothing behind it any more.',
  );
}
