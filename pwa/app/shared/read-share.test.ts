import { expect, onTestFinished, test, vi } from 'vitest';
import type { Share } from '#pwa/visitor/shares.ts';
import { readShare } from './read-share.ts';

async function shared(texts: Record<string, string>, ...files: string[]): Promise<Share> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  for (const file of files) form.append('files', new File([file], 'shared'));
  const sent = new Response(form);
  const type = sent.headers.get('Content-Type') ?? '';
  return { name: 'share-1', value: await sent.arrayBuffer(), type, userId: null };
}

const read = async (texts: Record<string, string>, ...files: string[]) =>
  readShare(await shared(texts, ...files));

const NOTHING = { message: '', texts: {}, table: null, fault: null };
const CARD = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana Due\r\nTEL:+34 600 000 001\r\nEND:VCARD\r\n';
const CSV = 'Name;E-Mail\nAna Due;ana@example.org\nBo Berg;bo@example.org';

test('number, address and links of a message fill their fields, and all of it the notes', async () => {
  const text = [
    'Hi, I am Ana <b>Due</b>!',
    'Ring 0157 71234567 or ana@example.org.',
    'See https://video.example/1600000000.',
  ].join('\n');
  expect(await read({ title: '', text })).toEqual({
    ...NOTHING,
    message: text,
    texts: {
      email: 'ana@example.org',
      phone: '0157 71234567',
      links: 'https://video.example/1600000000',
      agentNotes: text,
    },
  });
});

test('a page of the browser is a link with its title, however the browser shares it', async () => {
  const url = 'https://profile.example/ana';
  for (const texts of [{ text: url }, { url }, { text: `Ana Due\n${url}`, url }]) {
    expect(await read({ title: 'Ana Due', ...texts })).toMatchObject({
      message: `Ana Due\n${url}`,
      texts: { links: `Ana Due ${url}` },
    });
  }
});

test('an address that is not safe is no link, and not every number is a phone number', async () => {
  for (const text of [
    'http://old.example/1',
    'javascript:alert()',
    '20004711',
    'a-12648-0001@b.org',
  ])
    expect(await read({ text })).toMatchObject({ message: text, texts: { links: '', phone: '' } });
});

test('one contact is a player, several are a table, as files or as text', async () => {
  const whole = CARD.replace(
    'TEL',
    'BDAY:2007-03-12\r\nORG:FC Example;\r\nURL:javascript:x\r\nTEL',
  );
  expect(await read({ title: 'x.vcf' }, whole)).toEqual({
    ...NOTHING,
    texts: {
      playerName: 'Ana Due',
      phone: '+34 600 000 001',
      email: '',
      dateOfBirth: '2007-03-12',
      currentClub: 'FC Example',
      links: '',
      agentNotes: '',
    },
  });
  expect(await read({ text: CARD })).toMatchObject({
    message: '',
    texts: { playerName: 'Ana Due' },
  });
  expect(await read({ text: CARD + CARD })).toMatchObject({ table: { rows: 2 }, texts: {} });
  expect(await read({}, CARD, CARD)).toMatchObject({ table: { rows: 2 }, texts: {} });
});

test('a table is recognised by its headings; a message of several lines is none', async () => {
  expect(await read({ text: CSV })).toMatchObject({ message: '', table: { rows: 2 } });
  const text = 'Hello\nMy name is Ana, my mail is a secret\nBye';
  expect(await read({ text })).toMatchObject({ message: text, table: null });
});

test('a text beside a file stays beside it, also beside one that cannot be read', async () => {
  expect(await read({ text: 'Look' }, CSV)).toMatchObject({ message: 'Look', table: { rows: 2 } });
  expect(await read({ text: 'I am Ana' }, CARD)).toMatchObject({
    message: 'I am Ana',
    texts: { playerName: 'Ana Due' },
  });
  expect(await read({ text: 'Look' }, 'PK\x03\x04')).toMatchObject({
    message: 'Look',
    fault: 'workbook',
  });
});

test('what cannot be read says so, and is never an error', async () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
  const unreadable = { ...NOTHING, fault: 'unreadable' };
  expect(await read({})).toEqual(unreadable);
  const form = await shared({ text: 'Hello' });
  expect(await readShare({ ...form, type: 'text/html' })).toEqual(unreadable);
  expect(await readShare({ ...form, value: form.value.slice(0, 20) })).toEqual(unreadable);
});
