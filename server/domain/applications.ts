import {
  APPLICATION_FIELDS,
  type Application,
  type ApplicationDraft,
  type FollowUp,
} from '#contract/applications.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Tx } from '#prisma/client.ts';
import { lockApplication, toApplication } from './application-row.ts';
import type { Change } from './change.ts';
import { type DeltaList, readDelta } from './delta.ts';
import { historyList } from './history.ts';
import { merge } from './merge.ts';
import { refuseMissing } from './missing.ts';
import { nextRevision } from './revision.ts';
import { unless } from './unless.ts';

/** All applications, newest change first. */
export async function listApplications(db: Tx): Promise<Application[]> {
  const rows = await db.application.findMany({
    orderBy: [{ updatedAt: 'desc' }, { version: 'desc' }],
  });
  return rows.map(toApplication);
}

/** One page of what changed, with the history of the same time. */
export function pullApplications(db: Tx, query: DeltaQuery) {
  const rows: DeltaList<Application> = {
    table: 'Application',
    limit: query.limit,
    read: async (version, take) => {
      const found = await db.application.findMany({
        where: { version },
        orderBy: { version: 'desc' },
        ...(take !== undefined && { take }),
      });
      return found.map(toApplication);
    },
  };
  return readDelta(db, 'application', query, { rows, history: historyList(db, query) });
}

/** Throws `application-not-found`. */
export async function getApplication(db: Tx, id: string): Promise<Application> {
  const row = await db.application.findUnique({ where: { id } });
  return toApplication(row ?? refuseMissing('application'));
}

/** Makes an application with status pending. Throws `application-exists` for an id that is used. */
export async function createApplication(
  tx: Tx,
  { arrivedAt }: Change,
  { id = newId(), ...draft }: ApplicationDraft & { id?: string | undefined },
): Promise<Application> {
  const version = await nextRevision(tx);
  const data = { id, ...draft, createdAt: arrivedAt, updatedAt: arrivedAt, version };
  const row = await unless('unique', tx.application.create({ data }), (cause) => {
    throw new Problem('application-exists', 'There is an application with this id.', { cause });
  });
  return toApplication(row);
}

/**
 * Replaces what the edit screen holds; the status stays. With `seen` it is merged with what others
 * have changed since (merge.ts). Throws `application-not-found`.
 *
 * @returns the application, and of an edit with `seen` the fields in `conflicts`, which were not written
 */
export async function editApplication(
  tx: Tx,
  { arrivedAt }: Change,
  { id, seen, ...mine }: ApplicationEdit & { id: string },
): Promise<Application & { conflicts?: ApplicationField[] }> {
  const theirs = await lockApplication(tx, id);
  const { changed, conflicts } = seen
    ? merge<ApplicationDraft>(APPLICATION_FIELDS, { mine, seen, theirs })
    : { changed: mine, conflicts: undefined };
  const told = conflicts && { conflicts };
  if (Object.keys(changed).length === 0) return { ...theirs, ...told };

  const version = await nextRevision(tx);
  const data = { ...changed, updatedAt: arrivedAt, version };
  return { ...toApplication(await tx.application.update({ where: { id }, data })), ...told };
}

/** Sets the day on which to come back to a player. Throws `application-not-found`. */
export async function setFollowUp(
  tx: Tx,
  { id, followUpOn }: FollowUp & { id: string },
): Promise<Application> {
  const application = await lockApplication(tx, id);
  if (application.followUpOn === followUpOn) return application;
  const version = await nextRevision(tx);
  return toApplication(
    await tx.application.update({ where: { id }, data: { followUpOn, version } }),
  );
}

type ApplicationField = (typeof APPLICATION_FIELDS)[number];
/** What editApplication takes. */
type ApplicationEdit = ApplicationDraft & {
  seen?: Pick<Application, ApplicationField> | undefined;
};
