import type { Tx } from '#prisma/client.ts';
import { removeViewsAbout } from './views.ts';

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
