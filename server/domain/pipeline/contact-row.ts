import type { Contact } from '#contract/contacts.ts';
import type { Tx } from '#prisma/client.ts';
import type { ContactModel } from '#prisma/generated/sqlite/models.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { TOUCH } from '#server/domain/replication/revision.ts';
import { unless } from '#server/domain/replication/unless.ts';

/** A row as the API gives it. */
export function toContact({
  consentAt,
  createdAt,
  withdrawnAt,
  answeredAt,
  heldFor: _,
  setAsideAt: __,
  linkDigest: ___,
  ...row
}: ContactModel): Contact {
  return {
    ...row,
    consentAt: consentAt.toISOString(),
    createdAt: createdAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
  };
}

/**
 * When the visitor got an answer, after a change of the inquiry: never before it had arrived, and null while it waits
 * for one.
 *
 * @param happenedAt when the change was made on a device, which may have been without a signal
 */
export function answeredSince(
  { state, convertedToApplication, addedTo, createdAt, answeredAt }: Contact,
  happenedAt: Date,
): Date | null {
  if (state === 'new' && !convertedToApplication && addedTo === null) return null;
  if (answeredAt !== null) return new Date(answeredAt);
  return new Date(Math.max(happenedAt.getTime(), Date.parse(createdAt)));
}

/**
 * Counts the inquiry of a removed application that is back as converted again; `contactId` is null for an
 * application without one.
 */
export async function convertAgain(
  tx: Tx,
  contactId: number | null,
  { happenedAt, version }: { happenedAt: Date; version: number },
): Promise<void> {
  const row = contactId === null ? null : await tx.contact.findUnique({ where: { id: contactId } });
  if (!row || row.convertedToApplication) return;
  const converted = { ...toContact(row), convertedToApplication: true };
  const answeredAt = answeredSince(converted, happenedAt);
  await tx.contact.update({
    where: { id: row.id },
    data: { convertedToApplication: true, answeredAt, version },
  });
}

/** Reads an inquiry and locks its row until the transaction ends. Throws `contact-not-found`. */
export async function lockContact(tx: Tx, id: number): Promise<Contact> {
  const row = await unless('missing', tx.contact.update({ where: { id }, data: TOUCH }), () =>
    refuseMissing('contact'),
  );
  return toContact(row);
}
