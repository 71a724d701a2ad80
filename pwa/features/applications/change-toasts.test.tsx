// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Application } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { newId } from '#contract/fields/ids.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import office from '#pwa/i18n/locales/en/office.json' with { type: 'json' };
import { TextProvider } from '#pwa/i18n/text-context.tsx';
import type { TextKey, Texts, TextValues } from '#pwa/i18n/text-key.ts';
import { translate } from '#pwa/i18n/translate.ts';
import { contactConverted } from '#pwa/local/changes/contacts.ts';
import type { Mutation } from '#pwa/local/changes/registry.ts';
import { viewRemoved } from '#pwa/local/changes/views.ts';
import { answerQuestion } from '#pwa/local/outbox/answer-question.ts';
import { requestSend } from '#pwa/local/outbox/outbox-actions.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { refreshApplication } from '#pwa/sync/pull/refresh-application.ts';
import { SyncProvider, useEngine } from '#pwa/sync/sync-provider.tsx';
import { anApplication } from '#pwa/test/fake-server.ts';
import type { Fault } from '#pwa/test/network.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { ChosenSheet } from './chosen-sheet.tsx';
import { RemoveApplication } from './removal/removal.tsx';
import { StatusForm } from './status/status-form.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }));

const english: Texts = office;
const texts = {
  t: (key: TextKey, values?: TextValues) => translate(english, undefined, 'en', key, values),
  language: 'en' as const,
  chooseLanguage: () => {},
};
const UPDATED = 'Status Updated';

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  localStorage.clear();
});

test('a toast names player and status at once while the request hangs, and says that it is saved here', async () => {
  const { fail } = await anOffice((row) => <StatusForm application={row} />);
  fail('stall-before');
  await choose('signed');
  const pressed = performance.now();
  await update();
  await doing(() => vi.waitUntil(open, 10_000));
  expect(performance.now() - pressed).toBeLessThan(1_000);
  expect(open()).toMatchObject({
    title: 'Marc Vidal → Signed',
    description: 'Saved on this phone.',
    action: { label: 'Undo' },
  });
  expect(words()).not.toContain(UPDATED);
  await told('Saved on this phone. Will be sent when you are online.');
});

test('P-17 the same toast says that the status is updated once the server has accepted it', async () => {
  const { fail } = await anOffice((row) => <StatusForm application={row} />);
  fail('drop-before');
  await choose('signed');
  await update();
  await told('Saved on this phone.');
  const { id } = open() ?? {};
  fail(null);
  await told('Status Updated\nThe application status has been successfully updated.');
  expect(open()).toMatchObject({ id, title: 'Marc Vidal → Signed', action: { label: 'Undo' } });
});

test('a note is not called a status', async () => {
  const { notes } = await anOffice((row) => <StatusForm application={row} isNoteOnly />);
  await write('Called.');
  await update();
  await vi.waitUntil(() => notes().length > 0, 5_000);
  await told('Note saved: Marc Vidal');
  await doing(pause);
  expect(words()).not.toContain(UPDATED);
  await undo();
  await vi.waitUntil(() => notes().length > 1, 5_000);
  expect(notes().sort()).toEqual(['Called.', 'Undone: Called.']);
});

test('a note that is saved with a day is told with it', async () => {
  await anOffice((row) => <StatusForm application={row} isNoteOnly followUpOn="2030-05-02" />);
  await write('Called.');
  await update();
  await told('Note saved: Marc Vidal · Follow up on May 2, 2030');
});

test('a conflict comes without the words of success, and without a toast', async () => {
  const { server, row, mirror } = await anOffice((row) => <StatusForm application={row} />);
  server.setStatus(row.id, 'rejected');
  const said: string[] = [];
  const stop = useToasts.subscribe(() => said.push(words()));
  await choose('signed');
  await update();
  await doing(() => vi.waitUntil(async () => (await mirror.questions.count()) > 0, 5_000));
  // The answer may be here before the toast is.
  await doing(() => vi.waitUntil(() => said.length > 0 && !open(), 5_000));
  stop();
  expect(said.join()).toContain('Marc Vidal → Signed');
  expect(said.join()).not.toContain('successfully updated');
});

test('Undo of a status that somebody else has changed meanwhile asks', async () => {
  const { server, row, mirror } = await anOffice((row) => <StatusForm application={row} />);
  await choose('signed');
  await update();
  await told(UPDATED);
  server.setStatus(row.id, 'rejected');
  await undo();
  await doing(() => vi.waitUntil(async () => (await mirror.questions.count()) > 0, 5_000));
  expect(await mirror.questions.toArray()).toMatchObject([
    { seen: 'signed', mine: 'pending', theirs: 'rejected' },
  ]);
  await doing(() => vi.waitUntil(() => !open(), 5_000));
});

test('one Undo takes all back: of three, one is refused, and two are accepted', async () => {
  const { server, rows, statuses } = await threeChosen();
  const [, gone] = rows;
  server.applications.delete(gone?.id ?? '');
  await choose('rejected');
  await update();
  await told('1 change was not accepted');
  await vi.waitUntil(() => statuses().join() === 'rejected,,rejected', 5_000);
  await undo();
  await doing(() => vi.waitUntil(() => statuses().join() === 'pending,,pending', 5_000));
});

test('one Undo takes back what many have sent, and names number and status', async () => {
  const { statuses } = await threeChosen();
  await choose('rejected');
  await update();
  await told('3 applications → Rejected');
  await told('3 records updated');
  expect(statuses().join()).toBe('rejected,rejected,rejected');
  await undo();
  await told('Undone: 3 applications → Rejected');
  await doing(() => vi.waitUntil(() => statuses().join() === 'pending,pending,pending', 5_000));
});

test('the only one that is selected is named', async () => {
  await anOffice((row) => (
    <ChosenSheet act="status" chosen={[row]} onDone={() => {}} onClose={() => {}} />
  ));
  await choose('rejected');
  await update();
  await told('Marc Vidal → Rejected');
});

test('a removed view, which is no record, is back after Undo', async () => {
  const view = { id: newId(), name: 'Strikers', list: 'applications', ...EVERYTHING } as const;
  const { server } = await anOffice(() => <ChangeButton change={viewRemoved.make(null, view)} />);
  server.views.set(view.id, view);
  await update();
  await doing(() => vi.waitUntil(() => server.views.size === 0, 5_000));
  await undo();
  await doing(() => vi.waitUntil(() => server.views.size === 1, 5_000));
  expect(server.views.get(view.id)).toEqual(view);
});

/** What a view shows without a search. */
const EVERYTHING = { filter: 'all', sort: 'name', where: {}, columns: null };

function ChangeButton({ change }: { change: Mutation }) {
  const save = useChange();
  return (
    <button type="submit" onClick={() => void save(change)}>
      Change
    </button>
  );
}

test('one Undo of many queues nothing about a person who was erased meanwhile', async () => {
  const { server, mirror, rows, statuses } = await threeChosen();
  await choose('rejected');
  await update();
  await told('3 records updated');
  const erased = rows[1]?.id ?? '';
  server.anonymise(erased);
  await refreshApplication(mirror, erased, new AbortController().signal);
  await undo();
  await doing(() => vi.waitUntil(() => statuses().join() === 'pending,rejected,pending', 5_000));
  await vi.waitUntil(async () => (await mirror.outbox.count()) === 0, 5_000);
});

test('Undo of a removal whose answer was lost brings the application back at the server', async () => {
  const { fail, notes, stored, mirror } = await anOffice((row) => (
    <RemoveApplication application={row} />
  ));
  fail('drop-after');
  await doing(() => the('button').click());
  await told('Marc Vidal → Removed');
  await vi.waitUntil(() => stored()?.removedAt, 5_000);
  await vi.waitUntil(async () => ((await mirror.outbox.toArray())[0]?.tries ?? 0) > 0, 5_000);
  await undo();
  fail(null);
  await doing(() => vi.waitUntil(() => stored()?.removedAt === null, 5_000));
  expect(notes()).toHaveLength(2);
});

test('Undo of a conversion asks when somebody else has signed the player meanwhile', async () => {
  const { server, mirror, contact, made, convert } = await anInquiry();
  await convert();
  await told('Sent.');
  server.setStatus(made, 'signed');
  await undo();
  await doing(() => vi.waitUntil(async () => (await mirror.questions.count()) > 0, 5_000));
  expect(server.applications.get(made)).toMatchObject({ status: 'signed', removedAt: null });
  await doing(() => vi.waitUntil(() => !open(), 5_000));

  const [asked] = await mirror.questions.toArray();
  if (!asked) throw new Error('Nothing is asked.');
  expect(asked).toMatchObject({ entity: `application:${made}`, field: 'removed' });
  await answerQuestion(mirror, asked, 'mine');
  await vi.waitUntil(() => server.applications.get(made)?.removedAt, 5_000);
  expect(server.contacts.get(contact.id)?.convertedToApplication).toBe(false);
});

test('a conversion that somebody else had made before has no Undo', async () => {
  const { server, contact, made, convert, fail } = await anInquiry();
  fail('drop-before');
  await convert();
  await told('Saved on this phone.');
  server.change('contacts', contact.id, { convertedToApplication: true });
  server.addApplication({ id: made, contactId: contact.id, status: 'signed' });
  fail(null);
  await told('This had been done already.');
  expect(open()?.action).toBeUndefined();
});

test('a toast goes with its record', async () => {
  const { server, mirror, row, engine } = await anOffice((row) => <StatusForm application={row} />);
  await choose('signed');
  await update();
  await told(UPDATED);
  server.remove('applications', row.id);
  // A pull in flight may be older than the removal: the next one brings it.
  await doing(() =>
    vi.waitUntil(async () => {
      await engine()?.refresh(['applications'], { force: true });
      return (await readRow(mirror, 'applications', row.id)) === null;
    }, 20_000),
  );
  await doing(() => vi.waitUntil(() => !open(), 4_000));
});

/** One player on the phone and on the server, and a screen. */
async function anOffice(screen: (row: Application & { waiting: null }) => ReactNode) {
  const phone = signedIn();
  const { server, network, mirror } = phone;
  let engine: ReturnType<typeof useEngine> = null;
  function Engine() {
    engine = useEngine();
    return null;
  }
  const row = server.addApplication({ ...anApplication(), playerName: 'Marc Vidal' });
  await shown(
    phone,
    <>
      <Engine />
      {screen({ ...row, waiting: null })}
    </>,
  );
  await vi.waitUntil(() => mirror.meta.get('applications'), 5_000);
  return {
    ...phone,
    row,
    engine: () => engine,
    stored: () => server.applications.get(row.id),
    notes: () => server.historyOf(row.id).map(({ notes }) => notes),
    fail(fault: Fault | null) {
      network.fault = ({ key }) => (key ? fault : null);
      requestSend();
    },
  };
}

/** One inquiry on the phone and on the server. */
async function anInquiry() {
  const phone = signedIn();
  const { server, network, mirror } = phone;
  const contact = server.addContact();
  await shown(phone, <Convert contact={contact} />);
  await vi.waitUntil(() => mirror.meta.get('contacts'), 5_000);
  return {
    ...phone,
    contact,
    made: applicationIdOf(contact.id),
    convert: () => doing(() => the('button').click()),
    fail(fault: Fault | null) {
      network.fault = ({ key }) => (key ? fault : null);
      requestSend();
    },
  };
}

function Convert({ contact }: { contact: Contact }) {
  const change = useChange();
  const press = () => void change(contactConverted.make({ status: 'pending' }, contact));
  return (
    <button type="button" onClick={press}>
      Convert
    </button>
  );
}

async function threeChosen() {
  const phone = signedIn();
  const rows = [1, 2, 3].map(() => phone.server.addApplication(anApplication()));
  const chosen = rows.map((row) => ({ ...row, waiting: null }));
  await shown(
    phone,
    <ChosenSheet act="status" chosen={chosen} onDone={() => {}} onClose={() => {}} />,
  );
  const statuses = () => rows.map(({ id }) => phone.server.applications.get(id)?.status);
  return { ...phone, rows, statuses };
}

async function shown({ user }: ReturnType<typeof signedIn>, screen: ReactNode): Promise<void> {
  await show(
    <TextProvider value={texts}>
      <SyncProvider user={user}>{screen}</SyncProvider>
    </TextProvider>,
  );
}

async function choose(status: string): Promise<void> {
  await doing(() => the(`[type=radio][value=${status}]`).click());
}

async function update(): Promise<void> {
  await doing(() => the<HTMLButtonElement>('[type=submit]').click());
}

async function write(text: string): Promise<void> {
  const area = the<HTMLTextAreaElement>('textarea');
  // Past React, which would take the new value for one that it knows.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
  await doing(() => area.dispatchEvent(new Event('input', { bubbles: true })));
}

async function undo(): Promise<void> {
  await doing(() => vi.waitUntil(() => open()?.action, 5_000));
  await doing(() => open()?.action?.onPress());
}

function open() {
  return useToasts.getState().toasts.findLast((toast) => toast.open);
}

/** What the open toast says. */
function words(): string {
  return `${open()?.title} ${open()?.description ?? ''}`;
}

async function told(text: string): Promise<void> {
  await doing(() => vi.waitUntil(() => words().includes(text), 5_000)).catch(() => {
    throw new Error(`The toast says "${words()}", not "${text}".`);
  });
}

function pause(): Promise<void> {
  return new Promise((later) => setTimeout(later, 200));
}
