import * as v from 'valibot';
import * as applications from '#contract/applications.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { type OfferedCopies, type OfferReply, offerCopies } from '#contract/backups/copies.ts';
import type { Campaign } from '#contract/campaigns.ts';
import { createCampaign, editCampaign, leaseCampaignIds, NO_VISITS } from '#contract/campaigns.ts';
import {
  addContact,
  type Contact,
  changeContactState,
  type Suspicion,
  setContactNotes,
  setSuspicion,
  setWanted,
  Wanted,
} from '#contract/contacts.ts';
import { ADDITION_TAKEN_BACK, draftFromContact, noteFromContact } from '#contract/conversion.ts';
import { type BodyOf, IDEMPOTENCY_KEY, SENT_FOR, SENT_TO } from '#contract/endpoint.ts';
import { type Export, noteExport } from '#contract/exports.ts';
import { ANONYMISED, isAnonymised } from '#contract/fields/anonymised.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { newId } from '#contract/fields/ids.ts';
import { offersOf, setOffer } from '#contract/offers/offer.ts';
import { type EndedSession, Problem } from '#contract/problems.ts';
import { REMOVAL_NOTES, removeApplication } from '#contract/removal.ts';
import { sync, unknownKeys } from '#contract/sync.ts';
import { keepView, MOST_VIEWS, type SavedView } from '#contract/views.ts';
import { newApplication } from '#pwa/local/changes/new-application.ts';

type Application = applications.Application;
type HistoryEntry = applications.HistoryEntry;
type RemovalCall = v.InferOutput<typeof removeApplication.body>;
type StatusCall = applications.StatusChange &
  Partial<Pick<BodyOf<typeof applications.changeStatus>, 'seen'>>;
type Row = Application | Contact | Campaign;

interface Remembered {
  request: string;
  status: number;
  body: unknown;
}

/** The API on plain maps: idempotency keys, one revision for all lists, the delta protocol. */
export class FakeServer {
  epoch = newId();
  /** The deletions up to this revision are forgotten. */
  oldest = 0;
  revision = 0;
  /** The signed-in user; null for none. */
  user: CurrentUser | null = aUser(1);
  /** Why nobody is signed in; undefined if the cookie is gone, too. */
  ended: EndedSession | undefined = { reason: 'expired' };
  /** True for calls in a batch that make the server fail. */
  breaksAt: (path: string) => boolean = () => false;
  /** How often each key was applied. */
  readonly applied = new Map<string, number>();
  readonly applications = new Map<string, Application>();
  readonly contacts = new Map<number, Contact>();
  readonly campaigns = new Map<number, Campaign>();
  readonly history = new Map<string, HistoryEntry>();
  readonly views = new Map<string, SavedView>();
  readonly exports: Export[] = [];
  /** What phones have offered after a restore. */
  readonly offered: OfferedCopies[] = [];
  /** What it says to be erased. */
  erased: OfferReply['erased'] = [];
  /** The revision at which this database parted from the one of each epoch before. */
  readonly #parted = new Map<string, number>();
  readonly #gone: { list: string; id: string | number; version: number }[] = [];
  #leased = 1_001;
  readonly #keys = new Map<string, Remembered>();

  async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    try {
      if (pathname === '/api/health') return Response.json({ status: 'ok' });
      if (pathname === '/api/logout') return this.#logout();
      const user = this.#userOf(request);
      if (pathname === '/api/auth/user') return Response.json(user);
      const [, , list = '', id, action] = pathname.split('/');
      if (request.method === 'GET' && list === 'views')
        return Response.json({ views: [...this.views.values()] });
      if (request.method === 'GET')
        return Response.json(this.#read(list, id, action, searchParams));
      this.#refuseOther(request);
      if (list === 'unknown-keys') return Response.json(this.#unknown(JSON.parse(text)));
      if (list === 'campaign-ids') return Response.json(this.#lease(JSON.parse(text)));
      if (list === 'backups') return Response.json(this.#offer(JSON.parse(text)));
      if (list === 'sync') return Response.json(await this.#batch(request, text));
      return this.#once(request, text, () => this.#write(request, list, id, action, text));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return Response.json(error.toJSON(), { status: error.status });
    }
  }

  /** A change by another person on another phone. */
  setStatus(id: string, status: Application['status'], notes: string | null = null): void {
    this.#changeStatus(newId(), id, { status, notes });
  }

  /** Changes fields of a row, as another person does. */
  change(list: 'applications' | 'contacts', id: string | number, fields: object): void {
    const rows = this[list] as Map<string | number, Row>;
    const row = rows.get(id);
    if (row) this.#put(rows, { ...row, ...fields });
  }

  /** Deletes a row, as another person does. */
  remove(list: 'applications' | 'campaigns', id: string | number): void {
    this.revision += 1;
    (this[list] as Map<string | number, Row>).delete(id);
    for (const [key, entry] of this.history)
      if (entry.applicationId === id) this.history.delete(key);
    this.#gone.push({ list, id, version: this.revision });
  }

  /** Anonymises the person of an application, as an admin does. */
  anonymise(id: string): void {
    const { name: playerName, email } = ANONYMISED;
    this.change('applications', id, { playerName, email, phone: null, currentClub: null });
    for (const entry of this.historyOf(id)) {
      this.history.set(entry.id, { ...entry, notes: null, version: this.revision });
    }
  }

  addApplication(more: Partial<Application> = {}): Application {
    return this.#put(this.applications, { ...anApplication(), ...more });
  }

  addContact(more: Partial<Contact> = {}): Contact {
    return this.#put(this.contacts, { ...aContact(this.contacts.size + 1), ...more });
  }

  addCampaign(more: Partial<Campaign> = {}): Campaign {
    const { id = this.campaigns.size + 1 } = more;
    return this.#put(this.campaigns, { ...aCampaign(id), ...more, id });
  }

  /** Replaces the database by one with another epoch, as a restored backup does. */
  restore(): void {
    this.epoch = newId();
    this.revision = 0;
    this.#gone.length = 0;
    this.#keys.clear();
    for (const row of [...this.applications.values(), ...this.contacts.values()]) {
      this.revision += 1;
      row.version = this.revision;
    }
  }

  /** Makes a backup. The returned function restores it, under a new epoch unless one is given. */
  backUp(): (epoch?: string) => void {
    const { revision } = this;
    const { applications, contacts, campaigns, history, views } = this;
    const tables = [applications, contacts, campaigns, history, views, this.#keys];
    const exported = this.exports.length;
    const copies = tables.map((table) => structuredClone([...table]));
    return (epoch = newId()) => {
      this.#parted.set(this.epoch, revision);
      this.epoch = epoch;
      this.revision = revision;
      this.#gone.length = 0;
      this.exports.length = exported;
      this.applied.clear();
      for (const [at, table] of (tables as Map<unknown, unknown>[]).entries()) {
        table.clear();
        for (const [id, row] of copies[at] ?? []) table.set(id, structuredClone(row));
      }
    };
  }

  /** Refuses changes that were meant for a replaced database. */
  #refuseOther({ headers }: Request): void {
    const meant = headers.get(SENT_TO);
    if (meant !== null && meant !== this.epoch) {
      throw new Problem('restored', 'A backup has replaced the database that this was meant for.');
    }
  }

  #unknown(body: unknown) {
    const { keys, epoch } = checked(unknownKeys.body, body);
    const isSame = epoch === this.epoch;
    const statusOf = (key: string) => this.#keys.get(key)?.status;
    return {
      epoch: this.epoch,
      ...(epoch && { left: isSame ? this.revision : (this.#parted.get(epoch) ?? 0) }),
      unknown: keys.filter((key) => statusOf(key) === undefined),
      refused: keys.filter(
        (key) => ![undefined, 404].includes(statusOf(key)) && Number(statusOf(key)) >= 400,
      ),
    };
  }

  #offer(body: unknown) {
    this.offered.push(checked(offerCopies.body, body));
    return { kept: 0, erased: this.erased };
  }

  #logout(): Response {
    this.user = null;
    this.ended = undefined;
    return new Response(null, { status: 204 });
  }

  #userOf(request: Request): CurrentUser {
    if (!this.user) throw new Problem('signed-out', 'Please sign in.', { ended: this.ended });
    const sentFor = request.headers.get(SENT_FOR);
    if (sentFor !== null && Number(sentFor) !== this.user.id) {
      throw new Problem('forbidden', 'These changes belong to somebody else.');
    }
    return this.user;
  }

  #read(list: string, id: string | undefined, action: string | undefined, query: URLSearchParams) {
    const tables: Record<string, Map<string | number, Row>> = {
      applications: this.applications,
      contacts: this.contacts,
      campaigns: this.campaigns,
    };
    const rows = tables[list];
    if (!rows) throw new Problem('not-found', 'There is nothing here.');
    if (id === undefined) return this.#delta(list, [...rows.values()], query);
    const row = rows.get(list === 'applications' ? id : Number(id));
    if (!row) throw new Problem('application-not-found', 'There is no such row.');
    return action === 'history' ? this.historyOf(id).reverse() : row;
  }

  /** The entries of one application, oldest first. */
  historyOf(id: string): HistoryEntry[] {
    const entries = [...this.history.values()].filter(({ applicationId }) => applicationId === id);
    return entries.sort((a, b) => a.version - b.version);
  }

  #delta(list: string, all: Row[], query: URLSearchParams) {
    const since = Number(query.get('since'));
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
    const limit = Number(query.get('limit') ?? 500);
    const epoch = query.get('epoch');
    const isUnknown = since < this.oldest || since > this.revision;
    const reset = since === 0 || (epoch !== null && epoch !== this.epoch) || isUnknown;
    const after = reset ? -1 : since;
    const changed = all.filter(({ version }) => version > after && version < before);
    const newest = changed.sort((a, b) => b.version - a.version);
    const rows = newest.slice(0, limit);
    const next = newest.length > limit ? (rows.at(-1)?.version ?? null) : null;
    const history = [...this.history.values()].filter(
      ({ version }) => version > after && version < before && version >= (next ?? 0),
    );
    const gone = this.#gone.filter((one) => one.list === list && one.version > since);
    return {
      rows,
      ...(list === 'applications' && { history }),
      epoch: this.epoch,
      revision: this.revision,
      reset,
      ...(reset && next !== null && !query.has('before') && { count: all.length }),
      gone: reset || query.has('before') ? [] : gone.map(({ id }) => id),
      next,
      totals:
        next === null
          ? {
              rows: totalsOf(all),
              ...(list === 'applications' && { history: totalsOf([...this.history.values()]) }),
            }
          : null,
    };
  }

  /** Makes each call as if it were alone; the first of a lane that fails holds the rest of the lane. */
  async #batch(request: Request, text: string) {
    const { calls, reads } = checked(sync.body, JSON.parse(text));
    const closed = new Set<string | null>();
    const answers = [];
    for (const { key, method, path, body, lane, after } of calls) {
      const isHeld = closed.has(lane) || (after !== null && closed.has(after));
      const answer = isHeld
        ? new Response('{"message":"Held.","code":"held"}', { status: 424 })
        : await this.#alone(request, method, path, body, key);
      if (answer.status >= 400) for (const name of [lane, key]) closed.add(name);
      const said = await answer.text();
      answers.push({ status: answer.status, body: said === '' ? null : JSON.parse(said) });
    }
    const pages = [];
    for (const path of reads) {
      const page = await this.answer(new Request(new URL(path, request.url)));
      pages.push({ status: page.status, body: await page.json() });
    }
    return { answers, reads: pages };
  }

  async #alone(batch: Request, method: string, path: string, body: unknown, key: string) {
    if (this.breaksAt(path)) {
      return Response.json({ message: 'Something broke.', code: 'internal' }, { status: 500 });
    }
    const headers = new Headers(batch.headers);
    headers.set(IDEMPOTENCY_KEY, key);
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return this.answer(new Request(new URL(path, batch.url), init));
  }

  /** Applies a key once; the same key gets the same answer again, refusals included. */
  #once(request: Request, body: string, work: () => [number, unknown]): Response {
    const key = request.headers.get(IDEMPOTENCY_KEY) ?? newId();
    const asked = `${request.method} ${request.url} ${body}`;
    let known = this.#keys.get(key);
    if (known && known.request !== asked) throw new Problem('key-reused', 'Another change.');
    if (!known) {
      known = { request: asked, ...this.#try(key, work) };
      this.#keys.set(key, known);
    } else if (known.status < 400 && this.#isGone(`${request.url} ${body}`)) {
      const gone = new Problem('application-not-found', 'There is no such application.');
      return Response.json({ ...gone.toJSON(), wasApplied: true }, { status: 404 });
    }
    // A 204 has no body.
    const empty = known.status === 204;
    const { status } = known;
    return empty ? new Response(null, { status }) : Response.json(known.body, { status });
  }

  /** Whether the application of a call was deleted. */
  #isGone(asked: string): boolean {
    return this.#gone.some(({ list, id }) => list === 'applications' && asked.includes(String(id)));
  }

  #try(key: string, work: () => [number, unknown]): Pick<Remembered, 'status' | 'body'> {
    try {
      const [status, body] = work();
      this.applied.set(key, (this.applied.get(key) ?? 0) + 1);
      return { status, body: structuredClone(body) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { status: error.status, body: error.toJSON() };
    }
  }

  #write(
    request: Request,
    list: string,
    id: string | undefined,
    action: string | undefined,
    text: string,
  ): [number, unknown] {
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const key = request.headers.get(IDEMPOTENCY_KEY) ?? newId();
    if (list === 'exports') {
      this.exports.push(checked(noteExport.body, body));
      return [204, null];
    }
    if (list === 'views') return this.#writeView(request.method, id, body);
    if (list === 'campaigns') return this.#writeCampaign(request.method, id, body);
    if (action === 'convert') return [200, this.#convert(Number(id))];
    if (action === 'status') {
      const change = checked(applications.changeStatus.body, body);
      return [200, this.#changeStatus(key, id ?? '', change)];
    }
    if (action === 'notes') return [200, this.#editContact(setContactNotes.body, Number(id), body)];
    if (action === 'wanted') return [200, this.#editContact(setWanted.body, Number(id), body)];
    if (action === 'suspicion') {
      return [200, this.#setSuspicion(Number(id), checked(setSuspicion.body, body))];
    }
    if (action === 'removal') {
      return [200, this.#remove(key, id ?? '', checked(removeApplication.body, body))];
    }
    if (action === 'addition') return [200, this.#add(key, Number(id), body)];
    if (action === 'offers') {
      const offerId = new URL(request.url).pathname.split('/').at(-1) ?? '';
      return [200, this.#setOffer(id ?? '', offerId, checked(setOffer.body, body))];
    }
    if (action === 'follow-up') {
      const { seen, ...followUp } = checked(applications.setFollowUp.body, body);
      const before = this.#application(id ?? '');
      refuseAboutErased(before, followUp.followUpOn);
      const { row, conflicts } = merged(before, followUp, seen);
      return [200, { ...this.#bringBack(row), ...conflicts }];
    }
    if (action !== undefined) {
      throw new Problem('not-found', `FakeServer has no ${request.method} ${list}/:id/${action}.`);
    }
    if (request.method === 'PATCH') {
      return [200, this.#editContact(changeContactState.body, Number(id), body)];
    }
    if (request.method === 'PUT') return [200, this.#edit(key, id ?? '', body)];
    return [201, this.#create(body)];
  }

  #setOffer(id: string, offerId: string, { until, draft }: BodyOf<typeof setOffer>) {
    const before = this.#application(id);
    refuseAboutErased(before, until);
    const offers = offersOf(before);
    const known = offers.find((offer) => offer.id === offerId);
    if (known) known.until = until;
    else if (draft) {
      const [none, madeAt] = [{ answer: null, answerWords: null, answeredAt: null }, now()];
      const counts = { people: 0, openings: 0, openedAt: null, ...none };
      offers.push({
        id: offerId,
        ...draft,
        madeAt,
        consentOn: before.offerConsentOn,
        until,
        ...counts,
      });
    } else throw new Problem('invalid-input', 'There is no such offer.');
    return this.#bringBack({ ...before, offers: JSON.stringify(offers) });
  }

  #remove(key: string, id: string, { removed, seen = {} }: RemovalCall) {
    const before = this.#application(id);
    const inquiry = this.contacts.get(before.contactId ?? 0) ?? null;
    if ((before.removedAt !== null) === removed) {
      return { ...before, contact: inquiry, already: true };
    }
    const isOther = (['status', 'followUpOn', 'phone'] as const).some(
      (field) => field in seen && seen[field] !== before[field],
    );
    if (removed && isOther) return { ...before, contact: inquiry, conflicts: ['removed'] };
    const application = this.#put(this.applications, {
      ...before,
      removedAt: removed ? now() : null,
    });
    const { status } = before;
    const notes = REMOVAL_NOTES[removed ? 'removed' : 'broughtBack'];
    this.#note(key, id, { previousStatus: status, newStatus: status, notes });
    const contact =
      inquiry && this.#put(this.contacts, { ...inquiry, convertedToApplication: !removed });
    return { ...application, contact };
  }

  #add(key: string, id: number, body: unknown) {
    const { applicationId, added, state } = checked(addContact.body, body);
    const contact = this.contacts.get(id);
    if (!contact) throw new Problem('contact-not-found', `There is no inquiry ${id}.`);
    const before = this.#application(applicationId);
    const notes = added ? noteFromContact(contact) : ADDITION_TAKEN_BACK;
    refuseAboutErased(before, notes);
    const application = this.#bringBack(before);
    const said = { previousStatus: before.status, newStatus: before.status, notes };
    const change = this.#note(key, applicationId, said);
    const addedTo = added ? applicationId : null;
    const after = { ...contact, addedTo, state: state ?? contact.state };
    return { ...application, change, contact: this.#put(this.contacts, after) };
  }

  /** Any change of a removed application brings it back, and its inquiry is converted again. */
  #bringBack(row: Application): Application {
    const inquiry = row.removedAt === null ? undefined : this.contacts.get(row.contactId ?? 0);
    if (inquiry) this.#put(this.contacts, { ...inquiry, convertedToApplication: true });
    return this.#put(this.applications, { ...row, removedAt: null });
  }

  #create(body: unknown): Application {
    const { id = newId(), ...draft } = checked(applications.createApplication.body, body);
    if (this.applications.has(id)) throw new Problem('application-exists', 'It exists.');
    return this.#put(this.applications, { ...anApplication(), ...draft, id });
  }

  #edit(key: string, id: string, body: unknown): Application & { change?: HistoryEntry } {
    const { seen, ...draft } = checked(applications.editApplication.body, body);
    const before = this.#application(id);
    const { row, conflicts } = merged(before, draft, seen);
    const edits = namesOf(APPLICATION_FIELDS)
      .filter((field) => row[field] !== before[field])
      .map((field) => ({ field, before: before[field], after: row[field] }));
    const after = this.#bringBack(row);
    if (edits.length === 0) return { ...after, ...conflicts };
    const said = { previousStatus: row.status, newStatus: row.status, edits };
    return { ...after, change: this.#note(key, id, said), ...conflicts };
  }

  #changeStatus(key: string, id: string, change: StatusCall) {
    const { notes, seen } = change;
    const reason = change.reason ?? null;
    const before = this.#application(id);
    refuseAboutErased(before, notes ?? reason);
    const { conflicts } = merged(before, { status: change.status }, seen);
    const status = seen?.status === change.status ? before.status : change.status;
    if (before.status === status && (notes ?? reason) === null) {
      throw new Problem('invalid-input', 'Nothing to change.');
    }
    const application = this.#bringBack({ ...before, status });
    const said = { previousStatus: before.status, newStatus: status, notes, reason };
    const entry = this.#note(key, id, said);
    return { ...application, change: entry, ...conflicts };
  }

  /** Adds an entry of this revision to the history. */
  #note(
    key: string,
    applicationId: string,
    said: Pick<HistoryEntry, 'previousStatus' | 'newStatus'> & Partial<HistoryEntry>,
  ): HistoryEntry {
    const at = { createdAt: now(), arrivedAt: now(), by: 'somebody', version: this.revision };
    const nothing = { notes: null, reason: null, edits: null };
    const entry = { id: key, applicationId, ...nothing, ...said, ...at };
    this.history.set(key, entry);
    return entry;
  }

  #convert(id: number) {
    const contact = this.#contact(id);
    const existing = this.applications.get(applicationIdOf(id));
    if (existing && contact.convertedToApplication) return { ...existing, contact, already: true };
    if (existing) {
      const back = this.#bringBack(existing);
      return { ...back, contact: this.contacts.get(id) };
    }
    const made = { ...anApplication(), ...draftFromContact(contact), id: applicationIdOf(id) };
    const application = this.#put(this.applications, { ...made, contactId: id });
    return {
      ...application,
      contact: this.#put(this.contacts, { ...contact, convertedToApplication: true }),
    };
  }

  /** By the schema of the call's body. */
  #editContact(
    schema: typeof setContactNotes.body | typeof setWanted.body | typeof changeContactState.body,
    id: number,
    body: unknown,
  ): Contact {
    const { seen, ...edit } = checked(schema, body);
    const { row, conflicts } = merged(this.#contact(id), edit, seen);
    return { ...this.#put(this.contacts, row), ...conflicts };
  }

  #setSuspicion(id: number, suspicion: Suspicion): Contact {
    const contact = this.#contact(id);
    if (contact.suspect === suspicion.suspect) return contact;
    return this.#put(this.contacts, { ...contact, ...suspicion });
  }

  #contact(id: number): Contact {
    const contact = this.contacts.get(id);
    if (!contact) throw new Problem('contact-not-found', `There is no inquiry ${id}.`);
    return contact;
  }

  #writeView(method: string, id: string | undefined, body: unknown): [number, unknown] {
    if (method === 'PUT') {
      const view = checked(keepView.body, body);
      if (!this.views.has(view.id) && this.views.size >= MOST_VIEWS) {
        throw new Problem('too-many-views', 'There are too many views.');
      }
      this.views.set(view.id, view);
    } else if (!this.views.delete(id ?? ''))
      throw new Problem('view-not-found', 'There is no such view.');
    return [204, null];
  }

  #writeCampaign(method: string, id: string | undefined, body: unknown): [number, unknown] {
    if (method === 'DELETE') {
      if (!this.campaigns.has(Number(id))) {
        throw new Problem('campaign-not-found', 'There is no such campaign.');
      }
      this.remove('campaigns', Number(id));
      return [204, null];
    }
    if (method === 'POST') {
      const { id: own = this.campaigns.size + 1, ...made } = checked(createCampaign.body, body);
      if (this.campaigns.has(own)) throw new Problem('campaign-exists', 'It exists.');
      return [201, this.addCampaign({ ...made, id: own })];
    }
    const { seen, ...draft } = checked(editCampaign.body, body);
    const before = this.campaigns.get(Number(id));
    if (!before) throw new Problem('campaign-not-found', 'There is no such campaign.');
    const { row, conflicts } = merged(before, draft, seen);
    return [200, { ...this.#put(this.campaigns, row), ...conflicts }];
  }

  /** Ids that no other call gets. */
  #lease(body: unknown): { ids: number[] } {
    const { count } = checked(leaseCampaignIds.body, body);
    const from = this.#leased;
    this.#leased += count;
    return { ids: Array.from({ length: count }, (_, at) => from + at) };
  }

  #application(id: string): Application {
    const row = this.applications.get(id);
    if (!row) throw new Problem('application-not-found', `There is no application ${id}.`);
    return row;
  }

  #put<Id, R extends Row & { id: Id }>(rows: Map<Id, R>, row: R): R {
    this.revision += 1;
    const kept = {
      ...row,
      version: this.revision,
      ...('updatedAt' in row && { updatedAt: now() }),
    };
    rows.set(kept.id, kept);
    return kept;
  }
}

/** A note or a follow-up day about an anonymised person comes too late. */
function refuseAboutErased(row: Application, text: string | null): void {
  if (text === null || !isAnonymised(row)) return;
  throw new Problem('person-not-found', 'This person was erased.');
}

/** Applies the person's changes; a field that another person has changed meanwhile stays and is named. */
function merged<Row extends object>(before: Row, draft: object, seen: object | undefined) {
  if (!seen) return { row: { ...before, ...draft }, conflicts: {} };
  const was = new Map(Object.entries(before));
  const saw = new Map(Object.entries(seen));
  const wanted = Object.entries(draft).filter(([field, value]) => saw.get(field) !== value);
  const isDisputed = ([field, value]: [string, unknown]) =>
    was.get(field) !== saw.get(field) && was.get(field) !== value;
  const free = wanted.filter((one) => !isDisputed(one));
  const conflicts = wanted.filter(isDisputed).map(([field]) => field);
  return { row: { ...before, ...Object.fromEntries(free) }, conflicts: { conflicts } };
}

function checked<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) throw new Problem('invalid-input', 'Please check the fields.');
  return parsed.output;
}

function now(): string {
  return new Date().toISOString();
}

export function aUser(id: number): CurrentUser {
  return {
    id,
    username: `user-${id}`,
    email: `user-${id}@example.org`,
    firstName: 'Ana',
    lastName: 'Ruiz',
    role: 'admin',
    areas: ['dashboard', 'admin'],
    approved: true,
  };
}

export function anApplication(): Application {
  const draft = v.parse(applications.ApplicationDraft, {
    playerName: 'Ana Ruiz',
    email: 'ana@example.org',
    currentClub: 'Rayo',
  });
  return newApplication(newId(), draft, null, now());
}

export function aContact(id: number): Contact {
  return {
    id,
    name: `Player ${id}`,
    email: `player-${id}@example.org`,
    phone: null,
    inquiryType: 'player_representation',
    writtenBy: null,
    playerName: null,
    under18: null,
    includeHistory: false,
    currentClub: 'Getafe',
    position: null,
    achievements: null,
    careerGoals: null,
    message: 'Please call me back.',
    campaignId: null,
    campaignName: null,
    utmSource: null,
    utmMedium: null,
    utmCampaign: null,
    language: 'es',
    consentAt: now(),
    reference: null,
    corrections: null,
    withdrawnAt: null,
    notes: null,
    ...v.parse(Wanted, {}),
    suspect: false,
    convertedToApplication: false,
    addedTo: null,
    state: 'new',
    answeredAt: null,
    createdAt: now(),
    version: 0,
  };
}

function aCampaign(id: number): Campaign {
  return {
    id,
    name: `Fair ${id}`,
    description: null,
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: 'fair',
    defaultLanguage: 'en',
    active: true,
    ...NO_VISITS,
    createdAt: now(),
    version: 0,
  };
}

function totalsOf(rows: readonly { version: number }[]) {
  return { count: rows.length, sum: rows.reduce((sum, { version }) => sum + version, 0) };
}
