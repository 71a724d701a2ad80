import { timeOfId } from '#contract/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import type { VisitorEntry } from '#pwa/visitor/visitor-entry.ts';
import type { Browser } from './browser.ts';
import { Violation } from './invariants.ts';
import type { Network } from './network.ts';
import type { Recorded } from './recorded.ts';

/** Most ms between consent on the phone and arrival of the request. */
const ON_ITS_WAY = 90_000;

/** A call that the visitor's phone must deliver. */
interface Owed {
  key: string;
  /** Campaign of a scan; null for an inquiry. */
  campaignId: number | null;
  message: string;
  /** True time of its making; `skew` is the error of the server's clock then. */
  madeAt: number;
  skew: number;
  /** Undone by a restored backup or by erasing the person. */
  isUndone: boolean;
}

/** The part of the world that a visitor meets. */
interface Surroundings {
  readonly clock: { now: number };
  readonly ledger: { scans: number };
  serverSkew: number;
  dice(below: number): number;
  reach<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown } | null>;
}

/** The phone of visitors: scans codes and sends inquiries, without an account. */
export class VisitorPhone {
  readonly browser: Browser;
  readonly network: Network;
  readonly owed = new Map<string, Owed>();
  /** Keys that a page reported as sent. */
  readonly #said = new Set<string>();

  constructor(browser: Browser, network: Network) {
    this.browser = browser;
    this.network = network;
  }

  /** Entries of the phone's outbox. */
  unsent(): VisitorEntry[] {
    return this.browser.rows<VisitorEntry>('visitor', 'outbox');
  }

  /** Loads the public page by the link of a campaign, which is one visit. */
  async scan(world: Surroundings, campaignId: number): Promise<void> {
    const call = { path: `/api/campaigns/${campaignId}/track`, body: null };
    await this.#owe(world, { call, campaignId, message: '' });
  }

  /** Sends the form. */
  async write(world: Surroundings, campaignId: number | null): Promise<void> {
    const message = `I should like to hear from you, ${world.dice(1e9)}.`;
    const body = {
      name: 'Lena Vogt',
      email: `lena${world.dice(1e9)}@example.org`,
      inquiryType: 'player_representation',
      message,
      privacyPolicy: true,
      campaignId,
    };
    await this.#owe(world, { call: { path: sendInquiry.path, body }, campaignId: null, message });
  }

  /** Checks that a call reported as sent, or gone from the outbox, is at the server. */
  checkAlways(recorded: Recorded): void {
    const unsent = new Set(this.unsent().map(({ key }) => key));
    for (const owed of this.owed.values()) {
      const { key, isUndone } = owed;
      if (isUndone || hasArrived(owed, recorded)) continue;
      if (this.#said.has(key)) {
        throw new Violation(`${key} was called sent, and the server does not have it.`);
      }
      if (unsent.has(key)) continue;
      throw new Violation(`${key} has left the visitor's phone, and the server does not have it.`);
    }
  }

  /** Checks that everything has arrived, each inquiry once and with its time of consent. */
  checkAtRest(recorded: Recorded, skewNow: number): void {
    const left = this.unsent().filter(({ problem }) => !problem);
    if (left[0]) throw new Violation(`${left[0].key} waits on the visitor's phone for nothing.`);
    const inquiries = [...recorded.contacts.values()];
    for (const { key, campaignId, message, madeAt, skew, isUndone } of this.owed.values()) {
      const stored = recorded.keys.get(`visitor ${key}`);
      if (campaignId !== null || isUndone || !stored || stored.status >= 400) continue;
      const found = inquiries.filter((row) => row.message === message);
      if (found.length !== 1) {
        throw new Violation(`The inquiry ${key} is there ${found.length} times.`);
      }
      const consent = Date.parse(String(found[0]?.consentAt));
      // The server's clock may have jumped back before it heard of it.
      const [earliest, latest] = [madeAt + skewNow - ON_ITS_WAY, madeAt + skew + ON_ITS_WAY];
      if (consent < earliest || consent > latest) {
        throw new Violation(`The consent of ${key} is of ${new Date(consent).toISOString()}.`);
      }
    }
  }

  /** Keeps a call on the phone, then tries to send it. */
  async #owe(
    world: Surroundings,
    {
      call,
      campaignId,
      message,
    }: { call: Omit<VisitorEntry, 'key'>; campaignId: number | null; message: string },
  ): Promise<void> {
    const page = this.browser.pages[0] ?? this.browser.open('public');
    const kept = await world.reach(page.visitor.keepEntry(call));
    if (!kept || 'error' in kept) return;
    const key = kept.value;
    if (timeOfId(key) === null) throw new Violation(`The key ${key} tells no time.`);
    const when = { madeAt: world.clock.now, skew: world.serverSkew };
    this.owed.set(key, { key, campaignId, message, ...when, isUndone: false });
    if (campaignId !== null) world.ledger.scans += 1;
    const result = page.visitor.sendEntry(key);
    result.then(
      ({ kind }) => {
        if (kind === 'sent') this.#said.add(key);
      },
      () => undefined,
    );
  }
}

/** Whether the server has it, or has dropped it: a scan of a campaign that does not exist. */
function hasArrived(owed: Owed, recorded: Recorded): boolean {
  const { campaignId } = owed;
  return isRecorded(owed, recorded) || (campaignId !== null && !recorded.campaigns.has(campaignId));
}

/** Whether the server's data have it. */
export function isRecorded(
  { key, campaignId }: Pick<Owed, 'key' | 'campaignId'>,
  { keys, visits, held }: Recorded,
): boolean {
  return campaignId === null ? keys.has(`visitor ${key}`) : visits.has(key) || held.has(key);
}
