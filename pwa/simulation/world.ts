import type Database from 'better-sqlite3';
import { oneOf, seeded } from '#pwa/test/seeded.ts';
import { Browser } from './browser.ts';
import type { BrowserPage } from './browser-page.ts';
import { Clock } from './clock.ts';
import { Device } from './device.ts';
import type { FaultCount, FaultName } from './faults.ts';
import type { WireAnswer, WireRequest } from './in-process.ts';
import { checkAlways, checkAtRest, type Queues, readRecorded, Violation } from './invariants.ts';
import { Ledger } from './ledger.ts';
import { Network } from './network.ts';
import type { Programs } from './programs.ts';
import { settle } from './settle.ts';
import { SESSION_KEY, SimulatedServer } from './simulated-server.ts';
import { openSession, PEOPLE, type Person } from './template.ts';

/** When every simulated world begins. */
const START = Date.parse('2026-11-21T15:00:00Z');

/** Requests within ten seconds that no device has a reason to make. */
const STORM = 200;

/** A server, devices and people, all of one seed. */
export class World {
  readonly random: () => number;
  readonly clock: Clock;
  readonly server: SimulatedServer;
  readonly devices: Device[];
  readonly faults: FaultCount;
  readonly ledger = new Ledger();
  readonly steps: string[] = [];
  /** How far the server's clock is from the true time, in milliseconds. */
  serverSkew = 0;
  #sessions = 0;
  #epochs = 0;

  constructor(
    seed: number,
    programs: Programs,
    { folder, template, faults }: { folder: string; template: string; faults: FaultCount },
  ) {
    this.random = seeded(seed);
    this.faults = faults;
    this.server = new SimulatedServer(programs.server, folder, template);
    this.clock = new Clock(START, () => settle(() => this.server.busy > 0));
    const owners = [PEOPLE[0], PEOPLE[1], this.chance(0.5) ? PEOPLE[0] : PEOPLE[2]];
    this.devices = owners.flatMap((owner, at) =>
      owner ? [this.#device(at, owner, programs)] : [],
    );
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

  note(line: string): void {
    this.steps.push(`${((this.clock.now - START) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
  }

  happens(fault: FaultName, where = ''): void {
    this.faults.add(fault);
    this.note(`** ${fault}${where && `: ${where}`}`);
  }

  serverTime(): number {
    return this.clock.now + this.serverSkew;
  }

  beside<R>(use: (file: Database.Database) => R): R {
    return this.server.beside(use);
  }

  /** Waits until nothing moves, without time passing; what `promise` has come to by then. */
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
    // Before it can be sent: what leaves its queue unseen would be nobody's.
    this.queues();
    return end;
  }

  /** Opens a session for a person on a device: what the sign-in form's call comes to. */
  signIn(device: Device, person: Person): void {
    this.#sessions += 1;
    const value = `session-${this.#sessions}`;
    const cookies = this.beside((file) =>
      openSession(file, person, { value, now: this.serverTime(), key: SESSION_KEY }),
    );
    for (const [name, content] of cookies) device.browser.cookies.set(name, content);
  }

  async startServer(): Promise<void> {
    if (this.server.isUp) return;
    await this.server.start();
    this.note('the server is up');
  }

  /** Puts a backup in the place of the server's file: what came after it is gone, on purpose. */
  restore(backup: string): void {
    const queues = this.queues();
    this.server.kill();
    this.server.restore(backup);
    this.#epochs += 1;
    this.beside((file) =>
      file.prepare('UPDATE Ledger SET epoch = ?').run(`restored ${this.#epochs}`),
    );
    const { keys } = this.beside(readRecorded);
    for (const { key, userId } of this.ledger.made.values()) {
      if (!queues.has(key) && !keys.has(`${userId} ${key}`)) {
        this.ledger.end(key, 'undone by a restored backup');
      }
    }
    void this.startServer();
  }

  /** A change of which a screen has said that it is kept must be there, or at the server. */
  expectKept(device: Device, userId: number, key: string): void {
    this.queues();
    const isQueued = device.queueOf(userId).some((entry) => entry.key === key);
    const { keys } = this.beside(readRecorded);
    if (!isQueued && !keys.has(`${userId} ${key}`)) {
      throw new Violation(`${key} was called saved on ${device.name}, and is gone.`);
    }
  }

  endSessions(userId: number): void {
    this.beside((file) => file.prepare('DELETE FROM Session WHERE userId = ?').run(userId));
  }

  approve(username: string, approved: boolean): void {
    this.note(`${username} ${approved ? 'may' : 'may not'} enter`);
    const sql = 'UPDATE User SET approved = ? WHERE username = ?';
    this.beside((file) => file.prepare(sql).run(approved ? 1 : 0, username));
  }

  /** A person who was signed out signs in again with the form, where a page still asks for it. */
  signInAgain(device: Device, userId: number): void {
    const person = PEOPLE.find(({ id }) => id === userId);
    for (const page of [...device.browser.pages]) {
      const { user } = page.app.session.state.getState();
      if (!person || page.isFrozen || !page.app.isSignedOut() || user?.id !== userId) continue;
      this.note(`${device.name}: ${person.username} signs in again`);
      page.app.session.signIn({ username: person.username, password: '' }).catch(() => undefined);
      return;
    }
  }

  /** A person gives up what was never sent. */
  discardAll(device: Device, userId: number): void {
    this.queues();
    for (const { key } of device.queueOf(userId)) this.ledger.end(key, 'discarded');
  }

  /** The browser takes a device's storage away; answers how many changes go with it. */
  evict(device: Device): number {
    const { keys } = this.beside(readRecorded);
    let lost = 0;
    this.queues();
    for (const { id } of PEOPLE) {
      for (const { key } of device.queueOf(id)) {
        this.ledger.end(key, 'evicted with its storage');
        if (!keys.has(`${id} ${key}`)) lost += 1;
      }
    }
    device.browser.evict();
    device.era += 1;
    return lost;
  }

  /** Lets a few steps of whatever moves happen. */
  async turns(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Checks what must hold at every moment. Throws Violation. */
  check(): void {
    const queues = this.queues();
    checkAlways(this.ledger, queues, this.beside(readRecorded));
    for (const { name, network } of this.devices) {
      if (network.recent > STORM) {
        throw new Violation(`${name} has made ${network.recent} requests within ten seconds.`);
      }
    }
    const [error] = this.server.errors;
    if (error !== undefined) throw new Violation(`The server met a bug: ${error}`);
  }

  /** Checks what must hold when everything was sent and pulled. Throws Violation. */
  async checkRest(): Promise<void> {
    this.check();
    checkAtRest(this.ledger, this.queues(), this.beside(readRecorded));
    for (const device of this.devices) await this.#compare(device);
  }

  /** What stands in all queues; the ledger hears of what is new there. */
  queues(): Queues {
    const queues: Queues = new Map();
    for (const device of this.devices) {
      for (const { id } of PEOPLE) {
        const entries = device.queueOf(id);
        this.ledger.keep(device.life, id, entries);
        for (const entry of entries) queues.set(entry.key, entry);
      }
    }
    return queues;
  }

  async #compare(device: Device): Promise<void> {
    const [open] = device.offices();
    if (!open) throw new Violation(`${device.name} has nobody signed in at rest.`);
    const { user } = open.office;
    const lists = user.areas.includes('admin')
      ? (['applications', 'contacts', 'campaigns'] as const)
      : (['applications', 'contacts'] as const);
    for (const list of lists) {
      const page = await this.#truth(device, list);
      same(`${device.name}: ${list}`, device.rowsOf(user.id, list), page.rows);
      if (!page.history) continue;
      const mirrored = device.rowsOf(user.id, 'history');
      const known = new Set(mirrored.map(({ id }) => id));
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
    const cookies = new Map<string, string>();
    const parts = {
      clock: this.clock,
      random: this.random,
      faults: this.faults,
      cookies,
      serverTime: () => this.serverTime(),
      note: (line: string) => this.note(`    ${name}: ${line.trim()}`),
      deliver: (asked: WireRequest) => this.#deliver(at, asked),
    };
    const network = new Network(parts);
    const browser = new Browser({
      clock: this.clock,
      random: this.random,
      program: programs.page,
      send: network.send,
      cookies,
      onLeave: (page, address) => this.#leave(at, page, address),
    });
    return new Device(name, owner, browser, network);
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
    return this.server.answer(asked);
  }

  /** A page goes to another address: it ends, and what is there opens. */
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

function same(what: string, mirrored: Row[], recorded: Row[]): void {
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

function textOf(rows: Row[]): Map<string | number, string> {
  return new Map(
    rows.map(({ generation: _, ...row }) => [row.id, JSON.stringify(Object.entries(row).sort())]),
  );
}
