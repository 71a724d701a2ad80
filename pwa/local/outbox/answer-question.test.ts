import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import type { Question } from '#pwa/local/database/rows.ts';
import { aPhone, aPhoneWithApplication } from '#pwa/test/phone.ts';
import { answerQuestion } from './answer-question.ts';
import { idOfQuestion, laneOf } from './lane.ts';

function aQuestion(applicationId: string): Question {
  const entity = laneOf('applications', applicationId);
  return {
    id: idOfQuestion(entity, 'phone'),
    entity,
    field: 'phone',
    type: 'application-edited',
    key: newId(),
    seen: null,
    mine: '+34 600',
    theirs: '+34 700',
  };
}

test('W-11 W-18 an own value is not given up while the record to put it in is not on the phone', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const { id } = server.addApplication({ phone: '+34 700' });
  network.fault = () => 'drop-before';
  const { mirror } = openTab();
  await pass(500);
  const question = aQuestion(id);
  await mirror.questions.put(question);
  await expect(answerQuestion(mirror, question, 'mine')).rejects.toMatchObject({
    name: 'NotSaved',
  });
  expect(await mirror.questions.toArray()).toEqual([question]);

  network.fault = () => null;
  tell('online');
  await pass(2_000);
  await answerQuestion(mirror, question, 'mine');
  await pass(1_000);
  expect(server.applications.get(id)?.phone).toBe('+34 600');
  expect(await mirror.questions.count()).toBe(0);
});

test('W-11 an answer closes the question that was read, not one that was asked since', async () => {
  const { application, mirror } = await aPhoneWithApplication();
  const read = aQuestion(application.id);
  const since = { ...read, key: newId(), theirs: '+34 800' };
  await mirror.questions.put(since);
  await answerQuestion(mirror, read, 'theirs');
  expect(await mirror.questions.toArray()).toEqual([since]);
  await answerQuestion(mirror, since, 'theirs');
  expect(await mirror.questions.count()).toBe(0);
});
