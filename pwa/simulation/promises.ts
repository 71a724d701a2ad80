import type { Outcome } from '#pwa/test/outcome-of.ts';
import type { BrowserPage } from './browser-page.ts';
import type { Device } from './device.ts';
import { isApplied, nameOf } from './invariants.ts';
import type { Ledger, Made } from './ledger.ts';
import type { Office } from './page.ts';
import type { Recorded } from './recorded.ts';
import { Violation } from './violation.ts';

/** A page whose database the browser has closed reads it again after a backoff, in ms at most. */
const BLIND = 70_000;

/** Checks the numbers of the line under the top bar, in every page that a person may look at. */
export function checkStatus(device: Device, now: number): void {
  for (const { page, office } of device.offices()) {
    if (now - page.lostDatabasesAt < BLIND) continue;
    const told = page.app.status();
    const real = countsOf(device, office);
    for (const [what, count] of Object.entries(real)) {
      if (told[what as keyof typeof real] === count) continue;
      const said = JSON.stringify(told);
      throw new Violation(`A page of ${device.name} says ${said}, and ${count} are ${what}.`);
    }
  }
}

function countsOf(device: Device, { user: { id } }: Pick<Office, 'user'>) {
  const queue = device.queueOf(id);
  const refused = queue.filter(({ state }) => state === 'refused').length;
  return {
    waiting: queue.length - refused,
    refused,
    conflicts: device.questionsOf(id).length,
  };
}

/** What was told, to whom, about which change. */
interface Told {
  device: Device;
  userId: number;
  key: string;
}

/** Checks that a change that was just reported as saved is on the disk, or at the server already. */
export function checkSaved({ device, userId, key }: Told, recorded: Recorded): void {
  if (device.queueOf(userId).some((entry) => entry.key === key)) return;
  if (recorded.keys.has(`${userId} ${key}`)) return;
  throw new Violation(`${key} was called saved, and is nowhere.`);
}

/** Checks the toast after a change: "sent" is at the server, "saved on this phone" on the disk. */
export function checkOutcome(told: Told, outcome: Outcome, ledger: Ledger, now: Recorded): void {
  const { device, userId, key } = told;
  const change = ledger.made.get(key);
  if (!change || change.wasThere) return;
  const queued = device.queueOf(userId).find((entry) => entry.key === key);
  const isThere = isApplied(change, now);
  const isDropped = change.isDropping || change.fate === 'discarded' || change.fate === 'undone';
  if (isDropped && outcome.kind === 'sent' && !isThere) {
    throw new Violation(`${nameOf(change)} was called sent, and was dropped.`);
  }
  // The others were erased, or a backup was restored.
  if (isDropped || change.fate !== 'open') return;
  const isForgotten = ledger.erased.has(change.entry.entity) || ledger.barred.has(userId);
  const isTrue = {
    dropped: isForgotten,
    sent: isThere,
    waiting: isThere || queued !== undefined,
    refused: queued?.state === 'refused',
  }[outcome.kind];
  if (!isTrue) {
    const state = queued?.state ?? 'not queued';
    throw new Violation(`${nameOf(change)} was called ${outcome.kind}, and is ${state}.`);
  }
}

/** Pages in which "N changes sent" was checked, with the number that was. */
const counted = new WeakMap<BrowserPage, number>();

/**
 * Checks that a page calls no more changes sent than have arrived from this device.
 *
 * @param namesErased whether a text names a person who was erased
 */
export function checkSent(
  device: Device,
  ledger: Ledger,
  recorded: Recorded,
  namesErased: (text: string) => boolean,
): void {
  // It may have arrived before the device dropped it.
  const isDroppedView = ({ fate, entry }: Made) =>
    fate === 'discarded' && entry.type === 'view-saved' && namesErased(entry.body.name);
  for (const { page, office } of device.offices()) {
    const { sent } = page.app.status();
    if (sent <= (counted.get(page) ?? 0)) continue;
    counted.set(page, sent);
    const arrived = [...ledger.made.values()].filter(
      (change) =>
        change.device === device.life &&
        change.userId === office.user.id &&
        (change.wasThere || isDroppedView(change) || isApplied(change, recorded)),
    ).length;
    // A device removes views that name erased people by itself, perhaps before the ledger has seen that.
    const own = device
      .acknowledgedOf(office.user.id)
      .filter(({ type, key }) => type === 'view-removed' && !ledger.made.has(key)).length;
    if (sent > arrived + own) {
      throw new Violation(`A page of ${device.name} says that ${sent} were sent: ${arrived} were.`);
    }
  }
}
