import { IDEMPOTENCY_KEY, statusOf } from '#contract/endpoint.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { timeOfId } from '#contract/fields/ids.ts';
import { referenceOf } from '#contract/fields/references.ts';
import { BY_MESSAGE } from '#contract/handed-over.ts';
import { correctInquiry, sendInquiry } from '#contract/inquiry.ts';
import { withdrawInquiry } from '#contract/inquiry-link.ts';
import type { WaitingInquiry } from '#pwa/features/inquiry/send-inquiry.ts';
import type { VisitorEntry } from '#pwa/visitor/visitor-entry.ts';
import type { Browser } from './browser.ts';
import type { BrowserPage } from './browser-page.ts';
import type { WireAnswer, WireRequest } from './in-process.ts';
import type { Network } from './network.ts';
import type { Recorded, Row } from './recorded.ts';
import { Violation } from './violation.ts';

/** Most ms between consent on the phone and arrival of the request. */
const ON_ITS_WAY = 90_000;

/** A call that the visitor's phone must deliver. */
interface Owed {
  key: string;
  /** The call as the phone has kept it last. */
  entry: VisitorEntry;
  /** Campaign of a scan; null for an inquiry. */
  campaignId: number | null;
  /** The phone has scanned the same code before. */
  isAgain: boolean;
  /** What it says, then each change and correction of it; empty for a scan. */
  messages: string[];
  /** The last of them was acknowledged: by the server, or as saved on the phone. */
  isCertain: boolean;
  /** The secret of its private link; undefined for a scan and at a stand. */
  linkToken?: string | undefined;
  /** True time of its making. */
  madeAt: number;
  /** The latest time of consent by the server's clock: that of the last change. */
  consentBy: number;
  /** The page that sends it. */
  page: BrowserPage;
  /** The page said that it lives only as long as the page. */
  isInPageOnly: boolean;
  /** Taken back by its private link. */
  isWithdrawn: boolean;
  /** Undone by a restored backup, by erasing the person, or gone with the page that held it. */
  isUndone: boolean;
}

/** What every inquiry says. */
const WRITTEN = {
  name: 'Lena Vogt',
  email: 'lena@example.org',
  inquiryType: 'player_representation' as const,
};

/** What a visitor sends by another way while a message waits (message-exits.tsx). */
export function exitText({ key, entry }: Owed): string {
  const { name, email, message } = (entry as WaitingInquiry).body;
  return `${message}\n\n${name}, ${email}\nReference ${referenceOf(key)}`;
}

/** What a correction says besides its message. */
function saidBy({ entry }: Owed) {
  const { name, email, inquiryType, writtenBy, playerName } = (entry as WaitingInquiry).body;
  return { name, email, inquiryType, writtenBy, playerName };
}

/** An inquiry that has arrived, and its row at the server. */
export interface Arrived {
  owed: Owed;
  row: Row;
}

/** The part of the world that a visitor meets. */
interface Surroundings {
  readonly clock: { now: number };
  readonly ledger: { silent: number };
  serverSkew: number;
  readonly server: { readonly worstSkew: number };
  readonly wasRestored: boolean;
  recorded(): Recorded;
  /** Fails the run by what a promise finds. */
  watch(promise: Promise<unknown>): void;
  dice(below: number): number;
  chance(of: number): boolean;
  readonly isWide: boolean;
  ask(asked: WireRequest): Promise<WireAnswer | null>;
  reach<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown } | null>;
}

/** The phone of visitors: scans codes and sends inquiries, without an account. */
export class VisitorPhone {
  readonly browser: Browser;
  readonly network: Network;
  readonly owed = new Map<string, Owed>();
  /** It is a device of the office that is handed over at a stand: its clock may be wrong, and it keeps no receipts. */
  readonly isStand: boolean;

  constructor(browser: Browser, network: Network, { isStand } = { isStand: false }) {
    this.browser = browser;
    this.network = network;
    this.isStand = isStand;
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
    await this.#owe(world, { call, campaignId, isAgain, messages: [] });
  }

  /** Sends the form. */
  async write(
    world: Surroundings,
    campaignId: number | null,
    page = this.browser.pages[0] ?? this.browser.open('public'),
  ): Promise<Owed | null> {
    const message = `I should like to hear from you, ${world.dice(1e9)}.`;
    const player = { writtenBy: 'guardian' as const, playerName: `Mia of ${message}`.slice(0, 60) };
    const body = {
      ...WRITTEN,
      ...(world.isWide && world.chance(0.3) && player),
      email: `lena${world.dice(1e9)}@example.org`,
      message,
      privacyPolicy: true,
      campaignId,
    };
    const linkToken = page.visitor.newLinkToken();
    const shared = this.isStand ? ({ isShared: true } as const) : {};
    const call = { path: sendInquiry.path, body: { ...body, linkToken }, ...shared };
    const said = { campaignId: null, isAgain: false, messages: [message], linkToken };
    return this.#owe(world, { call, ...said }, page);
  }

  /** Sends the form again with another text, in the tab from which the inquiry was sent. */
  async change(world: Surroundings, owed: Owed): Promise<void> {
    const page = this.browser.pages[0] ?? this.browser.open('public');
    const message = `I should like to hear from you soon, ${world.dice(1e9)}.`;
    const earlier = owed.entry as WaitingInquiry;
    const body = { ...earlier.body, message, linkToken: page.visitor.newLinkToken() };
    owed.messages.push(message);
    owed.isCertain = false;
    owed.consentBy = world.clock.now + world.serverSkew;
    const kept = new Promise<WaitingInquiry>((onStored) => {
      const sending = page.visitor.sendInquiry(body, { replaces: earlier, onStored });
      world.watch(
        sending.then(({ kind }) => {
          if (kind === 'sent' && owed.messages.at(-1) === message) owed.isCertain = true;
        }),
      );
    });
    const told = await world.reach(kept);
    if (!told || 'error' in told) return;
    const { key } = told.value;
    if (key !== owed.key) throw new Violation(`${owed.key} was changed, and became ${key}.`);
    owed.entry = told.value;
    owed.isCertain ||= !page.visitor.isInPageOnly();
  }

  /** Adds a message that came by another way, as a user does on the page for it (message-page.tsx). */
  add(world: Surroundings, text: string, page: BrowserPage): void {
    const { reference, ...read } = page.visitor.readMessage(text);
    if (reference === null) throw new Violation(`No reference is found in "${text}".`);
    const said = { ...read, phone: read.phone || null, utmMedium: BY_MESSAGE };
    const body = { ...WRITTEN, ...said, privacyPolicy: true as const };
    const newKey = page.visitor.keyWith(reference);
    page.visitor.keepSending();
    const onStored = () => undefined;
    world.watch(
      page.visitor.sendInquiry(body, { replaces: null, onStored, newKey, isShared: true }),
    );
  }

  /** One of the inquiries that a private link leads to; null if there is none. */
  anArrived(world: Surroundings): Arrived | null {
    const rows = [...world.recorded().contacts.values()];
    const found = [...this.owed.values()].flatMap((owed) => {
      const row = rows.find(({ reference }) => reference === referenceOf(owed.key));
      // What waits of it would arrive after a correction that is made later.
      const isWaiting = this.unsent().some(({ key, body }) => {
        return key === owed.key || (body as { token?: string } | null)?.token === owed.linkToken;
      });
      const isOpen = row?.withdrawnAt === null && !owed.isUndone && !isWaiting;
      return row && isOpen ? [{ owed, row }] : [];
    });
    return found[world.dice(found.length)] ?? null;
  }

  /** Corrects an inquiry by its private link, with a signal. Returns whether the server has taken it. */
  async correct(world: Surroundings, owed: Owed): Promise<boolean> {
    const message = `I should still like to hear from you, ${world.dice(1e9)}.`;
    owed.messages.push(message);
    const body = { ...saidBy(owed), message };
    const isTaken = await this.#byLink(world, owed, { call: correctInquiry, body });
    owed.isCertain = isTaken;
    const rows = [...world.recorded().contacts.values()];
    const row = rows.find(({ reference }) => reference === referenceOf(owed.key));
    if (isTaken && row && row.message !== message) {
      throw new Violation(`The correction of ${owed.key} was accepted, and changed nothing.`);
    }
    return isTaken;
  }

  /** Corrects an inquiry by its private link, with or without a signal, in this tab or another one. */
  async correctLater(world: Surroundings, owed: Owed): Promise<void> {
    const page = this.browser.pages.at(-1) ?? this.browser.open('public');
    const message = `I should still like to hear from you soon, ${world.dice(1e9)}.`;
    owed.messages.push(message);
    owed.isCertain = false;
    const token = String(owed.linkToken);
    const body = { ...saidBy(owed), message, token };
    const kept = new Promise<void>((onStored) => {
      world.watch(page.visitor.sendCorrection(body, onStored));
    });
    const told = await world.reach(kept);
    owed.isCertain = told !== null && !('error' in told) && !page.visitor.isInPageOnly();
  }

  /** Takes an inquiry back by its private link, with a signal. Returns whether the server has taken it back. */
  withdraw(world: Surroundings, owed: Owed): Promise<boolean> {
    return this.#byLink(world, owed, { call: withdrawInquiry, body: {} });
  }

  /**
   * What has left the phone and is not in the server's data is no longer owed: a backup, or an eviction,
   * has undone it.
   */
  forgetSent(recorded: Recorded): void {
    const unsent = new Set(this.unsent().map(({ key }) => key));
    for (const owed of this.owed.values()) {
      owed.isUndone ||= !unsent.has(owed.key) && !isRecorded(owed, recorded);
    }
  }

  /** Checks that what was withdrawn does not come back under its reference. */
  checkWithdrawn({ contacts }: Recorded): void {
    const withdrawn = [...this.owed.values()].filter(({ isWithdrawn }) => isWithdrawn);
    const references = new Set<unknown>(withdrawn.map(({ key }) => referenceOf(key)));
    for (const { id, reference, email } of contacts.values()) {
      if (references.has(reference) && !isAnonymised({ email: String(email) })) {
        throw new Violation(`The inquiry ${id} was withdrawn, and names ${email}.`);
      }
    }
  }

  /** Checks that each call is at the server, on the disk, or in a page that says so. */
  checkAlways(recorded: Recorded): void {
    const unsent = new Set(this.unsent().map(({ key }) => key));
    for (const owed of this.owed.values()) {
      const { key, page, isInPageOnly } = owed;
      if (owed.isUndone || hasArrived(owed, recorded) || unsent.has(key)) continue;
      if (isInPageOnly && !page.isAlive) owed.isUndone = true;
      else if (!isInPageOnly || !page.visitor.isInPageOnly()) {
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
    const settings = this.browser.rows<{ name: string }>('visitor', 'settings');
    if (this.isStand && settings.some(({ name }) => name.startsWith('receipt-'))) {
      throw new Violation('A device of the office keeps the private link of a visitor.');
    }
    const inquiries = [...recorded.contacts.values()];
    for (const owed of this.owed.values()) {
      const { key, campaignId, isAgain, messages, isCertain, madeAt, consentBy, isUndone } = owed;
      const visit = recorded.visits.get(key);
      if (visit && visit.kind !== (isAgain ? 'repeat' : 'person')) {
        throw new Violation(`The visit ${key} counts as one of a ${visit.kind}.`);
      }
      const stored = recorded.keys.get(`visitor ${key}`);
      if (campaignId !== null || isUndone || !stored || stored.status >= 400) continue;
      const found = inquiries.filter(({ message }) => messages.includes(String(message)));
      if (found.length !== 1) {
        const under = inquiries.filter(({ reference }) => reference === referenceOf(key));
        throw new Violation(
          `The inquiry ${key} is there ${found.length} times. Its reference has ${JSON.stringify(under)}.`,
        );
      }
      if (found[0]?.reference !== referenceOf(key)) {
        throw new Violation(`The inquiry ${key} has another reference at the server.`);
      }
      const stands = found[0].message;
      // A restored backup may be older than a correction.
      if (isCertain && !world.wasRestored && stands !== messages.at(-1)) {
        throw new Violation(`The inquiry ${key} says "${stands}", not what it was changed to.`);
      }
      const { playerName = null } = saidBy(owed);
      if (found[0].playerName !== playerName) {
        throw new Violation(`The inquiry ${key} names ${found[0].playerName}, not ${playerName}.`);
      }
      if (this.isStand) continue;
      const consent = Date.parse(String(found[0]?.consentAt));
      // The server's clock may have jumped back before it heard of it.
      const either = ON_ITS_WAY + world.server.worstSkew;
      const [earliest, latest] = [madeAt + skewNow - either, consentBy + either];
      if (consent < earliest || consent > latest) {
        throw new Violation(`The consent of ${key} is of ${new Date(consent).toISOString()}.`);
      }
    }
  }

  async #byLink(
    world: Surroundings,
    { linkToken, page }: Owed,
    { call, body }: { call: typeof correctInquiry | typeof withdrawInquiry; body: object },
  ): Promise<boolean> {
    const { method, path } = call;
    const headers = {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      [IDEMPOTENCY_KEY.toLowerCase()]: page.visitor.newId(),
    };
    const asked = { method, path, headers, body: JSON.stringify({ ...body, token: linkToken }) };
    const answer = await world.ask(asked);
    return answer?.status === statusOf(call);
  }

  /** Keeps a call on the phone, then tries to send it. */
  async #owe(
    world: Surroundings,
    {
      call,
      ...said
    }: { call: Omit<VisitorEntry, 'key'> } & Pick<
      Owed,
      'campaignId' | 'isAgain' | 'messages' | 'linkToken'
    >,
    page = this.browser.pages[0] ?? this.browser.open('public'),
  ): Promise<Owed | null> {
    const { campaignId } = said;
    const kept = await world.reach(page.visitor.keepEntry(call));
    if (!kept || 'error' in kept) return null;
    const key = kept.value;
    if (timeOfId(key) === null) throw new Violation(`The key ${key} tells no time.`);
    const isInPageOnly = page.visitor.isInPageOnly();
    const isOnDisk = this.unsent().some((entry) => entry.key === key);
    if (!isInPageOnly && !isOnDisk) {
      throw new Violation(`${key} was called saved, and is not on the visitor's phone.`);
    }
    const madeAt = world.clock.now;
    const entry = { key, ...call };
    const owed: Owed = {
      key,
      entry,
      ...said,
      madeAt,
      consentBy: madeAt + world.serverSkew,
      page,
      isCertain: true,
      isInPageOnly: !isOnDisk,
      isWithdrawn: false,
      isUndone: false,
    };
    this.owed.set(key, owed);
    if (campaignId !== null) world.ledger.silent += 1;
    world.watch(
      page.visitor.sendEntry(key, campaignId === null ? entry : undefined).then(({ kind }) => {
        const now = this.owed.get(key);
        if (kind !== 'sent' || !now || now.isUndone || hasArrived(now, world.recorded())) return;
        throw new Violation(`${key} was called sent, and the server does not have it.`);
      }),
    );
    return owed;
  }
}

/** Whether the server has it, or has dropped it: a scan of a campaign that does not exist. */
function hasArrived(owed: Owed, recorded: Recorded): boolean {
  const { campaignId } = owed;
  return isRecorded(owed, recorded) || (campaignId !== null && !recorded.campaigns.has(campaignId));
}

/** Whether the server's data have it. */
function isRecorded(
  { key, campaignId }: Pick<Owed, 'key' | 'campaignId'>,
  { keys, visits, held }: Recorded,
): boolean {
  return campaignId === null ? keys.has(`visitor ${key}`) : visits.has(key) || held.has(key);
}
