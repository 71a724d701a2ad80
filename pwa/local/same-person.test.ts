import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ANONYMISED } from '#contract/anonymised.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { findSame, phoneKeyOf } from './same-person.ts';

test('a phone number is the same in every way of writing it', () => {
  const key = phoneKeyOf('+34 600 123 456');
  for (const phone of ['0034600123456', '600-123-456', '(34) 600.123.456'])
    expect(phoneKeyOf(phone)).toBe(key);
  expect(phoneKeyOf('+34 600 123 457')).not.toBe(key);
  expect(phoneKeyOf('112')).toBeNull();
  expect(phoneKeyOf(null)).toBeNull();
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
    const whom = { email: 'ana@example.org', phone: '0034 600 123 456', ...whose };
    return (await findSame(mirror, whom)).map(({ id }) => id).sort();
  };
  const ids = (...records: { id: string | number }[]) => records.map(({ id }) => id).sort();
  expect(await of({ applicationId: made.id, contactId: first.id })).toEqual(ids(second, hand));
  expect(await of({ applicationId: hand.id, contactId: null })).toEqual(ids(second, made));

  const nobody = { ...ANONYMISED, phone: null, applicationId: null, contactId: 3 };
  expect(await findSame(mirror, nobody)).toEqual([]);
});
