import { useLiveQuery } from 'dexie-react-hooks';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { DisputedValue, ListName, Question } from '#pwa/local/database/rows.ts';
import { idOfQuestion, laneOf, recordOf } from './lane.ts';

/** The open questions of all records, or of one lane: about the newest change first. Undefined while loading. */
export function useQuestions(entity?: string): Question[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const { questions } = mirror;
    const found = entity === undefined ? questions : questions.where('entity').equals(entity);
    // Keys begin with the time.
    return [...(await found.toArray())].sort((a, b) => (a.key < b.key ? 1 : -1));
  }, [mirror, entity]);
}

/** What the answer to an accepted change says about the questions of its record. */
export interface Asked {
  entry: OutboxEntry;
  /** The fields that the change has set, with its values. */
  set: Readonly<Record<string, DisputedValue>>;
  /** Those of them that another person has set, too. */
  questions: readonly Question[];
}

/**
 * Asks what the answers ask, oldest first. A field that was set again without a dispute is no longer asked about. Where
 * the own value stands, that was queued before the question was: it is about the newer value now. Call it in a
 * transaction on `questions`.
 */
export async function updateQuestions(
  { questions }: Mirror,
  asked: readonly Asked[],
): Promise<void> {
  if (asked.length === 0) return;
  const stored = new Map((await questions.toArray()).map((one) => [one.id, one]));
  const open = new Map(stored);
  for (const { entry, set, ...news } of asked) {
    const { prevails } = definitionOf(entry);
    for (const [field, mine] of Object.entries(set)) {
      const id = idOfQuestion(entry.entity, field);
      const before = open.get(id);
      if (!before) continue;
      if (prevails && mine !== before.theirs) open.set(id, { ...before, key: entry.key, mine });
      else open.delete(id);
    }
    for (const question of news.questions) open.set(question.id, question);
  }
  await questions.bulkDelete([...stored.keys()].filter((id) => !open.has(id)));
  await questions.bulkPut([...open.values()].filter((one) => stored.get(one.id) !== one));
}

/**
 * Deletes the open questions about records that are gone or anonymised: they hold what both sides have
 * typed. Call it in a transaction on `questions`.
 */
export async function forgetQuestionsAbout(
  { questions }: Mirror,
  list: ListName,
  ids: readonly (string | number)[],
): Promise<void> {
  const lanes = ids.map((id) => laneOf(list, id));
  await questions.where('entity').anyOf(lanes).delete();
}

/** As `forgetQuestionsAbout`, for the records of a list that are not there. They may have gone during a sign-out. */
export async function forgetOrphans(
  mirror: Mirror,
  list: ListName,
  isGone: (id: string | number) => boolean,
): Promise<void> {
  const ids = (await questionsIn(mirror, list).toArray()).flatMap(
    ({ entity }) => recordOf(entity)?.id ?? [],
  );
  await forgetQuestionsAbout(mirror, list, ids.filter(isGone));
}

/** The open questions about the records of a list. */
export function questionsIn({ questions }: Mirror, list: ListName) {
  return questions.where('entity').startsWith(laneOf(list, ''));
}
