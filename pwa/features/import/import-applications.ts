import type { Application, ApplicationDraft, FollowUp } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import {
  applicationCreated,
  applicationRemoved,
  followUpSet,
  statusChanged,
} from '#pwa/local/changes/applications.ts';
import { newApplication } from '#pwa/local/changes/new-application.ts';
import type { Mutation } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { queueAll } from '#pwa/local/outbox/queue.ts';
import { takeNewBack } from '#pwa/local/outbox/undo.ts';

/** A new application of a file, with its status and the day to come back to it. */
export type ImportDraft = ApplicationDraft &
  Partial<FollowUp> & { status?: Application['status'] | undefined };

/** An application that was imported, with the key of the change that made it. */
export interface Imported {
  id: string;
  key: string;
  draft: ImportDraft;
}

/** How many changes are queued in one transaction: the bar moves, and screens may write between. */
const PART = 250;

/**
 * Queues a new application for each draft, then its status and its follow-up, in parts; a part is on the disk as a whole
 * or not at all. Throws NotSaved; the parts before have been told by then.
 *
 * @param onPart called with each part that is on the disk
 */
export async function importApplications(
  mirror: Mirror,
  drafts: readonly ImportDraft[],
  onPart: (imported: readonly Imported[]) => void,
): Promise<void> {
  const madeAt = new Date().toISOString();
  for (const part of partsOf(drafts)) {
    const changes: Mutation[] = [];
    const made = part.map((imported) => {
      const { status = 'pending', followUpOn, ...draft } = imported;
      const id = newId();
      const seen = newApplication(id, draft, null, madeAt);
      const at = changes.push(applicationCreated.make({ ...draft, id }, null)) - 1;
      if (status !== 'pending') changes.push(statusChanged.make({ status, notes: null }, seen));
      if (followUpOn) changes.push(followUpSet.make({ followUpOn }, seen));
      return { id, draft: imported, at };
    });
    const keys = await queueAll(mirror, changes);
    onPart(made.map(({ at, ...each }) => ({ ...each, key: keys[at] ?? '' })));
  }
}

/**
 * Undoes an import: unsent changes go without a trace, what may have reached the server is
 * removed there, by changes that wait like any others. Throws NotSaved.
 *
 * @param onPart called after each part, with how many are undone so far
 */
export async function undoImport(
  mirror: Mirror,
  imported: readonly Imported[],
  onPart: (done: number) => void,
): Promise<void> {
  let done = 0;
  const madeAt = new Date().toISOString();
  for (const part of partsOf(imported)) {
    const removal = ({
      id,
      draft: { status = 'pending', followUpOn = null, ...draft },
    }: Imported) => {
      const seen = { ...newApplication(id, draft, null, madeAt), status, followUpOn };
      return applicationRemoved.make({ removed: true }, seen);
    };
    await takeNewBack(mirror, new Map(part.map((each) => [each.key, removal(each)])));
    done += part.length;
    onPart(done);
  }
}

function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += PART) yield items.slice(at, at + PART);
}
