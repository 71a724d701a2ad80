import type { Contact } from '#contract/contacts.ts';
import type { Tx } from '#prisma/client.ts';
import type { ContactModel } from '#prisma/generated/sqlite/models.ts';
import { refuseMissing } from './missing.ts';
import { TOUCH } from './revision.ts';
import { unless } from './unless.ts';

/** A row as the API gives it. */
export function toContact({
  consentAt,
  createdAt,
  heldFor: _,
  setAsideAt: __,
  ...row
}: ContactModel): Contact {
  return {
    ...row,
    consentAt: consentAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

/** Reads an inquiry and locks its row until the transaction ends. Throws `contact-not-found`. */
export async function lockContact(tx: Tx, id: number): Promise<Contact> {
  const row = await unless('missing', tx.contact.update({ where: { id }, data: TOUCH }), () =>
    refuseMissing('contact'),
  );
  return toContact(row);
}
