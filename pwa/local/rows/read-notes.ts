import type { HistoryEntry } from '#contract/applications.ts';
import type { Note, Notes } from '#pwa/lib/text/haystack.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { perMirror } from '#pwa/local/database/per-mirror.ts';
import type { HistoryPage } from '#pwa/local/database/rows.ts';
import { outboxTables } from '#pwa/local/outbox/in-flight.ts';
import { OutboxMemory } from '#pwa/local/outbox/outbox-memory.ts';
import { isTrimmed, readPages } from './history.ts';

/**
 * The notes in the histories of all applications, and what edits have replaced; queued ones included. After the first time
 * only new pages are read.
 */
export function readNotes(mirror: Mirror): Promise<Notes> {
  const memory = memoryOf(mirror);
  const tables = [mirror.historyPages, mirror.meta, ...outboxTables(mirror)];
  return mirror.transaction('r', tables, async () => {
    await loadNew(mirror, memory.pages);
    const queued = await readQueued(mirror);
    const areAll = !(await isTrimmed(mirror));
    memory.of = byApplication([...[...memory.pages.values()].flat(), ...queued], memory.of);
    return { of: memory.of, areAll };
  });
}

interface HistoryNote extends Note {
  id: string;
  applicationId: string;
  /** A queued one is newer than all others. */
  version: number;
}

type ByApplication = Map<string, readonly HistoryNote[]>;

/** The notes by the page that has them, and by application. */
const memoryOf = perMirror(() => ({
  pages: new Map<string, readonly HistoryNote[]>(),
  of: new Map() as ByApplication,
}));

/** A page never changes, and its id is never used again. */
async function loadNew(mirror: Mirror, pages: Map<string, readonly HistoryNote[]>): Promise<void> {
  const ids = new Set(await mirror.historyPages.toCollection().primaryKeys());
  for (const id of pages.keys()) if (!ids.has(id)) pages.delete(id);
  const missing = [...ids].filter((id) => !pages.has(id));
  for (const page of await readPages(mirror, missing)) pages.set(page.id, notesIn(page));
}

function notesIn({ entries }: HistoryPage): HistoryNote[] {
  return entries.flatMap(({ id, applicationId, version, createdAt: at, ...said }) => {
    const text = textOf(said);
    return text ? [{ id, applicationId, version, text, at }] : [];
  });
}

/** An entry has a note or edits: a number of long ago leads to its player, too. */
function textOf({ notes, edits }: Partial<Pick<HistoryEntry, 'notes' | 'edits'>>): string {
  return notes ?? edits?.flatMap(({ before }) => before ?? []).join(' · ') ?? '';
}

async function readQueued(mirror: Mirror): Promise<HistoryNote[]> {
  return (await OutboxMemory.of(mirror).read()).flatMap((entry) => {
    const said = definitionOf(entry).history?.(entry, undefined);
    const text = said && textOf(said);
    if (!text) return [];
    const { key: id, queuedAt: at, seq } = entry;
    const version = Number.MAX_SAFE_INTEGER / 2 + seq;
    return [{ id, applicationId: said.applicationId, version, text, at }];
  });
}

/** The notes of each application, newest first; those of `before` as they were where nothing has changed. */
function byApplication(notes: readonly HistoryNote[], before: ByApplication): ByApplication {
  const all: ByApplication = new Map();
  for (const note of notes) {
    const others = all.get(note.applicationId);
    all.set(note.applicationId, others ? [...others, note] : [note]);
  }
  for (const [id, some] of all) {
    const newest = some.length > 1 ? withoutCopies(some) : some;
    const known = before.get(id);
    all.set(id, known && areSame(known, newest) ? known : newest);
  }
  return all;
}

/** During a full pull an entry can be in two pages, and an answer may have come before its change has left the outbox. */
function withoutCopies(notes: readonly HistoryNote[]): HistoryNote[] {
  const ids = new Set<string>();
  return [...notes]
    .sort((one, other) => other.version - one.version)
    .filter(({ id }) => !ids.has(id) && ids.add(id));
}

function areSame(one: readonly HistoryNote[], other: readonly HistoryNote[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, text }, at) => id === other[at]?.id && text === other[at].text)
  );
}
