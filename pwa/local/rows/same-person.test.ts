import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { findSame, personKeysOf } from './same-person.ts';

const NOBODY = {
  name: '',
  phone: null,
  currentClub: null,
  position: null,
  applicationId: null,
  contactId: null,
};

test.each([
  ['+34 600 123 456', '0034600123456', true],
  ['+34 600 123 456', '600-123-456', true],
  ['(34) 600.123.456', '+34 600 123 456', true],
  ['600 123 456', '600123456', true],
  ['+49 (0) 170 1234567', '+49 170 1234567', true],
  ['0170 1234567', '+49 170 1234567', true],
  ['06 12 34 56 78', '+33 6 12 34 56 78', true],
  ['+34 612 345 678', '+33 6 12 34 56 78', false],
  ['+34 612 345 678', '0033 612 345 678', false],
  ['+34 600 123 456', '+34 600 123 457', false],
  ['600 123 456', '600 123 457', false],
  ['112', '112', false],
])('the numbers %s and %s are of one person: %s', (one, other, isSame) => {
  const keys = (phone: string, email: string) =>
    personKeysOf({ playerName: email, email, phone, dateOfBirth: null });
  const [left, right] = [keys(one, 'a@example.org'), keys(other, 'b@example.org')];
  const finds = (a: typeof left, b: typeof left) =>
    a.sought.some(({ key }) => b.known.some((known) => known.key === key));
  expect([finds(left, right), finds(right, left)]).toEqual([isSame, isSame]);
});

test('a Spanish and a French number with the same last digits are two people', async () => {
  const { server, openTab, pass } = aPhone();
  server.addContact({ email: 'luc@example.org', phone: '+33 612 345 678' });
  const same = server.addContact({ email: 'ana@example.net', phone: '612 345 678' });
  const { mirror } = openTab();
  await pass(2_000);
  const whom = { ...NOBODY, email: 'ana@example.org' };
  const found = await findSame(mirror, { ...whom, phone: '+34 612 345 678' });
  expect(found.map(({ id }) => id)).toEqual([same.id]);
});

test('records with the same e-mail or phone are found among applications and contacts, not itself', async () => {
  const { server, openTab, pass } = aPhone();
  const first = server.addContact({ email: 'Ana@Example.org', phone: '+34 600 123 456' });
  const second = server.addContact({ email: 'other@example.org', phone: '600 123 456' });
  const made = server.addApplication({ email: 'ana@example.org', contactId: first.id });
  const hand = server.addApplication({ email: 'ANA@example.org' });
  server.addApplication({ email: 'bo@example.org' });
  server.addContact({ email: ANONYMISED.email });
  server.addContact({ email: ANONYMISED.email });
  const { mirror } = openTab();
  await pass(2_000);

  const of = async (whose: { applicationId: string | null; contactId: number | null }) => {
    const whom = { ...NOBODY, email: 'ana@example.org', phone: '0034 600 123 456', ...whose };
    return (await findSame(mirror, whom)).map(({ id }) => id).sort();
  };
  const ids = (...records: { id: string | number }[]) => records.map(({ id }) => id).sort();
  expect(await of({ applicationId: made.id, contactId: first.id })).toEqual(ids(second, hand));
  expect(await of({ applicationId: hand.id, contactId: null })).toEqual(ids(second, made));

  const nobody = { ...NOBODY, ...ANONYMISED, contactId: 3 };
  expect(await findSame(mirror, nobody)).toEqual([]);
});

test('an inquiry that was added to a player is told by that player alone, and the player is not offered to it again', async () => {
  const { server, openTab, pass } = aPhone();
  const email = 'ana@example.org';
  const player = server.addApplication({ email });
  const added = server.addContact({ email, addedTo: player.id });
  const { mirror } = openTab();
  await pass(2_000);
  const of = async (whose: Partial<Parameters<typeof findSame>[1]>) =>
    (await findSame(mirror, { ...NOBODY, email, ...whose })).map(({ id }) => id);
  expect(await of({})).toEqual([player.id]);
  expect(await of({ applicationId: player.id })).toEqual([]);
  expect(await of({ contactId: added.id, addedTo: player.id })).toEqual([]);
});

test('two players without an e-mail address are two', async () => {
  const { server, openTab, pass } = aPhone();
  server.addApplication({ email: '', playerName: 'Bo Berg' });
  const { mirror } = openTab();
  await pass(2_000);
  expect(await findSame(mirror, { ...NOBODY, email: '', name: 'Ana Ruiz' })).toEqual([]);
  const player = { playerName: '', email: '', phone: null, dateOfBirth: null };
  expect(personKeysOf(player).known).toEqual([]);
});

test('a player with the same name alone is found after all others, whatever the accents, the order of the words, and who has written', async () => {
  const { server, openTab, pass } = aPhone();
  const [email, playerName] = ['mother@example.org', 'Núñez, José'];
  const sure = server.addApplication({ email, playerName: 'Another' });
  const other = server.addApplication({ email: 'a@example.org', playerName });
  const likely = server.addApplication({
    ...{ email: 'b@example.org', playerName: 'jose NUNEZ' },
    ...{ currentClub: 'CD Ejemplo', dateOfBirth: '2010-05-01' },
  });
  const fathers = server.addContact({ email: 'father@example.org', playerName: 'José Núñez' });
  server.addContact({ email: 'c@example.org', name: 'José Núñez', playerName: 'Luis Núñez' });
  server.addContact({ email: 'd@example.org', name: 'José Núñez', addedTo: other.id });
  const { mirror } = openTab();
  await pass(2_000);
  const player = { ...NOBODY, name: 'Jose Nunez', currentClub: 'CD EJEMPLO' };
  const found = await findSame(mirror, { ...player, email });
  expect(found[0]).toMatchObject({ id: sure.id, isSure: true });
  expect(found[1]).toMatchObject({ id: likely.id, isSure: false, currentClub: 'CD Ejemplo' });
  expect(found.slice(2).map(({ id }) => id)).toEqual(
    expect.arrayContaining([other.id, fathers.id]),
  );
  expect(found.every(({ isSure }, at) => isSure === (at === 0))).toBe(true);

  // An inquiry that stands in a history is told by that, on both sides.
  const ofOther = await findSame(mirror, {
    ...player,
    email: 'a@example.org',
    applicationId: other.id,
  });
  expect(new Set(ofOther.map(({ id }) => id))).toEqual(new Set([likely.id, fathers.id]));
  const added = await findSame(mirror, { ...player, email, addedTo: likely.id });
  expect(added.map(({ id }) => id)).not.toContain(likely.id);
});
