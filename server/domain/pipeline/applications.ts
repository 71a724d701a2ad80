import type {
  Application,
  ApplicationDraft,
  FollowUp,
  HistoryEntry,
} from '#contract/applications.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import {
  APPLICATION_FIELDS,
  type ApplicationFieldName,
  type FieldEdit,
} from '#contract/fields/application-fields.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { newId } from '#contract/fields/ids.ts';
import { Problem } from '#contract/problems.ts';
import { contradictionIn } from '#contract/values/reachable-draft.ts';
import { rowsAmong } from '#prisma/bulk.ts';
import { columnsOf, type Db, ROWS_A_PART, readParts, readRows, type Tx } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/sqlite/client.ts';
import type { ApplicationModel } from '#prisma/generated/sqlite/models.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { ERASED, saysAboutErased } from '#server/domain/people/erased.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { type DeltaList, readDelta } from '#server/domain/replication/delta.ts';
import type { UnitOfWork } from '#server/domain/replication/idempotency.ts';
import { nextRevision, raiseRevision } from '#server/domain/replication/revision.ts';
import { KEY_REUSED } from '#server/domain/replication/stored-answers.ts';
import { lockApplication, toApplication } from './application-row.ts';
import { convertAgain } from './contact-row.ts';
import { addEntry, entryOf, historyList } from './history.ts';
import { merge, mergeField, type Seen } from './merge.ts';
import { readOvertaken } from './overtaken.ts';
import { lockInquiriesOf } from './records.ts';

/**
 * All applications but removed ones, newest change first, in parts. For lists that are too long for
 * `listApplications`.
 */
export async function* readApplications(db: Db): AsyncGenerator<Application[]> {
  for await (const rows of readParts<ApplicationModel>(db, ALL, ROWS_A_PART)) {
    yield rows.map(toApplication);
  }
}

/** In the order in which Prisma gives them, so that all lists are the same text. */
const COLUMNS = columnsOf(Prisma.ApplicationScalarFieldEnum, 'Application');
const ALL = `SELECT ${COLUMNS} FROM "Application" WHERE "removedAt" IS NULL
  ORDER BY "updatedAt" DESC, "version" DESC`;

/** All applications but removed ones, newest change first. */
export async function listApplications(db: Tx): Promise<Application[]> {
  const rows = await db.application.findMany({
    where: { removedAt: null },
    orderBy: [{ updatedAt: 'desc' }, { version: 'desc' }],
  });
  return rows.map(toApplication);
}

/** One page of changed applications, with the history entries of the same revisions. */
export function pullApplications(db: Tx, query: DeltaQuery) {
  const rows: DeltaList<Application> = {
    table: 'Application',
    limit: query.limit,
    read: async ({ gt, lt }, take) =>
      (await readRows<ApplicationModel>(db, CHANGED, gt, lt, take)).map(toApplication),
  };
  return readDelta(db, 'application', query, { rows, history: historyList(db, query) });
}

const CHANGED = `SELECT ${COLUMNS} FROM "Application"
  WHERE "version" > $1 AND "version" < $2 ORDER BY "version" DESC LIMIT $3`;

/** Throws `application-not-found`. */
export async function getApplication(db: Tx, id: string): Promise<Application> {
  const row = await db.application.findUnique({ where: { id } });
  return toApplication(row ?? refuseMissing('application'));
}

/** One new application. */
export interface NewApplicationCall {
  change: Change;
  body: ApplicationDraft & { id?: string | undefined };
}

/**
 * Makes applications with status pending, as an import makes thousands. Refusal: `application-exists` for an id in use.
 */
export async function openNewApplications(
  tx: Tx,
  calls: readonly NewApplicationCall[],
): Promise<UnitOfWork<NewApplicationCall, Application>> {
  const used = await idsInUse(
    tx,
    calls.flatMap(({ body }) => body.id ?? []),
  );
  const made: { data: Prisma.ApplicationCreateManyInput; reply: Application }[] = [];
  return {
    apply({ change: { arrivedAt }, body: { id = newId(), ...draft } }) {
      const contradiction = contradictionOf(draft);
      if (contradiction) return contradiction;
      if (used.has(id))
        return new Problem('application-exists', 'There is an application with this id.');
      used.add(id);
      const data = { id, ...draft, createdAt: arrivedAt, updatedAt: arrivedAt };
      // `flush` completes it.
      const reply = { id } as Application;
      made.push({ data, reply });
      return reply;
    },
    repeat: (_, { id }) => getApplication(tx, String(id)),
    async flush() {
      if (made.length === 0) return;
      const first = (await raiseRevision(tx, made.length)) - made.length + 1;
      const data = made.map(({ data }, n) => ({ ...data, version: first + n }));
      const replies = new Map(made.map(({ reply }) => [reply.id, reply]));
      for (const row of await tx.application.createManyAndReturn({ data })) {
        Object.assign(replies.get(row.id) ?? {}, toApplication(row));
      }
    },
  };
}

async function idsInUse(tx: Tx, values: string[]): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const rows = await rowsAmong<{ id: string }>(tx, 'Application', { column: 'id', values }, '"id"');
  return new Set(rows.map(({ id }) => id));
}

/**
 * Replaces the fields of the edit form; the status stays. With `seen` the edit is merged with what
 * others have changed since (merge.ts). A removed application is back; an edit that is sent again leaves what was decided
 * later (overtaken.ts). An edit that began before the person was anonymised writes nothing personal. An edit that is in
 * the history is not applied again, also when its key is no longer stored. Throws `application-not-found`.
 *
 * @returns the application, and the entry if a field has another value now; after an edit with `seen` also `conflicts`,
 *   the fields that were not written
 */
export async function editApplication(
  tx: Tx,
  made: Change,
  { id, seen, ...mine }: ApplicationEdit & { id: string },
): Promise<Edited> {
  const contradiction = contradictionOf(mine);
  if (contradiction) throw contradiction;
  const theirs = await lockApplication(tx, id);
  const overtaken = await readOvertaken(tx, [{ id, made }]);
  const names = (isErasedSince(seen, theirs) ? IMPERSONAL : FIELDS).filter(
    (name) => !overtaken.isSet(name, id, made),
  );
  const { changed, ...conflicts } = merge<ApplicationDraft>(names, {
    mine,
    seen,
    theirs,
  });
  if (Object.keys(changed).length === 0) return { ...theirs, ...conflicts };
  const known = await entryOf(tx, made.id);
  if (known && known.applicationId !== id) throw KEY_REUSED;
  if (known) return { ...theirs, change: known, ...conflicts };

  await lockInquiriesOf(tx, [theirs]);
  const version = await nextRevision(tx);
  const { happenedAt, arrivedAt } = made;
  const removedAt = overtaken.removedAfter(theirs, made);
  const data = { ...changed, removedAt, updatedAt: arrivedAt, version };
  if (theirs.removedAt && !removedAt)
    await convertAgain(tx, theirs.contactId, { happenedAt, version });
  const row = toApplication(await tx.application.update({ where: { id }, data }));
  return { ...row, ...(await editInHistory(tx, made, theirs, row)), ...conflicts };
}

/** The reply to an edit that was made. Throws `application-not-found`. */
export async function getEdited(tx: Tx, changeId: string, id: string): Promise<Edited> {
  const change = await entryOf(tx, changeId);
  return { ...(await getApplication(tx, id)), ...(change && { change }) };
}

/** What a reply to an edit has. */
type Edited = Application & { change?: HistoryEntry; conflicts?: ApplicationFieldName[] };

/** Records which fields have another value now. */
async function editInHistory(
  tx: Tx,
  made: Change,
  before: Application,
  after: Application,
): Promise<Pick<Edited, 'change'>> {
  const edits = FIELDS.filter((name) => before[name] !== after[name]).map(
    (field): FieldEdit => ({ field, before: before[field], after: after[field] }),
  );
  if (edits.length === 0) return {};
  return { change: await addEntry(tx, made, after, { edits: JSON.stringify(edits) }) };
}

/**
 * Sets the day on which to come back to a player; with `seen` it merges (merge.ts). A removed application
 * is back (overtaken.ts). Throws `application-not-found`, and `person-not-found` for a person who was anonymised.
 */
export async function setFollowUp(
  tx: Tx,
  made: Change,
  { id, followUpOn, seen }: FollowUpChange & { id: string },
): Promise<Application & { conflicts?: 'followUpOn'[] }> {
  const theirs = await lockApplication(tx, id);
  if (saysAboutErased(theirs, followUpOn)) throw ERASED;
  const sides = { mine: { followUpOn }, seen, theirs };
  const { after, conflicts } = mergeField<FollowUp>('followUpOn', sides);
  if (after === theirs.followUpOn) return { ...theirs, ...conflicts };
  await lockInquiriesOf(tx, [theirs]);
  const version = await nextRevision(tx);
  const removedAt = (await readOvertaken(tx, [{ id, made }])).removedAfter(theirs, made);
  const data = { followUpOn: after, removedAt, version };
  if (theirs.removedAt && !removedAt) {
    const { happenedAt } = made;
    await convertAgain(tx, theirs.contactId, { happenedAt, version });
  }
  const row = await tx.application.update({ where: { id }, data });
  return { ...toApplication(row), ...conflicts };
}

/** Refuses fields that do not fit each other. */
function contradictionOf(draft: ApplicationDraft): Problem | null {
  const fields = contradictionIn(draft);
  return fields && new Problem('invalid-input', Object.values(fields).join(' '), { fields });
}

const FIELDS = namesOf(APPLICATION_FIELDS);
const IMPERSONAL = FIELDS.filter((name) => !APPLICATION_FIELDS[name].personal);

/** True if the person was anonymised after an edit with seen values began. */
function isErasedSince(seen: Seen<ApplicationDraft> | undefined, theirs: Application): boolean {
  return seen?.email !== undefined && seen.email !== theirs.email && isAnonymised(theirs);
}

/** What editApplication takes. */
type ApplicationEdit = ApplicationDraft & { seen?: Seen<ApplicationDraft> | undefined };
/** What setFollowUp takes. */
type FollowUpChange = FollowUp & { seen?: FollowUp | undefined };
