import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { applicationIdOf } from '#contract/ids.ts';
import { STATUSES } from '#contract/vocabulary.ts';
import { changeStatus } from '#pwa/features/applications/change-status.ts';
import { createApplication, editApplication } from '#pwa/features/applications/save-application.ts';
import { convertContact } from '#pwa/features/contacts/convert-contact.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { readApplications } from '#pwa/local/read-applications.ts';
import { discard } from '#pwa/local/refusals.ts';
import type { FakeServer } from '#pwa/test/fake-server.ts';
import { FAULTS } from '#pwa/test/network.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { oneOf, seeded } from '#pwa/test/seeded.ts';

const SEEDS = Array.from({ length: 60 }, (_, at) => at + 1);

/** What the person at the phone did: keys by application, in the order of doing. */
type Done = Map<string, string[]>;

test.each(SEEDS)(
  'W-09 W-10 W-12 seed %i: whatever the network does, each change is applied once, in order, or listed',
  async (seed) => {
    const random = seeded(seed);
    const { server, network, openTab, pass, tell } = aPhone();
    for (let at = 0; at < 4; at += 1) server.addApplication({ playerName: `Player ${at}` });
    for (let at = 0; at < 3; at += 1) server.addContact();
    const tabs = [openTab(), openTab()];
    await pass(1_000);

    const done: Done = new Map();
    network.fault = () => {
      const luck = random();
      if (luck < 0.02) return 'signed-out';
      return luck < 0.5 ? oneOf(random(), FAULTS) : null;
    };
    for (let step = 0; step < 12; step += 1) {
      const { mirror } = oneOf(random(), tabs);
      if (random() < 0.8) await act(mirror, random, done);
      if (random() < 0.3) await elsewhere(server, random);
      if (random() < 0.2) tell('visible');
      if (random() < 0.1) await discardSomething(mirror, done);
      if (random() < 0.15) {
        tabs.shift()?.close();
        tabs.push(openTab());
      }
      await pass(random() * 4_000);
    }

    network.fault = () => null;
    tell('visible');
    await pass(90_000);
    const [tab] = tabs;
    if (!tab) throw new Error('There is no tab.');
    await tab.engine.refresh(['applications', 'contacts'], { force: true });
    await pass(2_000);

    const left = await tab.mirror.outbox.toArray();
    const stuck = left.filter(({ state }) => state !== 'refused');
    const refused = new Set(left.map(({ entity }) => entity));
    // Only what stands behind a refused change of the same record may still wait.
    expect(stuck.filter(({ entity }) => !refused.has(entity))).toEqual([]);
    expect([...server.applied.values()].every((times) => times === 1)).toBe(true);

    const settled = new Set([...server.applied.keys(), ...server.alreadySo]);
    for (const { key } of left) settled.add(key);
    for (const [id, keys] of done) {
      expect(keys.filter((key) => !settled.has(key))).toEqual([]);
      const mine = new Set(keys);
      const recorded = server
        .historyOf(id)
        .flatMap((entry) => (mine.has(entry.id) ? entry.id : []));
      expect(recorded).toEqual(keys.filter((key) => recorded.includes(key)));
      expect(isChain(server, id)).toBe(true);
    }

    expect(await rowsOf(tab.mirror, 'applications')).toEqual(
      sorted([...server.applications.values()]),
    );
    expect(await rowsOf(tab.mirror, 'contacts')).toEqual(sorted([...server.contacts.values()]));
    expect(await rowsOf(tab.mirror, 'history')).toEqual(sorted([...server.history.values()]));
  },
);

async function act(mirror: Mirror, random: () => number, done: Done): Promise<void> {
  const { rows } = await readApplications(mirror, 50);
  const kind = random();
  if (kind < 0.12) {
    const { id, key } = await createApplication(mirror, {
      ...DRAFT,
      playerName: `New ${Math.floor(random() * 1_000)}`,
    });
    note(done, id, key);
    return;
  }
  if (kind < 0.3) {
    const contacts = await mirror.contacts.toArray();
    if (contacts.length === 0) return;
    const contact = oneOf(random(), contacts);
    note(done, applicationIdOf(contact.id), await convertContact(mirror, contact));
    return;
  }
  if (rows.length === 0) return;
  const seen = oneOf(random(), rows);
  if (kind < 0.42) {
    note(done, seen.id, await editApplication(mirror, seen, { ...DRAFT, position: `${random()}` }));
    return;
  }
  const status = oneOf(random(), STATUSES);
  const notes = random() < 0.5 || status === seen.status ? `Note ${random()}` : null;
  note(done, seen.id, await changeStatus(mirror, seen, { status, notes }));
}

const DRAFT = {
  playerName: 'Ana Ruiz',
  email: 'ana@example.org',
  phone: null,
  nationality: null,
  dateOfBirth: null,
  currentClub: null,
  position: null,
  agentNotes: null,
};

function note(done: Done, id: string, key: string): void {
  const keys = done.get(id) ?? [];
  if (!keys.includes(key)) done.set(id, [...keys, key]);
}

/** Somebody else works at the server meanwhile, and sometimes deletes what this phone still changes. */
async function elsewhere(server: FakeServer, random: () => number): Promise<void> {
  const ids = [...server.applications.keys()];
  if (ids.length === 0) return;
  const id = oneOf(random(), ids);
  if (random() < 0.15 && server.applications.get(id)?.contactId === null) {
    server.remove('applications', id);
    return;
  }
  server.setStatus(id, oneOf(random(), STATUSES), 'From another phone.');
}

/** Undo before sending: what was never tried may go without a trace. */
async function discardSomething(mirror: Mirror, done: Done): Promise<void> {
  const entry = await mirror.outbox
    .filter(
      ({ tries, state, type }) => tries === 0 && state === 'waiting' && type === 'status-changed',
    )
    .first();
  if (entry?.type !== 'status-changed') return;
  if ((await discard(mirror, entry.key)) === 0) return;
  const keys = done.get(entry.seen.id) ?? [];
  done.set(
    entry.seen.id,
    keys.filter((key) => key !== entry.key),
  );
}

/** Each entry starts where the one before it ended, and the last one is what stands. */
function isChain(server: FakeServer, id: string): boolean {
  const entries = server.historyOf(id);
  const whole = entries.every(
    (entry, at) => at === 0 || entry.previousStatus === entries[at - 1]?.newStatus,
  );
  const row = server.applications.get(id);
  return whole && (!row || entries.length === 0 || entries.at(-1)?.newStatus === row.status);
}

async function rowsOf(mirror: Mirror, table: 'applications' | 'contacts' | 'history') {
  const rows = await mirror.table(table).toArray();
  return sorted(rows.map(({ generation: _, ...row }) => row));
}

function sorted<Row extends { id: string | number }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => String(a.id).localeCompare(String(b.id)));
}
