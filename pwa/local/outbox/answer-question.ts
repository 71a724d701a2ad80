import { definitionOf, type Mutation } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { Question } from '#pwa/local/database/rows.ts';
import { readRecord } from '#pwa/local/rows/read-rows.ts';
import { NotSaved, queue } from './queue.ts';

/**
 * Closes a question with the person's own value or the other person's; queues a change to it if it is not the one that
 * stands. Throws NotSaved, also while the record is not on this phone: the question stays.
 */
export async function answerQuestion(
  mirror: Mirror,
  question: Question,
  choice: 'mine' | 'theirs',
): Promise<void> {
  const { id, type, entity, field, key, mine } = question;
  const { amend, prevails } = definitionOf({ type });
  if (choice !== (prevails ? 'mine' : 'theirs')) {
    const row = await readRecord(mirror, entity);
    // Where mine stands, a later choice of this phone would have closed the question: another value is somebody else's.
    const seen = row && { ...row, ...(prevails && { [field]: mine }) };
    const change = seen && amend?.(seen, { [field]: question[choice] });
    if (!change) throw new NotSaved('The record is not here.', { cause: null });
    // The definition of the change made the body and the row fit.
    await queue(mirror, { type, ...change } as Mutation);
  }
  // The answer to the change may have asked again.
  const asked = mirror.questions.where('id').equals(id);
  await reopening(mirror, () => asked.and((open) => open.key === key).delete());
}
