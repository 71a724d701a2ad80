import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ApplicationDraft } from '#contract/applications.ts';
import { convertContact as convertCall } from '#contract/contacts.ts';
import { ADDITION_TAKEN_BACK, noteFromContact } from '#contract/conversion.ts';
import { IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { newId } from '#contract/fields/ids.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { contactAdded, contactConverted, contactNoted } from '#pwa/local/changes/contacts.ts';
import { readHistory, readRow } from '#pwa/local/rows/read-rows.ts';
import { addContact, convertContact, createApplication, noteContact } from '#pwa/test/commands.ts';
import { aPhone } from '#pwa/test/phone.ts';
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
