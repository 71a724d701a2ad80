import { describe, expect, test } from 'vitest';
import { isVCard, readVCards } from './read-vcards.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const one = (...lines: string[]) => readVCards(card(...lines))[0];

describe('a vCard', () => {
  test('of version 3.0, as phones share it, has name, number, address, birthday, club, links and note', () => {
    const found = one(
      'VERSION:3.0',
      'N:Due;Ana;;;',
      'FN:Ana Due',
      'ORG:FC Example;Women',
      'item1.TEL;type=HOME:+34 91 1',
      'item2.TEL;type=CELL;type=pref:+34 600 000 001',
      'EMAIL;type=INTERNET:ana@example.org',
      'BDAY;value=date:2007-03-12',
      'URL:https\\://video.example/1',
      'NOTE:Left foot\\, fast\\; speaks\\nFrench',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg',
      ' TEL:+34 1 234 567',
    );
    expect(found).toEqual({
      name: 'Ana Due',
      email: 'ana@example.org',
      phone: '+34 600 000 001',
      birthday: '2007-03-12',
      org: 'FC Example',
      links: ['https://video.example/1'],
      note: 'Left foot, fast; speaks\nFrench',
    });
  });

  test('of version 2.1 has quoted-printable texts, also over several lines and in other letters', () => {
    const found = one(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;',
      'TEL;CELL;PREF:015771234567',
      'NOTE;ENCODING=QUOTED-PRINTABLE:One line=0D=0Aand a very =',
      'long=3D one',
      'ORG;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:1. FC K=F6ln',
    );
    expect(found).toMatchObject({
      name: 'Jörg Müller',
      phone: '015771234567',
      note: 'One line\nand a very long= one',
      org: '1. FC Köln',
    });
  });

  test('of version 4.0 has numbers as addresses and a colon in a parameter', () => {
    const found = one(
      'VERSION:4.0',
      'FN:Zoë Ünal',
      'TEL;VALUE=uri;TYPE="cell,voice";X-A="a:b":tel:+49-157-71234567;ext=1',
      'EMAIL:mailto:zoe@example.org',
      'BDAY:--0312',
    );
    expect(found).toMatchObject({
      name: 'Zoë Ünal',
      phone: '+49-157-71234567',
      email: 'zoe@example.org',
      birthday: '',
    });
  });

  test('is unfolded in the middle of a word, with lines that end in any way', () => {
    const text = 'BEGIN:VCARD\nFN:Ana\n  Du\n\te\nTEL:1234567\nEND:VCARD';
    expect(readVCards(text)[0]?.name).toBe('Ana Due');
    expect(readVCards(text.replaceAll('\n', '\r'))[0]?.name).toBe('Ana Due');
  });

  test('that says nothing of a person, or is cut, is none, and never an error', () => {
    const odd = [
      '',
      'BEGIN:VCARD',
      card('FN:'),
      card('N:;;;;', 'NOTE:no name'),
      'FN:Outside',
      card('no colon at all', ';;;:', '"FN:open'),
    ];
    for (const text of odd) expect(readVCards(text), text).toEqual([]);
    expect(one('FN;ENCODING=QUOTED-PRINTABLE;CHARSET=nonsense:A=ZZ=4')?.name).toBe('A=ZZ=4');
    expect(one('FN;ENCODING=QUOTED-PRINTABLE:Łukasz =')?.name).toContain('Łukasz');
  });
});

test('several people come in their order', () => {
  const text = card('FN:Ana Due') + card('FN:Bo Berg');
  expect(readVCards(text).map(({ name }) => name)).toEqual(['Ana Due', 'Bo Berg']);
});

test('a vCard is recognised by its beginning', () => {
  expect(isVCard('\n begin:vcard\n')).toBe(true);
  expect(isVCard('Hello BEGIN:VCARD')).toBe(false);
});

test('a long line is read at once', () => {
  const start = performance.now();
  readVCards(
    card(`NOTE:${'"'.repeat(500_000)}`, `${'a;'.repeat(500_000)}`, `${'"a"'.repeat(200_000)}`),
  );
  expect(performance.now() - start).toBeLessThan(1_000);
});
