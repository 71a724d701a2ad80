import { newId } from '#contract/fields/ids.ts';
import { knowsClock, serverNow } from '#pwa/lib/time/server-clock.ts';
import { changedFields } from '#pwa/local/changes/edit.ts';
import { definitionOf, entityOf, type Mutation } from '#pwa/local/changes/registry.ts';
import { type Mirror, OutdatedTab } from '#pwa/local/database/mirror.ts';
import type { NewOutboxEntry, OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { perMirror } from '#pwa/local/database/per-mirror.ts';
import { isFull, reopening } from '#pwa/local/database/reopening.ts';
import { TableWatch } from '#pwa/local/database/table-watch.ts';
import { withRoom } from '#pwa/local/rows/make-room.ts';
import { drop } from './ended.ts';
import { JustQueued } from './just-queued.ts';
import { idOfQuestion } from './lane.ts';

/**
 * Appends a change to the outbox. When this resolves with the key of the change, the change is on
 * disk; only then may a screen say "Saved on this phone". On a full device it frees space once and tries
 * again. Throws NotSaved.
 */
export async function queue(mirror: Mirror, mutation: Mutation): Promise<string> {
  const [key] = await queueAll(mirror, [mutation]);
  // One change has one key.
  return key as string;
}

/** Queues several changes in this order, all or none. Throws NotSaved. */
export async function queueAll(mirror: Mirror, mutations: readonly Mutation[]): Promise<string[]> {
  const entries = mutations.map((mutation) => newEntry(mutation));
  return saving(mirror, (isRepeated) => append(mirror, entries, { isRepeated }));
}

/**
 * Writes to the outbox. On a full device it frees space and tries again. Throws NotSaved.
 *
 * @param write one transaction; gets whether an attempt before it failed, perhaps only after its commit (iOS)
 */
export async function saving<T>(
  mirror: Mirror,
  write: (isRepeated: boolean) => PromiseLike<T>,
): Promise<T> {
  let isRepeated = false;
  try {
    return await withRoom(mirror, () => {
      const written = write(isRepeated);
      isRepeated = true;
      return written;
    });
  } catch (cause) {
    throw new NotSaved('The change is not saved.', { cause });
  }
}

/**
 * A change could not be saved on this phone. The screen keeps what was typed and says so; `full` is
 * true when the device has no room left, `outdated` when the page must be reloaded first.
 */
export class NotSaved extends Error {
  override readonly name = 'NotSaved';
  readonly full: boolean;
  readonly outdated: boolean;

  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.full = isFull(options.cause);
    this.outdated = options.cause instanceof OutdatedTab;
  }
}

/** The entry of a change that is made now, for the table `outbox`. */
export function newEntry(mutation: Mutation): NewOutboxEntry {
  const { id, part, endpoint } = definitionOf(mutation);
  return {
    ...mutation,
    key: newId(),
    entity: entityOf(mutation),
    dependsOn: null,
    method: endpoint.method,
    path: endpoint.path
      .replace(':id', String(id(mutation)))
      .replace(/:\w+$/, part?.(mutation) ?? ''),
    queuedAt: new Date(serverNow()).toISOString(),
    state: 'waiting',
    tries: 0,
    nextTryAt: 0,
    reason: null,
    saysSeen: true,
    ...(knowsClock() && { isTimeExact: true as const }),
  };
}

/**
 * Adds the entries and closes the questions that they decide, in one transaction.
 *
 * @param isRepeated of `saving`: an entry that is there is saved
 */
export async function append(
  mirror: Mirror,
  entries: readonly NewOutboxEntry[],
  { isRepeated }: { isRepeated: boolean },
): Promise<string[]> {
  const { outbox, questions, ended } = mirror;
  const decides = entries.some(isDecision) && (await hasQuestions(mirror));
  const replaces = entries.some((entry) => definitionOf(entry).replacesRefused);
  const added: OutboxEntry[] = [];
  const keys = await mirror.transaction(
    'rw',
    [outbox, ...(decides ? [questions] : []), ...(replaces ? [ended] : [])],
    async () => {
      const keys: string[] = [];
      for (const entry of entries) {
        const isThere = isRepeated && (await outbox.where('key').equals(entry.key).count()) > 0;
        keys.push(isThere ? entry.key : await add(mirror, entry, added));
        if (decides && isDecision(entry)) {
          const fields = Object.keys(changedFields(entry as Edit));
          await questions.bulkDelete(fields.map((field) => idOfQuestion(entry.entity, field)));
        }
      }
      return keys;
    },
  );
  JustQueued.of(mirror).add(added);
  return keys;
}

/**
 * Adds one entry within a transaction; returns the key under which the change is queued.
 *
 * @param added gets the entry, unless the same is queued already
 */
async function add(mirror: Mirror, entry: NewOutboxEntry, added: OutboxEntry[]): Promise<string> {
  const { once, replacesRefused, after } = definitionOf(entry);
  if (once) {
    const same = await firstIn(mirror, entry.entity, ({ type }) => type === entry.type);
    if (same) return same.key;
  }
  if (replacesRefused) {
    const inLane = mirror.outbox.where('entity').equals(entry.entity);
    await drop(mirror, 'undone', await inLane.filter(({ state }) => state === 'refused').toArray());
  }
  const lane = after?.(entry) ?? null;
  const maker = lane === null ? undefined : await firstIn(mirror, lane, isMaker);
  const complete = { ...entry, dependsOn: maker?.key ?? null };
  added.push({ ...complete, seq: await mirror.outbox.add(complete) });
  return entry.key;
}

function firstIn(
  { outbox }: Mirror,
  lane: string,
  isWanted: (entry: OutboxEntry) => boolean,
): PromiseLike<OutboxEntry | undefined> {
  return outbox.where('entity').equals(lane).filter(isWanted).first();
}

function isMaker(entry: OutboxEntry): boolean {
  return definitionOf(entry).makes !== undefined;
}

function isDecision(entry: NewOutboxEntry): boolean {
  return definitionOf(entry).prevails ?? false;
}

/** A change of a kind that prevails has the fields that it sets in its body, and what was seen of them. */
type Edit = Parameters<typeof changedFields>[0];

/**
 * Whether any question is open; reads the table again only after a write to it. Without this
 * check every change would lock `questions`, and so wait for a pull that is writing a page.
 */
async function hasQuestions(mirror: Mirror): Promise<boolean> {
  const watch = watchOf(mirror);
  const { writes } = watch;
  if (emptyAt.get(watch) === writes) return false;
  const isOpen = (await reopening(mirror, () => mirror.questions.count())) > 0;
  if (!isOpen) emptyAt.set(watch, writes);
  return isOpen;
}

const watchOf = perMirror(({ name, questions }) => new TableWatch(name, questions.name));
/** The number of writes at which the table was found empty. */
const emptyAt = new WeakMap<TableWatch, number>();
