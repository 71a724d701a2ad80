// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { Contact } from '#contract/contacts.ts';
import { readDraft, writeDraft } from '#pwa/lib/storage/drafts.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { MirrorProvider } from '#pwa/local/database/mirror-context.tsx';
import { forgetRecords } from '#pwa/local/rows/forget-records.ts';
import { aContact } from '#pwa/test/fake-server.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { NotesCard } from './notes-card.tsx';

/** The card of inquiry 5 on a phone, as after a reload of its page. */
async function showCard({ mirror }: { mirror: Mirror }, more: Partial<Contact> = {}) {
  document.body.replaceChildren();
  await show(
    <MirrorProvider value={mirror}>
      <NotesCard contact={{ ...aContact(5), ...more, waiting: null }} />
    </MirrorProvider>,
  );
}

async function type(text: string): Promise<void> {
  const field = the<HTMLTextAreaElement>('textarea');
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  await doing(() => {
    set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('a note that was begun before a colleague’s says after a reload what its writer had seen', async () => {
  const phone = signedIn();
  await showCard(phone, { notes: 'Calls on Monday.' });
  await doing(() => the('button').click());
  await type('Calls on Monday. Father agrees.');

  await showCard(phone, { notes: 'Called: no answer.', version: 9 });
  expect(the<HTMLTextAreaElement>('textarea').value).toBe('Calls on Monday. Father agrees.');
  await doing(() => the('button[type=submit]').click());
  await doing(() => vi.waitUntil(() => phone.mirror.outbox.count()));
  expect(await phone.mirror.outbox.toArray()).toMatchObject([
    { body: { notes: 'Calls on Monday. Father agrees.' }, seen: { notes: 'Calls on Monday.' } },
  ]);
});

test('what was typed stays when somebody makes an application of the inquiry', async () => {
  const phone = signedIn();
  await showCard(phone);
  await doing(() => the('button').click());
  await type('Father agrees.');

  await showCard(phone, { convertedToApplication: true });
  expect(the<HTMLTextAreaElement>('textarea').value).toBe('Father agrees.');
});

test('W-18 what was typed about somebody who is erased leaves the device', async () => {
  const { mirror, user } = signedIn();
  await showCard({ mirror });
  await doing(() => the('button').click());
  await type('Father agrees.');
  writeDraft(user.id, 'campaign:5', 'typed');
  expect(readDraft(user.id, 'note:contact:5')).toBe('Father agrees.');

  const { questions, ended, copies } = mirror;
  await mirror.transaction('rw', [questions, ended, copies], () =>
    forgetRecords(mirror, 'contacts', [5]),
  );
  expect(readDraft(user.id, 'note:contact:5')).toBeNull();
  expect(readDraft(user.id, 'campaign:5')).toBe('typed');
});
