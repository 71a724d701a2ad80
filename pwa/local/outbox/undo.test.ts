import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ApplicationDraft } from '#contract/applications.ts';
import { convertContact as convertCall } from '#contract/contacts.ts';
import { ADDITION_TAKEN_BACK, noteFromContact } from '#contract/conversion.ts';
import { IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { newId } from '#contract/fields/ids.ts';
import type { ViewDraft } from '#contract/views.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { contactAdded, contactConverted, contactNoted } from '#pwa/local/changes/contacts.ts';
import { viewRemoved, viewSaved } from '#pwa/local/changes/views.ts';
import { readHistory, readRow } from '#pwa/local/rows/read-rows.ts';
import { addContact, convertContact, createApplication, noteContact } from '#pwa/test/commands.ts';
import { aPhone, aPhoneWithApplication } from '#pwa/test/phone.ts';
import { markInFlight } from './in-flight.ts';
import { queue } from './queue.ts';
import { takeBack, undoChanges } from './undo.ts';

test('an Undo pressed before an answer came takes nothing away that another person had made before', async () => {
  const { server, network, openTab, pass } = aPhone();
  const contact = server.addContact();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = ({ method }) => (method === 'GET' ? null : 'drop-before');
  const key = await convertContact(mirror, contact);
  await pass(2_000);
  await convertElsewhere(server, contact.id);

  const change = contactConverted.make({ status: 'pending' }, contact);
  const { became } = await undoChanges(mirror, [key], [change], String);
  expect([...became]).toEqual([[key, 'sending']]);
  network.fault = () => null;
  await pass(90_000);
  expect(server.applications.get(applicationIdOf(contact.id))).toMatchObject({ removedAt: null });
  expect(await mirror.outbox.count()).toBe(0);
});

test('an inquiry that was added to a player without a signal waits for the player, is noted once, and Undo notes that too', async () => {
  const { server, network, openTab, pass } = aPhone();
  const contact = server.addContact();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const draft = v.parse(ApplicationDraft, { playerName: 'Ana Ruiz', email: contact.email });
  const { id } = await createApplication(mirror, draft);
  const into = { id, playerName: 'Ana Ruiz', contactId: null };
  const key = await addContact(mirror, contact, into);
  const added = { state: 'new', addedTo: id };
  expect(await readRow(mirror, 'contacts', contact.id)).toMatchObject(added);
  expect((await readHistory(mirror, id)).map(({ notes }) => notes)).toEqual([
    noteFromContact(contact),
  ]);

  network.fault = () => null;
  await pass(90_000);
  expect(server.contacts.get(contact.id)).toMatchObject(added);
  expect(server.historyOf(id).map(({ notes }) => notes)).toEqual([noteFromContact(contact)]);

  const addition = { applicationId: id, added: true };
  const change = contactAdded.make(addition, { ...contact, into });
  await undoChanges(mirror, [key], [change], String);
  await pass(90_000);
  expect(server.contacts.get(contact.id)).toMatchObject({ state: 'new', addedTo: null });
  expect(server.historyOf(id).map(({ notes }) => notes)).toContain(ADDITION_TAKEN_BACK);
});

test('a note about an inquiry stands at once in the application that is made of it without a signal; Undo leaves it there', async () => {
  const { server, network, openTab, pass } = aPhone();
  const contact = server.addContact();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const notes = 'The father agrees.';
  const key = await noteContact(mirror, contact, notes);
  const noted = await readRow(mirror, 'contacts', contact.id);
  expect(noted).toMatchObject({ notes, waiting: 'not-sent' });
  await convertContact(mirror, { ...contact, notes });
  const made = { agentNotes: expect.stringMatching(/\n\nNotes: The father agrees\.$/) };
  const id = applicationIdOf(contact.id);
  expect(await readRow(mirror, 'applications', id)).toMatchObject(made);

  network.fault = () => null;
  await pass(90_000);
  expect(server.contacts.get(contact.id)).toMatchObject({ notes, convertedToApplication: true });
  expect(server.applications.get(id)).toMatchObject(made);

  await undoChanges(mirror, [key], [contactNoted.make({ notes }, contact)], String);
  await pass(90_000);
  expect(server.contacts.get(contact.id)?.notes).toBeNull();
  expect(server.applications.get(id)).toMatchObject(made);
});

/** Another phone converts an inquiry. */
async function convertElsewhere(server: ReturnType<typeof aPhone>['server'], id: number) {
  const path = convertCall.path.replace(':id', String(id));
  const headers = { [IDEMPOTENCY_KEY]: newId(), 'Content-Type': 'application/json' };
  const asked = { method: convertCall.method, headers, body: '{"status":"pending"}' };
  const { status } = await server.answer(new Request(`http://agency.test${path}`, asked));
  expect(status).toBe(200);
}

test('a change that is dropped before it has left the phone takes the Undo of it along', async () => {
  const { server, openTab, pass } = aPhone();
  const row = server.addApplication();
  const { mirror, engine } = openTab();
  await pass(1_000);
  engine.stop();
  const change = statusChanged.make({ status: 'signed', notes: null }, row);
  const key = await queue(mirror, change);
  await markInFlight(mirror, await mirror.outbox.toArray());
  await undoChanges(mirror, [key], [change], String);
  expect(await mirror.outbox.count()).toBe(2);

  // The browser has failed the request by itself.
  await mirror.inFlight.clear();
  expect(await takeBack(mirror, key)).toBe('undone');
  expect(await mirror.outbox.toArray()).toEqual([]);
});

const STRIKERS: ViewDraft = {
  name: 'Strikers',
  list: 'applications',
  filter: 'all',
  sort: 'name',
  where: {},
  columns: null,
};

test.each([
  ['a view that was renamed', 'Others', null],
  ['a view that was removed', null, null],
  ['a view whose new name is on its way', 'Others', 'stall-after'],
] as const)(
  'W-18 Undo does not bring back %s when it names a person who was erased since',
  async (_, name, fault) => {
    const { server, network, mirror, engine, application, pass } = await aPhoneWithApplication();
    const { id, playerName } = application;
    const view = { ...STRIKERS, id: newId(), name: `Like ${playerName}` };
    server.views.set(view.id, view);
    network.fault = ({ method }) => (method === 'GET' ? null : fault);
    const change = name ? viewSaved.make({ ...view, name }, view) : viewRemoved.make(null, view);
    const key = await queue(mirror, change);
    await pass(1_000);
    server.anonymise(id);
    await engine.refresh(['applications'], { force: true });

    await undoChanges(mirror, [key], [change], String);
    network.fault = () => null;
    await pass(90_000);
    expect(await mirror.outbox.count()).toBe(0);
    const stored = [[...server.views.values()], await mirror.meta.toArray()];
    expect(JSON.stringify([stored, await mirror.ended.toArray()])).not.toContain(playerName);
  },
);

test('Undo gives a view that was renamed its old name back', async () => {
  const { server, mirror, pass } = await aPhoneWithApplication();
  const view = { ...STRIKERS, id: newId() };
  server.views.set(view.id, view);
  const change = viewSaved.make({ ...view, name: 'Others' }, view);
  const key = await queue(mirror, change);
  await pass(1_000);
  await undoChanges(mirror, [key], [change], String);
  await pass(2_000);
  expect([...server.views.values()]).toEqual([view]);
});
