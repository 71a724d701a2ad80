import { isAnonymised } from '#contract/anonymised.ts';
import type { Device } from './device.ts';
import type { Ledger } from './ledger.ts';
import type { Recorded } from './recorded.ts';
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

/** Checks that a device at rest has forgotten what was typed about people who were erased. */
export function checkForgotten(device: Device, { erased }: Ledger): void {
  for (const { office } of device.offices()) {
    const { id } = office.user;
    const { statuses, fields } = device.questionsOf(id);
    const left = [
      ...statuses.map(({ applicationId }) => `application:${applicationId}`),
      ...fields.map(({ entity }) => entity),
      ...device.acknowledgedOf(id).map(({ entity }) => entity),
    ].find((entity) => erased.has(entity));
    if (left) throw new Violation(`${device.name} remembers ${left}, which was erased.`);
  }
}
