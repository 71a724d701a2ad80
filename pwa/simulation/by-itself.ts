import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { actOf } from './acts.ts';
import type { Device } from './device.ts';
import { checkQueues } from './invariants.ts';
import { Violation } from './violation.ts';

/** Checks that a person has made a change of status: a phone makes none by itself. */
export function checkMade({ name, browser }: Device, entry: OutboxEntry): void {
  if (entry.type !== 'status-changed' || browser.acts.has(actOf(entry.seen.id, entry.body))) return;
  throw new Violation(
    `On ${name} nobody has made ${entry.type} ${entry.key}: ${entry.body.status}.`,
  );
}

/** Failures after which a change is tried once an hour. */
const RARELY = 8;

/** Checks that no page leaves a change unsent while nothing is in its way. */
export function checkPunctual(devices: readonly Device[], now: number): void {
  for (const device of devices) {
    for (const { page, office } of device.offices()) {
      if (page.app.isSignedOut() || now - page.lostDatabasesAt < 10 * 60_000) continue;
      const queue = device.queueOf(office.user.id);
      if (queue.some(({ tries }) => tries >= RARELY)) continue;
      checkQueues(new Map(queue.map((entry) => [entry.key, entry])));
    }
  }
}
