import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { newId } from '#contract/fields/ids.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { idOfQuestion, laneOf } from '#pwa/local/outbox/lane.ts';
import { readOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { wipe } from '#pwa/session/leave-device.ts';
import { changeStatus, editApplication, setFollowUp } from '#pwa/test/commands.ts';
import { aUser } from '#pwa/test/fake-server.ts';
import { mirrored, mirroredHistory, mirroredRow } from '#pwa/test/mirrored.ts';
import type { Network } from '#pwa/test/network.ts';
import { aPhone, aPhoneWithApplication, type Tab } from '#pwa/test/phone.ts';
import { startSync } from './engine.ts';
import { syncStatus } from './status-store.ts';

/** Opens a question about a field of a record, and about the status of an application. */
async function ask(mirror: Mirror, list: ListName, id: string | number): Promise<void> {
  const about = { entity: laneOf(list, id), key: newId() };
  const type = list === 'campaigns' ? 'campaign-edited' : 'application-edited';
  const phones = { seen: null, mine: '+34 600', theirs: '+34 700' };
  const idOf = (field: string) => ({ id: idOfQuestion(about.entity, field), field });
  await mirror.questions.put({ ...about, type, ...idOf('phone'), ...phones });
  if (list !== 'applications') return;
  const statuses = { seen: 'pending', mine: 'signed', theirs: 'rejected' };
  await mirror.questions.put({ ...about, type: 'status-changed', ...idOf('status'), ...statuses });
}

test('W-18 no question is left about a record that was deleted, whichever list it was in', async () => {
  const { server, openTab, pass } = aPhone();
  const application = server.addApplication();
  const campaign = server.addCampaign();
  const { mirror, engine } = openTab();
  await pass(1_000);
  await ask(mirror, 'applications', application.id);
  await ask(mirror, 'campaigns', campaign.id);
  server.remove('applications', application.id);
  server.remove('campaigns', campaign.id);
  await engine.refresh(['applications', 'campaigns'], { force: true });
  await pass(500);
  expect(await mirror.questions.count()).toBe(0);
  expect(syncStatus.getState().conflicts).toBe(0);
});

test('W-18 no question is left about an application that its own call finds missing', async () => {
  const { server, id, mirror, engine } = await aPhoneWithApplication();
  await ask(mirror, 'applications', id);
  server.remove('applications', id);
  expect(await engine.refreshApplication(id)).toBe('missing');
  expect(await mirror.questions.count()).toBe(0);
});

test('W-18 no question is left about an erased person whose record was read before it was pulled', async () => {
  const { server, application, mirror, engine } = await aPhoneWithApplication();
  await ask(mirror, 'applications', application.id);
  server.anonymise(application.id);
  await engine.refreshApplication(application.id);
  await engine.refresh(['applications'], { force: true });
  expect((await mirroredRow(mirror, 'applications', application.id))?.email).toBe(ANONYMISED.email);
  expect(await mirror.questions.count()).toBe(0);
});

/** Holds back the answers to changes until the returned function is called. */
function holdAnswers({ fetch }: Network): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(path, init);
    if (init.method !== undefined && init.method !== 'GET') await released;
    return answer;
  });
  return release;
}

/** What a phone knows of a person beside the row of the record. */
async function traces({ mirror }: Tab) {
  const history = await mirroredHistory(mirror);
  return {
    questions: await mirror.questions.count(),
    accepted: (await mirror.ended.toArray()).flatMap(({ entries }) => entries),
    notes: history.flatMap(({ notes }) => notes ?? []),
  };
}

const NO_TRACE = { questions: 0, accepted: [], notes: [] };

test.each(['anonymise', 'remove'] as const)(
  'W-18 answers that come after a person was erased (%s) bring nothing of them back',
  async (how) => {
    const { server, network, openTab, pass, tell } = aPhone();
    const failed = vi.spyOn(console, 'error');
    onTestFinished(() => failed.mockRestore());
    const seen = server.addApplication({ phone: '+34 500' });
    const tab = openTab();
    await pass(1_000);
    network.fault = () => 'drop-before';
    await editApplication(tab.mirror, seen, { ...seen, phone: '+34 600' });
    await changeStatus(tab.mirror, seen, { status: 'signed', notes: 'He called.' });
    server.change('applications', seen.id, { phone: '+34 700' });
    server.setStatus(seen.id, 'rejected');
    network.fault = () => null;
    const release = holdAnswers(network);
    tell('online');
    await pass(1_000);
    expect(server.historyOf(seen.id)).toHaveLength(2);
    if (how === 'anonymise') server.anonymise(seen.id);
    else server.remove('applications', seen.id);
    await tab.engine.refresh(['applications'], { force: true });
    release();
    await pass(1_000);

    expect(await tab.mirror.outbox.count()).toBe(0);
    expect(await traces(tab)).toEqual(NO_TRACE);
    // All of it was one transaction, which did not end before its time.
    expect(failed).not.toHaveBeenCalled();
  },
);

test('W-18 a note and a follow-up day about a person who was erased meanwhile are refused, with a reason in words', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const [noted, planned] = [server.addApplication(), server.addApplication()];
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  await changeStatus(mirror, noted, { status: noted.status, notes: 'He called.' });
  await setFollowUp(mirror, planned, '2027-01-01');
  for (const { id } of [noted, planned]) server.anonymise(id);
  network.fault = () => null;
  tell('online');
  await pass(3_000);

  const refused = await readOutbox(mirror);
  expect(refused).toMatchObject([
    { state: 'refused', reason: { status: 404, problem: { code: 'person-not-found' } } },
    { state: 'refused', reason: { status: 404, problem: { code: 'person-not-found' } } },
  ]);
  expect(server.historyOf(noted.id)).toEqual([]);
  expect(server.applications.get(planned.id)?.followUpOn).toBe(planned.followUpOn);
});

test('W-18 an edit of a person who was erased meanwhile asks nothing and is not kept, though nothing was pulled yet', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const seen = server.addApplication({ phone: '+34 500' });
  const tab = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  await editApplication(tab.mirror, seen, { ...seen, phone: '+34 600' });
  server.anonymise(seen.id);
  network.fault = ({ method }) => (method === 'GET' ? 'error-500' : null);
  tell('online');
  await pass(1_000);
  expect(await tab.mirror.outbox.count()).toBe(0);
  expect(await traces(tab)).toEqual(NO_TRACE);
});

test('W-18 no question is left about a record that a full pull no longer brings', async () => {
  const { server, openTab, pass } = aPhone();
  const [kept, gone] = [server.addApplication(), server.addApplication()];
  const { mirror, engine } = openTab();
  await pass(1_000);
  await ask(mirror, 'applications', gone.id);
  server.applications.delete(gone.id);
  server.restore();
  await engine.refresh(['applications'], { force: true });
  expect((await mirrored(mirror, 'applications')).map(({ id }) => id)).toEqual([kept.id]);
  expect(await mirror.questions.count()).toBe(0);
});

test('fault 20: no question is left about a list that a role no longer allows, also one that was emptied before', async () => {
  const { server, openTab, pass, userId } = aPhone();
  const application = server.addApplication();
  const campaign = server.addCampaign();
  const { mirror, engine } = openTab();
  await pass(1_000);
  await ask(mirror, 'applications', application.id);
  await ask(mirror, 'campaigns', campaign.id);
  engine.stop();
  await mirror.table('campaignPages').clear();

  const next = startSync(mirror, { ...aUser(userId), role: 'agent', areas: [] });
  onTestFinished(() => next.stop());
  await pass(1_000);
  expect(await mirror.questions.count()).toBe(0);
});

test('W-18 a sign-out that keeps the unsent changes keeps the questions, until the record is gone', async () => {
  const { server, userId, application, mirror, engine, openTab, pass } =
    await aPhoneWithApplication();
  const erased = server.addApplication();
  await engine.refresh(['applications'], { force: true });
  await ask(mirror, 'applications', application.id);
  await ask(mirror, 'applications', erased.id);
  engine.stop();
  await wipe(userId, { keepOutbox: true });
  expect(await mirror.questions.count()).toBe(4);
  server.remove('applications', erased.id);
  openTab();
  await pass(2_000);
  const entity = laneOf('applications', application.id);
  expect(await mirror.questions.toArray()).toMatchObject([
    { entity, field: 'phone' },
    { entity, field: 'status' },
  ]);
});
