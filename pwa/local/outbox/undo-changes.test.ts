import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { convertContact as convertCall } from '#contract/contacts.ts';
import { IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { newId } from '#contract/fields/ids.ts';
import { contactConverted } from '#pwa/local/changes/contacts.ts';
import { convertContact } from '#pwa/test/commands.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { undoChanges } from './undo-changes.ts';

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

/** Another phone converts an inquiry. */
async function convertElsewhere(server: ReturnType<typeof aPhone>['server'], id: number) {
  const path = convertCall.path.replace(':id', String(id));
  const headers = { [IDEMPOTENCY_KEY]: newId(), 'Content-Type': 'application/json' };
  const asked = { method: convertCall.method, headers, body: '{"status":"pending"}' };
  const { status } = await server.answer(new Request(`http://agency.test${path}`, asked));
  expect(status).toBe(200);
}
