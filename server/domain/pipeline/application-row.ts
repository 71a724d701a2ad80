import type { Application } from '#contract/applications.ts';
import type { Tx } from '#prisma/client.ts';
import type { ApplicationModel } from '#prisma/generated/sqlite/models.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { TOUCH } from '#server/domain/replication/revision.ts';
import { unless } from '#server/domain/replication/unless.ts';

/** A row as the API gives it. */
export function toApplication({
  removedAt,
  createdAt,
  updatedAt,
  ...row
}: ApplicationModel): Application {
  return {
    ...row,
    removedAt: removedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Reads an application and locks its row until the transaction ends. Throws `application-not-found`. */
export async function lockApplication(tx: Tx, id: string): Promise<Application> {
  const row = await unless('missing', tx.application.update({ where: { id }, data: TOUCH }), () =>
    refuseMissing('application'),
  );
  return toApplication(row);
}
