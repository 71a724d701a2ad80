// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { STATUSES } from '#contract/fields/vocabulary.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { anApplication } from '#pwa/test/fake-server.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { StatusForm } from './status-form.tsx';

test('P-11 P-12 P-14 the form begins at the status; a status or a note enables Update, blanks do not', async () => {
  await aForm();
  expect(chosen()).toBe('pending');
  expect(document.querySelectorAll('[type=radio]')).toHaveLength(STATUSES.length);
  expect(update().disabled).toBe(true);

  await write('  \n ');
  expect(update().disabled).toBe(true);
  await write('Called him.');
  expect(update().disabled).toBe(false);
  await write('');
  await choose('signed');
  expect(update().disabled).toBe(false);
  await choose('pending');
  expect(update().disabled).toBe(true);
});

test('P-13 P-15 P-16 P-17 a change is done at the press, also where nothing answers; it is sent once, and told when it is accepted', async () => {
  const { server, application, onDone, hold } = await aForm();
  const letGo = hold();
  await choose('signed');
  await write('  Two years. ');
  await doing(() => {
    update().click();
    update().click();
  });
  await doing(() => vi.waitUntil(() => onDone.mock.calls.length > 0, 1_000));
  expect(notes().value).toBe('');
  expect(update().disabled).toBe(true);

  letGo();
  await told(
    'applicationDetail.statusUpdate.success\napplicationDetail.statusUpdate.successDescription',
  );
  expect(toast()?.kind).toBeUndefined();
  expect(server.historyOf(application.id)).toMatchObject([
    { previousStatus: 'pending', newStatus: 'signed', notes: 'Two years.' },
  ]);
  expect(onDone).toHaveBeenCalledOnce();
});

test('Undo of a change that the server has is a change back, which the history names', async () => {
  const { server, application } = await aForm();
  await choose('signed');
  await doing(() => update().click());
  await told('applicationDetail.statusUpdate.success');
  await doing(() => toast()?.action?.onPress());
  await told('sync.toast.sent');
  const entries = server.historyOf(application.id);
  expect(entries).toHaveLength(2);
  expect(entries.find(({ newStatus }) => newStatus === 'pending')).toMatchObject({
    previousStatus: 'signed',
    notes: 'applicationDetail.statusUpdate.reversal',
  });
});

test('P-18 a refused change is told with its reason; status and notes come back as they were typed', async () => {
  const { server, application } = await aForm();
  server.remove('applications', application.id);
  await choose('signed');
  await write('Two years.');
  await doing(() => update().click());

  await told('problem.application-not-found');
  expect(toast()).toMatchObject({
    title: 'applicationDetail.statusUpdate.error',
    kind: 'destructive',
  });
  await doing(() => vi.waitUntil(() => notes().value === 'Two years.'));
  expect(chosen()).toBe('signed');
  expect(update().disabled).toBe(false);
});

test('P-18 what is typed while a change is sent stays, when that change is refused', async () => {
  const { server, application, hold } = await aForm();
  const letGo = hold();
  server.remove('applications', application.id);
  await write('Two years.');
  await doing(() => update().click());
  await doing(() => vi.waitUntil(() => notes().value === '', 1_000));
  await write('Three years.');
  letGo();
  await told('problem.application-not-found');
  expect(notes().value).toBe('Three years.');
});

/** The form of an application that is on the phone and on the server. */
async function aForm() {
  const { user, server, network } = signedIn();
  const { fetch } = network;
  let answers = Promise.resolve();
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await answers;
    return fetch(...request);
  });
  /** Nothing is answered any more, until what is returned is called. */
  const hold = () => {
    let letGo = () => {};
    answers = new Promise((resolve) => {
      letGo = resolve;
    });
    return letGo;
  };
  useToasts.setState({ toasts: [] });
  localStorage.clear();
  const application: Application = server.addApplication(anApplication());
  const onDone = vi.fn();
  await show(
    <SyncProvider user={user}>
      <StatusForm application={{ ...application, waiting: null }} onDone={onDone} />
    </SyncProvider>,
  );
  return { server, application, onDone, hold };
}

function update(): HTMLButtonElement {
  return the<HTMLButtonElement>('[type=submit]');
}

function notes(): HTMLTextAreaElement {
  return the<HTMLTextAreaElement>('textarea');
}

function chosen(): string | undefined {
  const radios = [...document.querySelectorAll<HTMLInputElement>('[type=radio]')];
  return radios.find(({ checked }) => checked)?.value;
}

async function choose(status: string): Promise<void> {
  await doing(() => the(`[type=radio][value=${status}]`).click());
}

async function write(text: string): Promise<void> {
  // Past React, which would take the new value for one that it knows.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(notes(), text);
  await doing(() => notes().dispatchEvent(new Event('input', { bubbles: true })));
}

function toast() {
  return useToasts.getState().toasts.at(-1);
}

/** Waits until the toast says this below its title. */
async function told(words: string): Promise<void> {
  await doing(() => vi.waitUntil(() => toast()?.description?.includes(words), 5_000));
}
