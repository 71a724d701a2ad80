import { referenceOf, timeOfId } from '#contract/ids.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import type { VisitorEntry } from '#pwa/visitor/visitor-entry.ts';
import type { Browser } from './browser.ts';
import type { BrowserPage } from './browser-page.ts';
import type { Network } from './network.ts';
import type { Recorded } from './recorded.ts';
import { Violation } from './violation.ts';

/** Most ms between consent on the phone and arrival of the request. */
const ON_ITS_WAY = 90_000;

/** A call that the visitor's phone must deliver. */
interface Owed {
  key: string;
  /** Campaign of a scan; null for an inquiry. */
  campaignId: number | null;
  /** The phone has scanned the same code before. */
  isAgain: boolean;
  message: string;
  /** True time of its making; `skew` is the error of the server's clock then. */
  madeAt: number;
  skew: number;
  /** The page that sends it. */
  page: BrowserPage;
  /** The page said that it lives only as long as the page. */
  isInPageOnly: boolean;
  /** Undone by a restored backup, by erasing the person, or gone with the page that held it. */
  isUndone: boolean;
}

/** The part of the world that a visitor meets. */
interface Surroundings {
  readonly clock: { now: number };
  readonly ledger: { scans: number };
  serverSkew: number;
  recorded(): Recorded;
  /** Fails the run by what a promise finds. */
  watch(promise: Promise<unknown>): void;
  dice(below: number): number;
  reach<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown } | null>;
}

/** The phone of visitors: scans codes and sends inquiries, without an account. */
export class VisitorPhone {
  readonly browser: Browser;
  readonly network: Network;
  readonly owed = new Map<string, Owed>();

  constructor(browser: Browser, network: Network) {
    this.browser = browser;
    this.network = network;
  }

  /** Entries of the phone's outbox. */
  unsent(): readonly VisitorEntry[] {
    return this.browser.rows<VisitorEntry>('visitor', 'outbox');
  }

  /** Loads the public page by the link of a campaign, which is one visit. */
  async scan(world: Surroundings, campaignId: number): Promise<void> {
    const isAgain = [...this.owed.values()].some((owed) => owed.campaignId === campaignId);
    const path = `/api/campaigns/${campaignId}/track${isAgain ? '?again' : ''}`;
    const call = { path, body: null };
    await this.#owe(world, { call, campaignId, isAgain, message: '' });
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
    const call = { path: sendInquiry.path, body };
    await this.#owe(world, { call, campaignId: null, isAgain: false, message });
  }

  /** Checks that each call is at the server, on the disk, or in a page that says so. */
  checkAlways(recorded: Recorded): void {
    const unsent = new Set(this.unsent().map(({ key }) => key));
    for (const owed of this.owed.values()) {
      const { key, page, isInPageOnly } = owed;
      if (owed.isUndone || hasArrived(owed, recorded) || unsent.has(key)) continue;
      if (isInPageOnly && !page.isAlive) owed.isUndone = true;
      else if (!isInPageOnly || !page.visitor.keptInPageOnly()) {
        throw new Violation(
          `${key} has left the visitor's phone, and the server does not have it.`,
        );
      }
    }
  }

  /** Checks that everything has arrived, each inquiry once and with its time of consent. */
  async checkAtRest(world: Surroundings): Promise<void> {
    const recorded = world.recorded();
    const skewNow = world.serverSkew;
    for (const page of this.browser.pages) {
      const unsent = await world.reach(page.visitor.unsentEntries());
      const left = unsent && 'value' in unsent ? unsent.value : [];
      const idle = left.find(({ problem }) => !problem);
      if (idle) throw new Violation(`${idle.key} waits on the visitor's phone for nothing.`);
    }
    const inquiries = [...recorded.contacts.values()];
    for (const owed of this.owed.values()) {
      const { key, campaignId, isAgain, message, madeAt, skew, isUndone } = owed;
      const visit = recorded.visits.get(key);
      if (visit && visit.kind !== (isAgain ? 'repeat' : 'person')) {
        throw new Violation(`The visit ${key} counts as one of a ${visit.kind}.`);
      }
      const stored = recorded.keys.get(`visitor ${key}`);
      if (campaignId !== null || isUndone || !stored || stored.status >= 400) continue;
      const found = inquiries.filter((row) => row.message === message);
      if (found.length !== 1) {
        throw new Violation(`The inquiry ${key} is there ${found.length} times.`);
      }
      if (found[0]?.reference !== referenceOf(key)) {
        throw new Violation(`The inquiry ${key} has another reference at the server.`);
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
      ...said
    }: { call: Omit<VisitorEntry, 'key'> } & Pick<Owed, 'campaignId' | 'isAgain' | 'message'>,
  ): Promise<void> {
    const { campaignId } = said;
    const page = this.browser.pages[0] ?? this.browser.open('public');
    const kept = await world.reach(page.visitor.keepEntry(call));
    if (!kept || 'error' in kept) return;
    const key = kept.value;
    if (timeOfId(key) === null) throw new Violation(`The key ${key} tells no time.`);
    const isInPageOnly = page.visitor.keptInPageOnly();
    const isOnDisk = this.unsent().some((entry) => entry.key === key);
    if (!isInPageOnly && !isOnDisk) {
      throw new Violation(`${key} was called saved, and is not on the visitor's phone.`);
    }
    const when = { madeAt: world.clock.now, skew: world.serverSkew };
    const owed = { key, ...said, ...when, page, isUndone: false };
    this.owed.set(key, { ...owed, isInPageOnly: !isOnDisk });
    if (campaignId !== null) world.ledger.scans += 1;
    const entry = campaignId === null ? { key, ...call } : undefined;
    world.watch(
      page.visitor.sendEntry(key, entry).then(({ kind }) => {
        const now = this.owed.get(key);
        if (kind !== 'sent' || !now || now.isUndone || hasArrived(now, world.recorded())) return;
        throw new Violation(`${key} was called sent, and the server does not have it.`);
      }),
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
