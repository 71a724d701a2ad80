// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { applicationLook } from '#pwa/features/applications/application-look.tsx';
import { contactLook } from '#pwa/features/contacts/contact-look.tsx';
import { connection } from '#pwa/lib/connection.ts';
import { MirrorProvider } from '#pwa/local/database/mirror-context.tsx';
import { idOfQuestion, laneOf } from '#pwa/local/outbox/lane.ts';
import { resetStatus, syncStatus } from '#pwa/sync/status-store.ts';
import { aContact, anApplication, FakeServer } from '#pwa/test/fake-server.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { WaitingMark } from './waiting-mark.tsx';

const t = (key: string) => key;
const line = { isSelecting: false, filter: null, isBeside: false };

beforeEach(() => {
  document.body.replaceChildren();
  resetStatus();
  connection.setState({ isOffline: false });
});

test('a row says that a question about it is open, at a desk and on a phone, and other rows do not', async () => {
  const { mirror } = signedIn();
  const server = new FakeServer();
  const [asked, other] = [0, 1].map(() => ({
    ...server.addApplication(anApplication()),
    waiting: null,
  }));
  if (!asked || !other) throw new Error('There are no rows.');
  const inquiry = { ...aContact(5), waiting: null };
  for (const entity of [laneOf('applications', asked.id), laneOf('contacts', inquiry.id)]) {
    const values = { seen: 'a', mine: 'b', theirs: 'c' };
    const id = idOfQuestion(entity, 'currentClub');
    await mirror.questions.put({
      id,
      entity,
      field: 'currentClub',
      type: 'application-edited',
      key: 'k',
      ...values,
    });
  }
  const updated = applicationLook.columns.find(({ id }) => id === 'updated');
  const status = contactLook(() => {}).columns.find(({ id }) => id === 'status');
  await show(
    <MirrorProvider value={mirror}>
      <div id="desk">{updated?.cell(asked, t, false)}</div>
      <div id="phone">{applicationLook.lineOf(asked, t, line).mark}</div>
      <div id="inquiry">{status?.cell(inquiry, t, false)}</div>
      <div id="other">{updated?.cell(other, t, false)}</div>
    </MirrorProvider>,
  );
  const says = (id: string) => document.querySelector(`#${id} [data-waiting]`)?.textContent;
  expect(says('desk')).toBeUndefined();
  await doing(() => syncStatus.setState({ conflicts: 2 }));
  await vi.waitFor(async () => {
    await doing(() => new Promise((later) => setTimeout(later, 10)));
    expect(['desk', 'phone', 'inquiry'].map(says)).toEqual(Array(3).fill('sync.row.asked'));
  });
  expect(says('other')).toBeUndefined();
  expect(document.querySelector('#other time')).not.toBeNull();
});

test('a change whose request hangs is told as not sent from the moment on that the strip says offline', async () => {
  await show(<WaitingMark waiting="sending" />);
  expect(the('[data-waiting]').textContent).toBe('sync.row.sending');
  await doing(() => connection.setState({ isOffline: true }));
  expect(the('[data-waiting]').textContent).toBe('sync.row.not-sent');
  await doing(() => connection.setState({ isOffline: false }));
  expect(the('[data-waiting]').textContent).toBe('sync.row.sending');
});
