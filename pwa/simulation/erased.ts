import { isAnonymised } from '#contract/fields/anonymised.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { isErased } from '#pwa/local/rows/forget-records.ts';
import type { Device } from './device.ts';
import { rowOf } from './invariants.ts';
import type { Ledger } from './ledger.ts';
import type { Recorded } from './recorded.ts';
import { PEOPLE } from './template.ts';
import { Violation } from './violation.ts';

/** Checks that no stored answer still names a person who was just erased. */
export function checkAnswers(email: string, { keys }: Recorded): void {
  if (isAnonymised({ email })) return;
  const text = JSON.stringify(email.toLowerCase());
  for (const { key, answer } of keys.values()) {
    if (answer.toLowerCase().includes(text)) {
      throw new Violation(`The answer to ${key} still holds ${text}, who was erased.`);
    }
  }
}

/**
 * Checks that nobody is asked about a record that is anonymised in the device's own mirror: the row comes
 * in the transaction that forgets the questions.
 */
export function checkAskedOfErased(device: Device): void {
  for (const { id: userId } of PEOPLE) {
    const asked = new Set(device.questionsOf(userId).map(({ entity }) => entity));
    if (asked.size === 0) continue;
    for (const list of ['applications', 'contacts'] as const) {
      const erased = device.rowsOf(userId, list).filter(isErased);
      const left = erased.find(({ id }) => asked.has(laneOf(list, id)));
      if (left) throw new Violation(`${device.name} asks about ${left.id}, who was erased.`);
    }
  }
}

/** Checks that a device at rest has forgotten what was typed about people who were erased. */
export function checkForgotten(device: Device, { erased }: Ledger, recorded: Recorded): void {
  // One that the daily job has deleted may have been made again.
  const isErasedNow = (entity: string) => {
    const row = rowOf(entity, recorded);
    return erased.has(entity) && (!row || isAnonymised({ email: String(row.email) }));
  };

  for (const { office } of device.offices()) {
    const { id } = office.user;
    const kept = [...device.questionsOf(id), ...device.acknowledgedOf(id)];
    const left = kept.find(({ entity }) => isErasedNow(entity));
    if (left) throw new Violation(`${device.name} remembers ${left.entity}, which was erased.`);
  }
}
