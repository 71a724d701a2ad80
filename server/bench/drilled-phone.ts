import {
  type Application,
  changeStatus,
  createApplication,
  editApplication,
  type HistoryEntry,
  pullApplications,
} from '#contract/applications.ts';
import {
  COPIES_AT_ONCE,
  ENTRIES_AT_ONCE,
  offerCopies,
  type SeenDeletion,
} from '#contract/backups/copies.ts';
import { type Contact, convertContact, pullContacts, setContactNotes } from '#contract/contacts.ts';
import { type Endpoint, SENT_AGAIN } from '#contract/endpoint.ts';
import { newId } from '#contract/fields/ids.ts';
import { erasePerson } from '#contract/people.ts';
import { removeApplication } from '#contract/removal.ts';
import { unknownKeys } from '#contract/sync.ts';
import { aDraft } from '#server/test/bodies.ts';
import type { Client } from '#server/test/client.ts';
import { type Ledger, uniqueAddress } from './ledger.ts';

type ListName = 'applications' | 'contacts';
type Row = Application | Contact;
/** What a page of either list has. */
interface Page {
  rows: Row[];
  history?: HistoryEntry[];
  gone: (string | number)[];
  epoch: string;
  revision: number;
  reset: boolean;
  next: number | null;
}
interface Change {
  key: string;
  endpoint: Endpoint;
  parts: { params?: Record<string, string | number>; body: unknown };
}
/** A row with what else an answer tells. */
type Answered = Row & {
  change?: HistoryEntry | null;
  contact?: Contact | null;
  conflicts?: unknown;
  already?: unknown;
};

const PULLS = { applications: pullApplications, contacts: pullContacts };
/** In milliseconds, between two pulls. */
const PULL_EVERY = 1_000;

/**
 * A device of the office without a browser. It pulls, changes records, and comes back after a restore as the engine of
 * `pwa/sync` does: it asks what is lost, sends its own lost changes again under their keys, pulls, and offers the
 * rest. A change without an answer is not sent again.
 */
export class DrilledPhone {
  readonly rows = { applications: new Map<unknown, Row>(), contacts: new Map<unknown, Row>() };
  readonly history = new Map<string, HistoryEntry>();
  readonly #by: Client;
  readonly #device: string;
  readonly #ledger: Ledger;
  readonly #cursors = { applications: 0, contacts: 0 };
  readonly #accepted: Change[] = [];
  #gone: SeenDeletion[] = [];
  #epoch: string | undefined;

  constructor(by: Client, device: string, ledger: Ledger) {
    this.#by = by;
    this.#device = device;
    this.#ledger = ledger;
  }

  /** Changes records and pulls, until this resolves. */
  async work(goesOn: () => boolean, pause: (most: number) => Promise<void>): Promise<void> {
    let pulledAt = Number.NEGATIVE_INFINITY;
    while (goesOn()) {
      if (performance.now() - pulledAt > PULL_EVERY) {
        await this.pull();
        pulledAt = performance.now();
      }
      await this.#act();
      await pause(400);
    }
  }

  async pull(): Promise<void> {
    const before = performance.now();
    const epoch = this.#epoch;
    for (const list of ['applications', 'contacts'] as const) await this.#pullList(list, epoch);
    this.#ledger.erasuresSeen(before);
  }

  /** Returns with what the phone offered. */
  async comeBack(): Promise<void> {
    const keys = this.#accepted.map(({ key }) => key);
    const body = { keys, epoch: this.#epoch };
    const { left = 0, unknown } = (await this.#by.call(unknownKeys, { body })).reply;
    const offers = this.#copiesAbove(left);
    for (const change of this.#accepted) {
      if (unknown.includes(change.key)) await this.#send(change, { [SENT_AGAIN]: '1' });
    }
    await this.pull();
    const headers = { 'User-Agent': this.#device };
    for (const offer of offers) {
      const answer = await this.#by.call(offerCopies, { body: offer, headers });
      if (answer.status !== 200) throw new Error(`Copies were refused: ${answer.text}`);
    }
    await this.pull();
  }

  async #pullList(list: ListName, epoch: string | undefined): Promise<void> {
    let before: number | undefined;
    let revision = 0;
    for (;;) {
      const query = {
        since: this.#cursors[list],
        ...(epoch !== undefined && { epoch }),
        ...(before !== undefined && { before }),
      };
      const page: Page = (await this.#by.call(PULLS[list], { query })).reply;
      if (before === undefined) {
        revision = page.revision;
        if (page.reset) this.#forget(list);
        for (const id of page.gone) this.#remove(list, id, page.revision);
      }
      for (const row of page.rows) this.#put(list, row);
      for (const entry of page.history ?? []) this.history.set(entry.id, entry);
      this.#epoch = page.epoch;
      if (page.next === null) break;
      before = page.next;
    }
    this.#cursors[list] = revision;
  }

  #forget(list: ListName): void {
    this.rows[list].clear();
    this.#gone = this.#gone.filter((one) => one.list !== list);
    if (list === 'applications') this.history.clear();
  }

  #put(list: ListName, row: Row): void {
    const { version = -1 } = this.rows[list].get(row.id) ?? {};
    const isGone = this.#gone.some(
      (one) => one.list === list && one.id === row.id && one.version >= row.version,
    );
    if (row.version >= version && !isGone) this.rows[list].set(row.id, row);
  }

  #remove(list: ListName, id: string | number, version: number): void {
    this.rows[list].delete(id);
    this.#gone.push({ list, id, version });
    for (const entry of this.history.values()) {
      if (entry.applicationId === id) this.history.delete(entry.id);
    }
  }

  /** In calls as `keep-copies.ts` makes them: entries come after their applications. */
  #copiesAbove(left: number): object[] {
    const above = <R extends { version: number }>(all: Iterable<R>) =>
      [...all].filter(({ version }) => version > left);
    const parts: [string, object[], number][] = [
      ['gone', above(this.#gone), COPIES_AT_ONCE],
      ['contacts', above(this.rows.contacts.values()), COPIES_AT_ONCE],
      ['applications', above(this.rows.applications.values()), COPIES_AT_ONCE],
      ['history', above(this.history.values()), ENTRIES_AT_ONCE],
    ];
    return parts.flatMap(([part, all, most]) =>
      Array.from({ length: Math.ceil(all.length / most) }, (_, n) => ({
        epoch: this.#epoch,
        [part]: all.slice(n * most, (n + 1) * most),
      })),
    );
  }

  async #act(): Promise<void> {
    const application = anyOf(this.rows.applications) as Application | undefined;
    const contact = anyOf(this.rows.contacts) as Contact | undefined;
    const chance = Math.random();
    if (!application || !contact || chance < 0.15) return this.#create();
    if (chance < 0.55) return this.#note(application);
    if (chance < 0.7) return this.#edit(application);
    if (chance < 0.82) return this.#noteOf(contact);
    const params = { id: contact.id };
    if (chance < 0.88) {
      await this.#change(convertContact, { params, body: { status: 'pending' } });
    } else if (chance < 0.93) {
      const removed = application.removedAt === null;
      const body = { removed, seen: application };
      await this.#change(removeApplication, { params: { id: application.id }, body });
    } else if (chance < 0.95) {
      await this.#erase(Math.random() < 0.5 ? application.email : contact.email);
    }
  }

  async #create(): Promise<void> {
    const email = uniqueAddress('player');
    const body = { ...aDraft, id: newId(), playerName: email, email };
    const isMade = await this.#change(createApplication, { body });
    if (isMade) this.#ledger.acknowledge(`application ${body.id}`, email);
  }

  async #note({ id, status, email }: Application): Promise<void> {
    const to = anyOf(['pending', 'reviewing', 'accepted', 'signed'].entries()) ?? status;
    const key = newId();
    const body = { status: to, notes: `Note ${key}`, seen: { status } };
    const isMade = await this.#change(changeStatus, { params: { id }, body }, key);
    if (isMade) this.#ledger.acknowledge(`entry ${key}`, email ?? '');
  }

  async #edit(application: Application): Promise<void> {
    const { id, email } = application;
    const fields = Object.keys(aDraft) as (keyof typeof aDraft)[];
    const seen = Object.fromEntries(fields.map((name) => [name, application[name] ?? null]));
    const body = { ...seen, agentNotes: `Edited ${newId()}`, seen };
    const reply = await this.#change(editApplication, { params: { id }, body });
    if (reply?.change) this.#ledger.acknowledge(`entry ${reply.change.id}`, email ?? '');
  }

  async #noteOf({ id, notes }: Contact): Promise<void> {
    const body = { notes: `Noted ${newId()}`, seen: { notes } };
    await this.#change(setContactNotes, { params: { id }, body });
  }

  /** A phone pulls what it has erased at once. */
  async #erase(email: string | null): Promise<void> {
    if (!email || this.#ledger.isErasing(email)) return;
    this.#ledger.beginErasure(email);
    const how = Math.random() < 0.5 ? 'delete' : 'anonymise';
    const { status } = await this.#by.call(erasePerson, { body: { email, how }, key: newId() });
    if (status !== 200) return;
    this.#ledger.erased(email);
    await this.pull();
  }

  async #change(
    endpoint: Endpoint,
    parts: Change['parts'],
    key = newId(),
  ): Promise<{ change?: HistoryEntry | null } | null> {
    const change = { key, endpoint, parts };
    const reply = await this.#send(change);
    if (reply) this.#accepted.push(change);
    return reply;
  }

  /** Sends a change and stores the rows of its answer; null if it was refused. */
  async #send({ key, endpoint, parts }: Change, headers: Record<string, string> = {}) {
    const answer = await this.#by.call(endpoint, { ...parts, key, headers });
    if (answer.status >= 300) return null;
    const reply: Answered = JSON.parse(answer.text);
    const { change, contact, conflicts: _, already: __, ...row } = reply;
    this.#put(typeof row.id === 'string' ? 'applications' : 'contacts', row as Row);
    if (contact) this.#put('contacts', contact);
    if (change) this.history.set(change.id, change);
    return reply;
  }
}

function anyOf<T>(all: Iterable<readonly [unknown, T]>): T | undefined {
  const each = [...all];
  return each[Math.floor(Math.random() * each.length)]?.[1];
}
