import { liveQuery } from 'dexie';
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { shallow } from 'zustand/shallow';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { perMirror } from '#pwa/local/database/per-mirror.ts';
import type { ApplicationRow, HistoryRow } from '#pwa/local/database/rows.ts';
import { JustQueued } from '#pwa/local/outbox/just-queued.ts';
import { byRecord, foldHistory, foldRow } from './overlay.ts';
import { type ReadRecord, readWithHistory } from './read-rows.ts';

/** An application as the person sees it; null if there is none. */
export interface SeenApplication {
  row: ApplicationRow | null;
  /** Newest first, queued changes on top. */
  history: readonly HistoryRow[];
}

/** One application with queued changes applied, and its history; undefined while loading. */
export function useRecord(id: string): SeenApplication | undefined {
  const mirror = useMirror();
  const view = useMemo(() => RecordView.of(mirror, id), [mirror, id]);
  const seen = useSyncExternalStore(view.subscribe, view.get);
  // On the way to the next record the last one stays, instead of a flash of its skeleton.
  const last = useRef(seen);
  last.current = seen ?? last.current;
  return last.current;
}

/**
 * What all parts of a screen see of one application: one live query for all of them, and at once what
 * this page has queued, before that query has read it. Offline with 10,000 applications a change of
 * status was on screen 17 instead of 74 ms after the press (`npm run bench -- office`).
 *
 * A read is one consistent state of mirror and outbox. A change that was queued after it cannot have been
 * accepted in it, so it can be laid over that state.
 */
export class RecordView {
  readonly #mirror: Mirror;
  readonly #id: string;
  readonly #listeners = new Set<() => void>();
  #read: ReadRecord | undefined;
  #seen: SeenApplication | undefined;
  #failure: { error: unknown } | null = null;
  #stop = (): void => {};

  private constructor(mirror: Mirror, id: string) {
    this.#mirror = mirror;
    this.#id = id;
  }

  /** The only instance of an application while a screen shows it. */
  static of(mirror: Mirror, id: string): RecordView {
    const view = viewsOf(mirror).get(id) ?? new RecordView(mirror, id);
    viewsOf(mirror).set(id, view);
    return view;
  }

  /** Throws what the live query threw. */
  readonly get = (): SeenApplication | undefined => {
    if (this.#failure) throw this.#failure.error;
    return this.#seen;
  };

  /** Reads while there is a listener. Returns an unsubscribe. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      this.#stop();
      const views = viewsOf(this.#mirror);
      if (views.get(this.#id) === this) views.delete(this.#id);
    };
  };

  #start(): void {
    viewsOf(this.#mirror).set(this.#id, this);
    const query = liveQuery(() => readWithHistory(this.#mirror, this.#id)).subscribe({
      next: (read) => {
        this.#read = read;
        this.#failure = null;
        this.#show();
      },
      error: (error: unknown) => {
        this.#failure = { error };
        this.#tell();
      },
    });
    const unsubscribe = JustQueued.of(this.#mirror).subscribe(() => this.#show());
    this.#stop = () => {
      query.unsubscribe();
      unsubscribe();
    };
  }

  #show(): void {
    const read = this.#read;
    if (!read) return;
    const entries = [...read.entries, ...this.#queuedSince(read)];
    const row = foldRow('applications', read.row, entries) ?? null;
    const history = foldHistory(read.recorded, read.row, entries);
    const before = this.#seen;
    const next = {
      row: before && shallow(before.row, row) ? before.row : row,
      history: before && areSame(before.history, history) ? before.history : history,
    };
    if (before && shallow(before, next)) return;
    this.#seen = next;
    this.#tell();
  }

  #queuedSince({ asOf, entries }: ReadRecord): readonly OutboxEntry[] {
    const known = new Set(entries.map(({ key }) => key));
    const queued = byRecord('applications', JustQueued.of(this.#mirror).after(asOf)).get(this.#id);
    return queued?.filter(({ key }) => !known.has(key)) ?? [];
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function areSame(before: readonly HistoryRow[], now: readonly HistoryRow[]): boolean {
  return before.length === now.length && before.every((row, at) => shallow(row, now[at]));
}

/** The views on screen, by application. */
const viewsOf = perMirror(() => new Map<string, RecordView>());
