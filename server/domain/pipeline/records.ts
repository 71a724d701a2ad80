import type { Application } from '#contract/applications.ts';
import { lockRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';

interface Ids {
  applicationIds: readonly string[];
  contactIds: readonly number[];
}

/**
 * Locks records until the transaction ends, in the order that every write keeps: applications, then inquiries, then
 * the revision. Two writes in different orders would each wait for a row of the other.
 */
export async function lockRecords(
  tx: Tx,
  { applicationIds = [], contactIds = [] }: Partial<Ids>,
): Promise<void> {
  await lockRows(tx, 'Application', applicationIds);
  await lockRows(tx, 'Contact', contactIds);
}

/** Locks the application of an inquiry, if there is one. Call it before the inquiry is locked. */
export function lockApplicationOf(tx: Tx, contactId: number): Promise<void> {
  return lockRows(tx, 'Application', [contactId], 'contactId');
}

/** Locks the inquiries of removed applications, which a change brings back. Call it before the revision is raised. */
export function lockInquiriesOf(
  tx: Tx,
  applications: readonly Pick<Application, 'removedAt' | 'contactId'>[],
): Promise<void> {
  const removed = applications.filter(({ removedAt }) => removedAt !== null);
  return lockRows(
    tx,
    'Contact',
    removed.flatMap(({ contactId }) => contactId ?? []),
  );
}
