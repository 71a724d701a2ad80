import { createHash } from 'node:crypto';
import { reportLost } from '#contract/accounts/sessions.ts';
import {
  type CopyReport,
  decideCopies,
  offerCopies,
  readCopies,
} from '#contract/backups/copies.ts';
import { statusOf } from '#contract/endpoint.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { erasePerson } from '#contract/people.ts';
import type { SavedView } from '#contract/views.ts';
import type { Imported } from '#pwa/features/import/import-applications.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { oneOf } from '#pwa/test/seeded.ts';
import { checkArrived, checkMine, OpenQuestions } from './asked.ts';
import { Browser } from './browser.ts';
import type { BrowserPage } from './browser-page.ts';
import { checkMade } from './by-itself.ts';
import { Clock } from './clock.ts';
import { Cookies } from './cookies.ts';
import { Device } from './device.ts';
import { checkAnswers, checkAskedOfErased, checkForgotten } from './erased.ts';
import { type FaultCount, type FaultName, NETWORK_FAULTS } from './faults.ts';
import { GivenBack, readHeld, readStones } from './given-back.ts';
import type { WireAnswer, WireRequest } from './in-process.ts';
import { checkAlways, checkAtRest, isApplied, type Queues } from './invariants.ts';
import { Ledger, type Made } from './ledger.ts';
import { checkLost, checkTold, noteEviction } from './lost.ts';
import { Network } from './network.ts';
import { checkDeviceDisk, checkServerDisk } from './on-disk.ts';
import { checkSender, checkSession } from './owners.ts';
import type { Office } from './page.ts';
import { Post } from './post.ts';
import { Recorder } from './postgresql/recorder.ts';
import type { Programs } from './programs.ts';
import { checkSent, checkStatus } from './promises.ts';
import { Publications } from './publications.ts';
import { addressOf, type Beside, type Recorded, readRecorded } from './recorded.ts';
import type { ServedBy } from './served-by.ts';
import { settle } from './settle.ts';
import { checkLists, checkPulledOnce, checkStoredOnce, checkViews } from './shown.ts';
import { SimulatedServer } from './simulated-server.ts';
import { openSession, PEOPLE, type Person } from './template.ts';
import { checkImports, checkInquiries, checkSeen, checkUndone } from './undone.ts';
import { Versions } from './versions.ts';
import { Violation } from './violation.ts';
import { type Arrived, VisitorPhone } from './visitors.ts';

/** True time at the start of every world. */
const START = Date.parse('2026-11-21T15:00:00Z');

/** More requests than this within ten seconds are a storm. */
const STORM = 200;
/** The server's file is read whole at every so many reads. */
const WHOLE_EVERY = 20;
/** At every so many steps a page is asked what it shows. */
const SCREENS_EVERY = 10;
/** How long a person waits for an answer, in s. */
const PERSON_WAITS = 20;
/** Kinds of request faults in one world. */
const KINDS_OF_FAULTS = 8;

/** Changes that were called saved, and the page that said so; of an import with what it has made. */
export interface Undoable {
  place: { device: Device; page: BrowserPage; office: Office };
  keys: readonly string[];
  imported?: Imported[] | undefined;
}

export interface WorldParts {
  folder: string;
  template: string;
  faults: FaultCount;
  /** Makes what serves the world instead of one server on SQLite. */
  serve?: ((world: World) => ServedBy) | undefined;
}

/** A server, devices and people, all driven by the random numbers of one seed. */
export class World {
  readonly random: () => number;
  readonly clock: Clock;
  readonly server: ServedBy;
  readonly history: Recorder;
  readonly devices: Device[];
  readonly visitor: VisitorPhone;
  /** The devices of the office as visitors meet them at a stand. */
  readonly stands: ReadonlyMap<Device, VisitorPhone>;
  readonly faults: FaultCount;
  readonly ledger = new Ledger();
  readonly steps: string[] = [];
  /** Error of the server's clock, in ms. */
  serverSkew = 0;
  /** What a promise has found since the last check. */
  #found: unknown = null;
  /** The last changes whose toast offers to undo them. */
  undoable: Undoable | null = null;
  readonly #versions = new Versions();
  readonly #questions = new OpenQuestions();
  /** The addresses of people who were erased or have withdrawn. */
  readonly erasedAddresses = new Set<string>();
  /** The addresses of all records that were deleted or anonymised: no view names them any more. */
  readonly goneAddresses = new Set<string>();
  readonly publications = new Publications();
  readonly givenBack = new GivenBack();
  /** Backups that were made, of this database or one before. */
  readonly backups: string[] = [];
  readonly post: Post;
  #checks = 0;
  #sessions = 0;
  /** Whether its programs are wide. */
  readonly isWide: boolean;
  /** Users by the session that their device was given. */
  readonly #signedIn = new Map<string, number>();
  #epochs = 0;
  #read: { file: string; change: unknown; recorded: Recorded; reads: number } | null = null;

  constructor(
    random: () => number,
    programs: Programs,
    { folder, template, faults, serve }: WorldParts,
  ) {
    this.random = random;
    this.isWide = programs.isWide;
    this.faults = faults;
    this.post = new Post(this.random, this.erasedAddresses);
    this.history = new Recorder(this);
    this.server = serve?.(this) ?? new SimulatedServer(programs.server, folder, template);
    this.clock = new Clock(START, () => settle(() => this.server.busy > 0));
    const owners = [PEOPLE[0], PEOPLE[1], this.chance(0.5) ? PEOPLE[0] : PEOPLE[2]];
    this.devices = owners.flatMap((owner, at) =>
      owner ? [this.#device(at, owner, programs)] : [],
    );
    this.visitor = new VisitorPhone(...this.#phone('the visitor', programs));
    this.stands = new Map(
      this.devices.map((device) => [
        device,
        new VisitorPhone(device.browser, device.network, { isStand: true }),
      ]),
    );
    const letsStreamsThrough = this.chance(0.4);
    for (const { network } of [...this.devices, this.visitor]) {
      network.faults = this.some(NETWORK_FAULTS, KINDS_OF_FAULTS);
      network.letsStreamsThrough = letsStreamsThrough;
    }
  }

  /** A number from 0 to `below` - 1. */
  dice(below: number): number {
    return Math.floor(this.random() * below);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  one<T>(choices: readonly T[]): T {
    return oneOf(this.random(), choices);
  }

  /** Some of several, each once. */
  some<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(this.dice(left.length), 1));
    }
    return taken;
  }

  note(line: string): void {
    this.steps.push(`${((this.clock.now - START) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
  }

  happens(fault: FaultName, where = ''): void {
    this.faults.add(fault);
    this.note(`** ${fault}${where && `: ${where}`}`);
  }

  /** A backup has replaced the server's database. */
  get wasRestored(): boolean {
    return this.#epochs > 0;
  }

  /** How many backups have replaced the server's database. */
  get epoch(): number {
    return this.#epochs;
  }

  serverTime(): number {
    return this.clock.now + this.serverSkew;
  }

  /**
   * The data of the server. Reads the file only after a write, and then only new rows, except now and
   * then and with `whole`.
   */
  recorded({ whole } = { whole: false }): Recorded {
    const { file, isShared } = this.server;
    const change = this.server.stamp();
    const read = this.#read;
    if (!whole && read?.file === file && read.change === change) return read.recorded;
    const isWhole = whole || isShared || read?.file !== file || read.reads % WHOLE_EVERY === 0;
    const reads = isWhole ? 1 : read.reads + 1;
    const recorded = this.server.reading((at) => readRecorded(at, isWhole ? null : read.recorded));
    this.#read = { file, change, recorded, reads };
    return recorded;
  }

  beside<R>(use: (file: Beside) => R): R {
    return this.server.beside(use);
  }

  /** Waits until everything waits for a timer. Returns the result of `promise` if it has one by then. */
  async reach<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown } | null> {
    let end: { value: T } | { error: unknown } | null = null;
    promise.then(
      (value) => {
        end = { value };
      },
      (error: unknown) => {
        end = { error };
      },
    );
    await this.clock.pass(0);
    // Before it can be sent: the ledger must see each change in its queue.
    this.queues();
    // A campaign may wait for its number before it is queued.
    if (!end) this.watch(promise.then(() => void this.queues()));
    return end;
  }

  /** Fails the run, at the next check, by what this promise finds. */
  watch(promise: Promise<unknown>): void {
    promise.catch((error: unknown) => {
      // Pages that are closed or killed break off what they do.
      if (error instanceof Violation) this.#found ??= error;
    });
  }

  /** Opens a session for a person on a device, as the sign-in form does. */
  signIn(device: Device, person: Person): void {
    this.#sessions += 1;
    const value = `session-${this.#sessions}`;
    const cookies = this.beside((file) =>
      openSession(file, person, { value, now: this.serverTime() }),
    );
    for (const [name, content] of cookies) device.browser.cookies.set(name, content);
    this.#signedIn.set(value, person.id);
  }

  async startServer(): Promise<void> {
    if (this.server.isWhole) return;
    await this.server.start();
    this.note('the server is up');
  }

  backUp(): string {
    const backup = this.server.backUp();
    this.backups.push(backup);
    this.note('a backup is made');
    return backup;
  }

  /**
   * Replaces the server's file by a backup while it is down. Devices must send again what the server
   * accepted after the backup.
   */
  restore(backup: string): void {
    const queues = this.queues();
    const before = this.recorded();
    const replaced = this.#epochHere();
    this.server.kill();
    this.server.restore(backup);
    this.#epochs += 1;
    this.post.forget();
    this.publications.forget();
    this.history.forget();
    this.beside((file) =>
      file
        .prepare('UPDATE ReplicationState SET epoch = ?')
        .run(`restored-${new Date(this.clock.now + this.#epochs).toISOString()}`),
    );
    const restored = this.recorded();
    const stones = this.beside(readStones);
    this.givenBack.restore(this.devices, before, { epoch: replaced, now: restored, stones });
    for (const change of this.ledger.made.values()) {
      const { key, userId, fate } = change;
      change.wasThere ||= before.keys.has(`${userId} ${key}`);
      const hasKey = restored.keys.has(`${userId} ${key}`);
      // What the device shows is of the database before, until it has pulled from this one.
      if (hasKey) change.looked = true;
      if (hasKey && fate === 'to be sent again') change.fate = 'open';
      const isIn = ({ keys }: Recorded) => (keys.get(`${userId} ${key}`)?.status ?? 400) < 400;
      change.isBack ||= isIn(restored) && !isIn(before);
      if (hasKey || queues.has(key)) continue;
      const isLost = fate === 'open' || fate === 'to be sent again';
      this.ledger.end(key, isLost ? 'to be sent again' : 'undone by a restored backup');
    }
    for (const phone of this.visitors()) phone.forgetSent(restored);
  }

  #epochHere(): string {
    const sql = 'SELECT epoch FROM ReplicationState';
    return this.beside((file) => file.prepare(sql).get() as { epoch: string }).epoch;
  }

  /**
   * Admins decide about what devices have given back: some of it, or all that there is; now and then two of them about
   * parts that overlap, at the same moment.
   */
  async decideCopies(most: 'some' | 'all'): Promise<void> {
    if (!this.server.isUp) return;
    const { method, path } = readCopies;
    const report = await this.#asAdmin({ method }, path, null);
    if (report?.status !== 200) return;
    const { waiting } = JSON.parse(report.body) as CopyReport;
    if (waiting.length === 0) return;
    const parts = this.chance(0.5) ? [waiting, waiting] : [waiting];
    const chosen = parts.map((part) =>
      most === 'all' ? part : this.some(part, 1 + this.dice(part.length)),
    );
    const decisions = chosen.map((part) => {
      const decision = this.chance(most === 'all' ? 0 : 0.1) ? 'leave' : 'take';
      const lanes = part.map(({ list, recordId }) => laneOf(list, recordId));
      if (decision === 'leave') this.givenBack.leave(lanes);
      else for (const lane of lanes) this.ledger.given.add(lane);
      return { ids: part.map(({ id }) => id), decision };
    });
    const before = this.recorded();
    const { method: put, path: to } = decideCopies;
    const asked = decisions.map((body) => this.#adminsCall({ method: put }, to, body));
    const answers = await Promise.all(asked.map((each) => this.server.answer(each)));
    this.forgive(before, this.recorded({ whole: true }));
    const done = answers.map((answer) =>
      answer?.status === 200 ? JSON.parse(answer.body).done : 0,
    );
    const ids = new Set(decisions.flatMap((each) => each.ids));
    this.note(`admins decide about ${done} of ${ids.size} copies`);
    const sum = done.reduce((all, each) => all + each, 0);
    if (sum > ids.size) throw new Violation(`Of ${ids.size} copies ${sum} were decided.`);
  }

  /** Checks that a change reported as saved is queued or at the server. */
  expectKept(device: Device, userId: number, key: string): void {
    this.queues();
    const isQueued = device.queueOf(userId).some((entry) => entry.key === key);
    const { keys } = this.recorded();
    if (!isQueued && !keys.has(`${userId} ${key}`)) {
      throw new Violation(`${key} was called saved on ${device.name}, and is gone.`);
    }
  }

  /** The revisions between two moments may be the work of no key: on two servers others have committed meanwhile. */
  forgive(before: Recorded, after: Recorded): void {
    for (let at = before.revision + 1; at <= after.revision; at += 1) this.ledger.forgotten.add(at);
  }

  /** An admin erases a person, by the documented call. */
  async erase(address: string, how: 'anonymise' | 'delete'): Promise<boolean> {
    if (!this.server.isUp) return false;
    const before = this.recorded();
    const found = [...before.applications.values()].find((row) => addressOf(row) === address);
    const whose = found?.email === '' ? { applicationId: found.id } : { email: address };
    const answer = await this.#asAdmin(erasePerson, erasePerson.path, { ...whose, how });
    const after = this.recorded({ whole: true });
    // PostgreSQL may be too slow for it, while others commit; and an answer may be lost after the commit.
    const isGone = isNamed(before, address) && !isNamed(after, address);
    if (answer?.status !== statusOf(erasePerson) && !isGone) return false;
    this.forgive(before, after);
    this.erasedAddresses.add(address.toLowerCase());
    this.givenBack.erase(address, before);
    checkAnswers(address, after);
    this.#erased(before, after);
    return true;
  }

  /** The owner of a device reports it lost, by the documented call of another one. */
  async reportLost({ browser: { cookies } }: Device): Promise<boolean> {
    const cookie = cookies.get('session') ?? '';
    const id = createHash('sha256').update(cookie).digest('hex').slice(0, 20);
    const answer = await this.#asAdmin(reportLost, reportLost.path.replace(':id', id), {});
    return answer?.status === statusOf(reportLost);
  }

  /** What the server does once a minute; now and then two processes do it at the same moment. */
  async work(): Promise<void> {
    const turns = this.chance(0.3) ? [{}, {}] : [{}];
    await Promise.all(turns.map(() => this.server.work(this.post)));
  }

  /** A visitor takes an inquiry back by its private link. */
  async withdraw({ owed, row }: Arrived): Promise<boolean> {
    const before = this.recorded();
    const isTold = await this.visitor.withdraw(this, owed);
    const after = this.recorded({ whole: true });
    // A server may die after the commit and before its answer.
    if (!after.contacts.get(Number(row.id))?.withdrawnAt) {
      if (isTold) throw new Violation(`The withdrawal of ${owed.key} was accepted, and lost.`);
      return false;
    }
    // An application that was made of it stays, with its address.
    const isConverted = [...after.applications.values()].some(({ email }) => email === row.email);
    if (!isConverted) this.erasedAddresses.add(String(row.email).toLowerCase());
    if (!isConverted) this.givenBack.erase(String(row.email), before);
    owed.isWithdrawn = true;
    checkAnswers(String(row.reference), after);
    this.#erased(before, after);
    return true;
  }

  /** A call of an admin from a browser of their own; null if it was not answered. */
  async #asAdmin(
    { method }: { method: string },
    path: string,
    body: object | null,
  ): Promise<WireAnswer | null> {
    return this.ask(this.#adminsCall({ method }, path, body));
  }

  /** A call of an admin from a browser of their own. */
  #adminsCall({ method }: { method: string }, path: string, body: object | null): WireRequest {
    const [admin] = PEOPLE;
    if (!admin) throw new Error('There is no admin.');
    this.#sessions += 1;
    const value = `session-${this.#sessions}`;
    const cookies = this.beside((file) =>
      openSession(file, admin, { value, now: this.serverTime() }),
    );
    const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    return { method, path, headers, body: body ? JSON.stringify(body) : '' };
  }

  /** Asks a server that is well, past all networks. Null when it is down. */
  async ask(asked: WireRequest): Promise<WireAnswer | null> {
    const answering = this.server.answer(asked);
    let answer = await this.reach(answering);
    // On a busy machine PostgreSQL may take longer than all that goes on here.
    for (let seconds = 0; !answer && seconds < PERSON_WAITS; seconds += 1) {
      await this.clock.pass(1_000);
      answer = await this.reach(answering);
    }
    if (!answer) throw new Violation(`${asked.method} ${asked.path} was not answered.`);
    return 'value' in answer ? answer.value : null;
  }

  /** Remembers whose records were erased. */
  #erased(before: Recorded, after: Recorded): void {
    for (const [table, from, to] of [
      ['application', before.applications, after.applications],
      ['contact', before.contacts, after.contacts],
    ] as const) {
      for (const [id, row] of from as Map<unknown, object>) {
        const now = (to as Map<unknown, object>).get(id);
        if (now && addressOf(now) === addressOf(row)) continue;
        this.ledger.erased.add(`${table}:${id}`);
        this.goneAddresses.add(addressOf(row));
      }
      // It was made in the moment before.
      for (const [id, row] of to as Map<unknown, object>) {
        if ((from as Map<unknown, object>).has(id)) continue;
        if (isAnonymised({ email: addressOf(row) })) this.ledger.erased.add(`${table}:${id}`);
      }
    }
    const left = new Set([...after.contacts.values()].map(({ message }) => String(message)));
    for (const owed of this.visitors().flatMap((phone) => [...phone.owed.values()])) {
      const isGone = !owed.messages.some((message) => left.has(message));
      if (owed.campaignId === null && isGone && before.keys.has(`visitor ${owed.key}`)) {
        owed.isUndone = true;
      }
    }
  }

  endSessions(userId: number): void {
    this.beside((file) => file.prepare('DELETE FROM Session WHERE userId = ?').run(userId));
  }

  approve(username: string, approved: boolean): void {
    this.note(`${username} ${approved ? 'may' : 'may not'} enter`);
    const person = PEOPLE.find((one) => one.username === username);
    if (person && !approved) this.ledger.barred.add(person.id);
    const sql = 'UPDATE User SET approved = ? WHERE username = ?';
    this.beside((file) => file.prepare(sql).run(approved ? 1 : 0, username));
  }

  /** Signs a person in again on a page that asks for it. */
  signInAgain(device: Device, userId: number): void {
    const person = PEOPLE.find(({ id }) => id === userId);
    for (const page of [...device.browser.pages]) {
      if (page.isFrozen || page.isStand) continue;
      const { user } = page.app.session.state.getState();
      if (!person || !page.app.isSignedOut() || user?.id !== userId) continue;
      this.note(`${device.name}: ${person.username} signs in again`);
      page.app.session.signIn({ username: person.username, password: '' }).catch(() => undefined);
      return;
    }
  }

  /** A person answers a question. */
  answers(device: Device, userId: number, id: string): void {
    this.#questions.close(device, userId, id);
  }

  /** A person asks to drop changes, and with each those that build on it. */
  asksToDrop(device: Device, userId: number, keys: readonly string[]): void {
    this.queues();
    const dropped = new Set(keys);
    const queue = device.queueOf(userId);
    const makers = queue.filter(({ key, type }) => dropped.has(key) && type.endsWith('-created'));
    const lanes = new Set(makers.map(({ entity }) => entity));
    for (const { key, dependsOn, entity } of queue) {
      const change = this.ledger.made.get(key);
      if (change && (dropped.has(key) || dropped.has(dependsOn ?? '') || lanes.has(entity))) {
        change.isDropping = true;
      }
    }
  }

  /** A person discards all queued changes and open questions. */
  discardAll(device: Device, userId: number): void {
    this.queues();
    this.#questions.close(device, userId);
    for (const { key } of device.queueOf(userId)) this.ledger.end(key, 'discarded');
  }

  /** The browser evicts a device's storage. Returns how many changes are lost. */
  evict(device: Device): number {
    const { keys } = this.recorded();
    let lost = 0;
    this.queues();
    for (const person of PEOPLE) {
      const { id } = person;
      noteEviction(device, person, this.recorded());
      for (const { key } of device.queueOf(id)) {
        this.ledger.end(key, 'evicted with its storage');
        if (!keys.has(`${id} ${key}`)) lost += 1;
      }
    }
    device.browser.evict();
    this.stands.get(device)?.forgetSent(this.recorded());
    device.era += 1;
    return lost;
  }

  /** Every phone that visitors write on. */
  visitors(): VisitorPhone[] {
    return [this.visitor, ...this.stands.values()];
  }

  /** Lets `count` rounds of the event loop pass. */
  async turns(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Checks what must hold at every moment. Throws Violation. */
  check(): void {
    if (this.#found) throw this.#found;
    const queues = this.queues();
    const recorded = this.recorded();
    checkAlways(this.ledger, queues, recorded);
    checkUndone(this.ledger, recorded);
    checkInquiries(this.ledger, recorded);
    if (!this.wasRestored) checkSeen(this.ledger, recorded);
    this.publications.check(recorded);
    this.givenBack.checkAlways(this);
    this.post.checkCounts(Math.max(...recorded.contacts.keys(), 0));
    checkArrived(this.devices, this.ledger, recorded);
    for (const device of this.devices) {
      checkLost(device, PEOPLE, recorded);
      checkStatus(device, this.clock.now);
      // A restored server has lost what was sent.
      if (this.#epochs === 0)
        checkSent(device, this.ledger, recorded, (text) => this.#namesErased(text));
      checkMine(device, this.ledger);
      checkAskedOfErased(device);
      // A restored server may lack the records that were asked about.
      if (!this.wasRestored) this.#questions.check(device, this.ledger, recorded);
      this.#versions.check(device, { isSame: !this.wasRestored });
    }
    for (const phone of this.visitors()) phone.checkAlways(recorded);
    if (!this.wasRestored) this.visitor.checkWithdrawn(recorded);
    const visitor = { name: 'the visitor', network: this.visitor.network };
    for (const { name, network } of [...this.devices, visitor]) {
      if (network.recent > STORM) {
        throw new Violation(`${name} has made ${network.recent} requests within ten seconds.`);
      }
    }
    const [error] = this.server.errors;
    if (error !== undefined) throw new Violation(`The server met a bug: ${error}`);
  }

  /** Checks now and then that a page shows what its disk has. */
  async checkScreens(): Promise<void> {
    this.#checks += 1;
    if (this.#checks % SCREENS_EVERY > 0) return;
    for (const device of this.devices) {
      const [open] = device.offices();
      if (open) await checkLists(this, device, open);
    }
  }

  /** Checks what must hold once everything was sent and pulled. Throws Violation. */
  async checkRest(): Promise<void> {
    this.recorded({ whole: true });
    this.check();
    for (const change of this.ledger.made.values()) {
      if (!this.#canGiveBack(change)) this.ledger.end(change.key, 'undone by a restored backup');
    }
    const recorded = this.recorded();
    checkAtRest(this.ledger, this.queues(), recorded);
    if (!this.wasRestored) checkImports(this.ledger, this.queues(), recorded);
    this.history.check();
    this.givenBack.checkAtRest(this, this.beside(readHeld), recorded);
    for (const phone of this.visitors()) await phone.checkAtRest(this);
    for (const device of this.devices) {
      checkTold(device);
      // What a restore has brought back may be sent again.
      if (!this.wasRestored) {
        checkForgotten(device, this.ledger, recorded);
        checkDeviceDisk(device, this.erasedAddresses);
      }
      await this.#compare(device);
    }
    if (!this.wasRestored) this.beside((file) => checkServerDisk(file, this.erasedAddresses));
  }

  /** Only a device that kept its data can send again what a restored server has lost. */
  #canGiveBack(change: Made): boolean {
    const { device: life, userId, key, entry, fate } = change;
    if (fate !== 'to be sent again') return true;
    const device = this.devices.find((one) => one.life === life);
    const { barred, erased } = this.ledger;
    if (!device || device.hasForgotten || barred.has(userId)) return false;
    // A copy that is taken for too old is emptied, but for its queue.
    if (device.hasLeapt && device.endingOf(userId, key) === undefined) return false;
    // A change of a record may name another one: a removal, the inquiry that the application was made of.
    const { also } = definitionOf(entry);
    const other = also && laneOf(also.list, also.id(entry) ?? '');
    if (erased.has(entry.entity) || erased.has(other ?? '')) return false;
    return !this.#isForgottenView(change);
  }

  /** What was said of a view goes from the device with its removal, and with the person whom it names. */
  #isForgottenView({ device, userId, seq, entry: { entity, body, seen } }: Made): boolean {
    // Only views have a filter.
    const names = [body, seen].flatMap((view) =>
      view && 'where' in view ? (view as SavedView).name : [],
    );
    if (names.some((name) => this.#namesErased(name))) return true;
    return [...this.ledger.made.values()].some(
      (later) =>
        later.entry.type === 'view-removed' &&
        later.entry.entity === entity &&
        `${later.device} ${later.userId}` === `${device} ${userId}` &&
        later.seq > seq &&
        (later.wasThere || isApplied(later, this.recorded())),
    );
  }

  /** All queued changes; new ones are recorded in the ledger. */
  queues(): Queues {
    const queues: Queues = new Map();
    for (const device of this.devices) {
      for (const { id } of PEOPLE) {
        const entries = device.queueOf(id);
        for (const entry of entries) {
          if (!this.ledger.made.has(entry.key)) checkMade(device, entry);
        }
        this.ledger.keep(device.life, id, entries);
        for (const entry of entries) queues.set(entry.key, entry);
      }
    }
    this.#endDropped(queues);
    return queues;
  }

  /** Takes over how those changes ended that a person has asked to drop, and views that name erased people. */
  #endDropped(queues: Queues): void {
    for (const {
      isDropping,
      fate,
      key,
      userId,
      device: life,
      entry,
    } of this.ledger.made.values()) {
      const isNaming = entry.type === 'view-saved' && this.#namesErased(entry.body.name);
      const isOpen = fate === 'open' || fate === 'to be sent again';
      if (!(isDropping || isNaming) || !isOpen || queues.has(key)) continue;
      const device = this.devices.find((one) => one.life === life);
      const ending = device?.endingOf(userId, key);
      if (ending !== 'undone' && ending !== 'unanswered') continue;
      // A user who has lost the rights learns nothing about earlier attempts.
      const isUndone = ending === 'undone' && entry.reason?.problem.code !== 'forbidden';
      this.ledger.end(key, isUndone ? 'undone' : 'discarded');
    }
  }

  #namesErased(text: string): boolean {
    return [...this.goneAddresses].some((address) => text.includes(address));
  }

  async #compare(device: Device): Promise<void> {
    const [open] = device.offices();
    if (!open) throw new Violation(`${device.name} has nobody signed in at rest.`);
    const { user } = open.office;
    await checkLists(this, device, open);
    await checkViews(this, device, open);
    checkStoredOnce(device, user.id);
    checkPulledOnce(this, device);
    const lists = user.areas.includes('admin')
      ? (['applications', 'contacts', 'campaigns'] as const)
      : (['applications', 'contacts'] as const);
    for (const list of lists) {
      const page = await this.#truth(device, list);
      same(`${device.name}: ${list}`, device.rowsOf(user.id, list), page.rows);
      if (!page.history) continue;
      const mirrored = device.historyOf(user.id);
      const known = new Set<Row['id']>(mirrored.map(({ id }) => id));
      const expected = device.hasTrimmed
        ? page.history.filter(({ id }) => known.has(id))
        : page.history;
      same(`${device.name}: history`, mirrored, expected);
    }
  }

  async #truth(device: Device, list: string): Promise<{ rows: Row[]; history?: Row[] }> {
    const cookie = [...device.browser.cookies]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const path = `/api/${list}?since=0&limit=2000`;
    const answer = await this.server.answer({ method: 'GET', path, headers: { cookie }, body: '' });
    if (answer?.status !== 200) throw new Violation(`GET ${path} answers ${answer?.status}.`);
    return JSON.parse(answer.body);
  }

  #device(at: number, owner: Person, programs: Programs): Device {
    const name = `device ${at + 1}`;
    return new Device(name, owner, ...this.#phone(name, programs, at));
  }

  /** A browser with its network; `at` is the index of an office device, -1 for the visitor's phone. */
  #phone(name: string, programs: Programs, at = -1): [Browser, Network] {
    const cookies = new Cookies();
    const network = new Network({
      clock: this.clock,
      random: this.random,
      faults: this.faults,
      cookies,
      serverTime: () => this.serverTime(),
      note: (line: string) => this.note(`    ${name}: ${line.trim()}`),
      deliver: (asked: WireRequest) => this.#deliver(at, asked),
      follow: (asked) => this.history.follow(name, asked),
      listen: (asked, hear) => this.server.listen(asked, hear),
    });
    const browser = new Browser({
      clock: this.clock,
      random: this.random,
      program: programs.page,
      send: network.send,
      cookies,
      onLeave: (page, address) => this.#leave(at, page, address),
    });
    return [browser, network];
  }

  async #deliver(at: number, asked: WireRequest): Promise<WireAnswer | null> {
    const device = this.devices[at];
    if (asked.path === '/api/login' && asked.method === 'POST' && device && this.server.isUp) {
      const { username } = JSON.parse(asked.body) as { username: string };
      const person = PEOPLE.find((one) => one.username === username);
      if (person) this.signIn(device, person);
      const cookie = [...device.browser.cookies]
        .map(([name, value]) => `${name}=${value}`)
        .join('; ');
      return this.server.answer({
        method: 'GET',
        path: '/api/auth/user',
        headers: { ...asked.headers, cookie },
        body: '',
      });
    }
    if (!device) return this.server.deliver(asked);
    if (device.isMute && asked.path === offerCopies.path) return null;
    const [, session = ''] = /\bsession=([^;]+)/.exec(asked.headers.cookie ?? '') ?? [];
    const userId = this.#signedIn.get(session);
    const checked = async () => {
      checkSender(asked, this.ledger);
      const answer = await this.server.deliver(asked);
      checkSession(asked, answer, userId);
      return answer;
    };
    const answered = checked();
    this.watch(answered);
    return answered;
  }

  /** A page navigates: it ends, and the app opens again. */
  #leave(at: number, page: BrowserPage, address: string): void {
    const device = this.devices[at];
    if (!device) return;
    page.later(() => {
      page.close();
      if (address.startsWith('/api/')) {
        const headers = { 'sec-fetch-site': 'same-origin' };
        void device.network.send(address, { headers }, (work) => work()).catch(() => undefined);
      }
      device.browser.open();
    });
  }
}

interface Row {
  id: string | number;
  generation?: number;
}

function same(what: string, mirrored: readonly Row[], recorded: readonly Row[]): void {
  const [here, there] = [textOf(mirrored), textOf(recorded)];
  for (const [id, text] of there) {
    if (here.get(id) !== text) {
      throw new Violation(`${what} ${id} is ${here.get(id) ?? 'missing'}, at the server ${text}.`);
    }
  }
  for (const id of here.keys()) {
    if (!there.has(id)) throw new Violation(`${what} ${id} is not at the server.`);
  }
}

function textOf(rows: readonly Row[]): Map<string | number, string> {
  return new Map(
    rows.map(({ generation: _, ...row }) => [row.id, JSON.stringify(Object.entries(row).sort())]),
  );
}

/** Whether a record has this address. */
function isNamed({ applications, contacts }: Recorded, address: string): boolean {
  return [...applications.values(), ...contacts.values()].some((row) => addressOf(row) === address);
}
