/** Faults of one request. */
export const NETWORK_FAULTS = [
  'request lost',
  'answer lost after the commit',
  'request stalls for ever',
  'answer stalls for ever',
  'answer stops for 40 s in its middle',
  'connection reset at a byte of the answer',
  'answer cut short without an error',
  'request delivered twice at the same moment',
  'copy of an old request delivered late',
  'requests overtake each other',
  'error 500 from a server in trouble',
  'bad gateway with a page',
  'too many requests, come again later',
  'captive portal: 200 and a page',
  'captive portal: led away to a login',
  'captive portal: 511 and a page',
] as const;
/** Met only as weather: each of them would leave a refused change. */
const FAULTS_OF_RELEASES = ['change refused by a faulty release'] as const;
export type NetworkFault = (typeof NETWORK_FAULTS | typeof FAULTS_OF_RELEASES)[number];

/** Faults of one event of the live stream. */
export const EVENT_FAULTS = ['event lost', 'event comes twice', 'event comes late'] as const;
export type EventFault = (typeof EVENT_FAULTS)[number];

/** Faults of a device, the server or a person. */
export const WORLD_FAULTS = [
  'no network for minutes',
  'network flaps every 3 s',
  'slow link',
  'captive portal for minutes',
  'server killed in the middle of a transaction',
  'server killed between two requests',
  'database does not answer',
  'disk of the server full',
  'commits fail',
  'one call fails for minutes',
  'edited where its removal is not known',
  'row changed between two pages of a list that is pulled again',
  'server restored from a backup',
  'clock of the server jumps back',
  'browser killed right after "saved"',
  'browser killed at any moment',
  'browser killed when a screen first shows a change',
  'tab closed while it sends',
  'two tabs opened in the same instant',
  'sending tab frozen for a minute',
  'page reloaded with a queue',
  'clock of the device years ahead',
  'clock of the device a day behind',
  'clock of the device weeks wrong while a change fails, then corrected',
  'session ended with changes waiting',
  'another person signs in on the device',
  'signed out with unsent changes: kept',
  'signed out with unsent changes: discarded',
  'signed out with unsent changes: sent first',
  'rights taken away while offline',
  'rights taken away before a lost answer is asked for again',
  'rights taken away while the lists are read',
  'change that is refused for ever',
  'change that is refused, with others behind it',
  'device full while a change is saved',
  'device full while pulling',
  'database closed by the browser',
  'storage evicted without a queue',
  'storage evicted with a queue',
  'two devices set different statuses',
  'page read before an answer arrives after it',
  'answer given before a page was read arrives after it',
  'two devices convert the same contact',
  'conversion, status and note in one queue',
  'conversion refused and retried, with changes that build on it',
  'change undone with a later one of the same record behind it',
  'import undone while it is sent',
  'conversion undone that another device has made, too',
  'removed application deleted by the daily job, and converted again',
  'daily job with a clock a year ahead',
  'two admins publish at the same moment',
  'device reported lost at a stand',
  'stream of events cut off for long',
  'record deleted elsewhere',
  'record anonymised elsewhere',
  'queue of an older version opened by this one',
  'visitor writes without a signal and closes the page',
  'visitor writes at a stand without a signal',
  'visitor changes a message that waits or has arrived meanwhile',
  'message of a visitor added that came by another way',
  'inquiry corrected by its private link',
  'inquiry corrected twice without a signal',
  'message of a visitor added that was withdrawn meanwhile',
  'inquiry withdrawn by its private link',
  'phone of a visitor full',
  'same code scanned five times in a row',
  'scan of a code whose campaign has not arrived',
] as const;
export type WorldFault = (typeof WORLD_FAULTS)[number];

/** Faults that only two servers on one database have. */
export const SHARED_FAULTS = [
  'one of two servers stands still, also in a transaction',
  'one of two servers is slow',
  'notifications between two servers are lost',
  'clock of one of two servers wrong',
] as const;
export type SharedFault = (typeof SHARED_FAULTS)[number];

export type FaultName = NetworkFault | EventFault | WorldFault | SharedFault;
export const FAULTS: readonly FaultName[] = [
  ...NETWORK_FAULTS,
  ...FAULTS_OF_RELEASES,
  ...EVENT_FAULTS,
  ...WORLD_FAULTS,
];

/** How often each fault has happened. */
export class FaultCount {
  readonly #counts = new Map<FaultName, number>(FAULTS.map((name) => [name, 0]));

  add(name: FaultName): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Whether each of these has happened. */
  have(names: readonly string[]): boolean {
    const happened: readonly string[] = [...this.#counts].flatMap(([name, n]) => (n ? name : []));
    return names.every((name) => happened.includes(name));
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
