import { newId } from '#contract/fields/ids.ts';
import { type Erasure, erasePerson, exportPerson } from '#contract/people.ts';
import { call } from '#pwa/api/call.ts';
import { download } from '#pwa/lib/text/download.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { personFile } from './person-file.ts';

/** Downloads everything that the server has about a person. Throws like `call`. */
export async function savePerson(
  mirror: Mirror,
  email: string,
  format: 'json' | 'csv',
): Promise<void> {
  const person = await call(exportPerson, { body: { email }, sentFor: mirror.userId });
  download(personFile(person, format), `${email.replace(/[^\w.@-]/g, '_')}.${format}`);
}

/**
 * Anonymises or deletes all records of a person on the server. Resolves with the number of changed
 * records of each kind. Throws like `call`.
 */
export async function erase(mirror: Mirror, email: string, how: Erasure) {
  return call(erasePerson, { body: { email, how }, key: newId(), sentFor: mirror.userId });
}

/** True if changes of these records are not sent yet. */
export async function hasUnsent(mirror: Mirror, entities: readonly string[]): Promise<boolean> {
  return (await mirror.outbox.where('entity').anyOf(entities).count()) > 0;
}
