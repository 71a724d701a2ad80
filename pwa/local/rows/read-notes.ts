import type { HistoryEntry } from '#contract/applications.ts';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { asideKeys } from '#contract/values/undone-notes.ts';
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
  return readMemory(mirror, async (memory, queued) => {
    const notes = [...memory.pages.values()].flatMap(({ all }) => all);
    memory.of = byApplication([...notes, ...queued], memory.of);
    return { of: memory.of, areAll: !(await isTrimmed(mirror)) };
  });
}

/**
 * The keys of the deadlines that are set aside (`Deadline.key`), by application; they are read as `readNotes` reads. The
 * same object while none changes: Today counts its tasks anew for another one.
 */
export function readAsides(mirror: Mirror): Promise<Asides> {
  return readMemory(mirror, (memory, queued) => {
    const notes = [...memory.pages.values()].flatMap(({ asides }) => asides);
    const about = [...notes, ...queued.filter(isAside)];
    const said = JSON.stringify(about);
    if (said !== memory.said) {
      memory.asides = new Map(
        [...byApplication(about)].map(([id, some]) => [id, asideKeys(some.map(asEntry))]),
      );
      memory.said = said;
    }
    return memory.asides;
  });
}

/** @returns what `read` returns. It runs in a transaction. */
function readMemory<Result>(
  mirror: Mirror,
  read: (memory: Memory, queued: HistoryNote[]) => Result | PromiseLike<Result>,
): Promise<Result> {
  const memory = memoryOf(mirror);
  const tables = [mirror.historyPages, mirror.meta, ...outboxTables(mirror)];
  return mirror.transaction('r', tables, async () => {
    await loadNew(mirror, memory.pages);
    return read(memory, await readQueued(mirror));
  });
}

/** By application. */
export type Asides = ReadonlyMap<string, ReadonlySet<string>>;

interface HistoryNote extends Note {
  id: string;
  applicationId: string;
  /** A queued one is newer than all others. */
  version: number;
}

type ByApplication = Map<string, readonly HistoryNote[]>;

/** The notes of a page of the history, and those of them that are about deadlines set aside. */
interface PageNotes {
  all: readonly HistoryNote[];
  asides: readonly HistoryNote[];
}

interface Memory {
  pages: Map<string, PageNotes>;
  of: ByApplication;
  asides: Asides;
  /** The notes from which `asides` was made, as JSON. */
  said: string;
}

const memoryOf = perMirror(
  (): Memory => ({ pages: new Map(), of: new Map(), asides: new Map(), said: '[]' }),
);

/** A page never changes, and its id is never used again. */
async function loadNew(mirror: Mirror, pages: Memory['pages']): Promise<void> {
  const ids = new Set(await mirror.historyPages.toCollection().primaryKeys());
  for (const id of pages.keys()) if (!ids.has(id)) pages.delete(id);
  const missing = [...ids].filter((id) => !pages.has(id));
  for (const page of await readPages(mirror, missing)) pages.set(page.id, notesIn(page));
}

function notesIn({ entries }: HistoryPage): PageNotes {
  const all = entries.flatMap(({ id, applicationId, version, createdAt: at, ...said }) => {
    const text = textOf(said);
    return text ? [{ id, applicationId, version, text, at }] : [];
  });
  return { all, asides: all.filter(isAside) };
}

/** An entry has a note or edits: a number of long ago leads to its player, too. */
function textOf({ notes, edits }: Partial<Pick<HistoryEntry, 'notes' | 'edits'>>): string {
  return notes ?? edits?.flatMap(({ before }) => before ?? []).join(' · ') ?? '';
}

function isAside({ text }: Note): boolean {
  return text.includes(asideNote(''));
}

/** Who sets a deadline aside, or takes that back, changes no status. */
function asEntry({ text }: Note) {
  return { notes: text, newStatus: '', previousStatus: '' };
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
function byApplication(notes: readonly HistoryNote[], before?: ByApplication): ByApplication {
  const all: ByApplication = new Map();
  for (const note of notes) {
    const others = all.get(note.applicationId);
    all.set(note.applicationId, others ? [...others, note] : [note]);
  }
  for (const [id, some] of all) {
    const newest = some.length > 1 ? withoutCopies(some) : some;
    const known = before?.get(id);
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
