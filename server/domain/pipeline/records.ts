import type { Application } from '#contract/applications.ts';
import { lockRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import { removeViewsAbout } from './views.ts';

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

/**
 * Deletes inquiries and applications, with the history of these and the views that name their people, and leaves
 * their tombstones for mirrors. An inquiry that was added to such an application is open again.
 * Lock the rows and raise the revision before.
 */
export async function removeRecords(
  tx: Tx,
  { contactIds, applicationIds }: { contactIds: number[]; applicationIds: string[] },
  stone: { version: number; createdAt: Date },
): Promise<void> {
  await removeViewsAbout(tx, { contactIds, applicationIds }, stone.createdAt);
  await tx.contact.updateMany({
    where: { addedTo: { in: applicationIds } },
    data: { addedTo: null, version: stone.version },
  });
  await tx.application.deleteMany({ where: { id: { in: applicationIds } } });
  await tx.contact.deleteMany({ where: { id: { in: contactIds } } });
  await tx.tombstone.createMany({
    data: [
      ...applicationIds.map((entityId) => ({ entity: 'application', entityId, ...stone })),
      ...contactIds.map((id) => ({ entity: 'contact', entityId: String(id), ...stone })),
    ],
  });
}
