import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { checkRows } from './check-rows.ts';
import { guessed, mappingFor, rememberMapping } from './columns.ts';
import type { Table } from './read-table.ts';

const KNOWN = [
  { playerName: 'Ana Ruiz', email: 'ana@example.org', phone: '+34 600 000 001', dateOfBirth: null },
  { playerName: 'Zoë  Ünal', email: 'zoe@example.org', phone: null, dateOfBirth: '2001-03-24' },
];

async function check(headings: string[], ...rows: string[][]) {
  const table: Table = { headings, rows };
  const checked = await checkRows(table, guessed(headings), KNOWN, () => false);
  if (!checked) throw new Error('It ended early.');
  return checked;
}

test.each([
  [
    'Full name',
    'E-Mail address',
    'Mobile',
    'Citizenship',
    'Date of birth',
    'Club',
    'Role',
    'Link',
    'Comments',
  ],
  [
    'Spielername',
    'E-Mail',
    'Handynummer',
    'Nationalität',
    'Geburtsdatum',
    'Aktueller Verein',
    'Position',
    'Profil',
    'Bemerkungen',
  ],
  [
    'Nombre completo',
    'Correo electrónico',
    'Teléfono',
    'País',
    'Fecha de nacimiento',
    'Equipo',
    'Posición',
    'Enlaces',
    'Observaciones',
  ],
  [
    'Nom du joueur',
    'Courriel',
    'Téléphone',
    'Nationalité',
    'Date de naissance',
    'Club actuel',
    'Poste',
    'Liens',
    'Remarques',
  ],
  [
    'Nome e cognome',
    'E-mail',
    'Cellulare',
    'Nazionalità',
    'Data di nascita',
    'Squadra',
    'Ruolo',
    'Link',
    'Osservazioni',
  ],
  [
    'playerName',
    'email',
    'phone',
    'nationality',
    'dateOfBirth',
    'currentClub',
    'position',
    'links',
    'agentNotes',
  ],
])('headings in each language name their fields: %s …', (...headings) => {
  expect(guessed(headings)).toEqual([
    'playerName',
    'email',
    'phone',
    'nationality',
    'dateOfBirth',
    'currentClub',
    'position',
    'links',
    'agentNotes',
  ]);
});

describe('a row', () => {
  test('becomes a draft: names are joined, days and addresses are read as people write them', async () => {
    const [row] = await check(
      [
        'Vorname',
        'Nachname',
        'E-Mail',
        'Geburtsdatum',
        'Transfermarkt',
        'Video',
        'Notiz',
        'Shoe size',
      ],
      [
        'Bo',
        'Berg',
        'bo@example.org',
        '4.3.2001',
        'www.transfermarkt.example/bo',
        'Best https://v.example/1',
        '=1+1',
        '44',
      ],
    );
    expect(row).toMatchObject({ number: 2, errors: {}, duplicate: null });
    expect(row?.draft).toMatchObject({
      playerName: 'Bo Berg',
      email: 'bo@example.org',
      phone: null,
      nationality: null,
      dateOfBirth: '2001-03-04',
      currentClub: null,
      position: null,
      links: 'Transfermarkt https://www.transfermarkt.example/bo\nBest https://v.example/1',
      agentNotes: '=1+1',
    });
  });

  test('has its errors at the cell, and the others are not lost', async () => {
    const [row] = await check(
      ['Name', 'Mail', 'Born', 'Links'],
      ['B', 'nobody', '31.2.2001', 'javascript:alert(1)'],
    );
    expect(row).toMatchObject({ draft: null, texts: { playerName: 'B', email: 'nobody' } });
    expect(Object.keys(row?.errors ?? {})).toEqual(['playerName', 'email', 'dateOfBirth', 'links']);
    const [missing] = await check(['Name', 'Mail'], ['Bo Berg', '']);
    expect(missing?.errors).toEqual({ email: 'Please enter a valid email address.' });
  });

  test('is found to be about somebody who is here, or in another row', async () => {
    const rows = await check(
      ['Name', 'Mail', 'Phone', 'Birthday'],
      ['A. Ruiz', 'ANA@example.org', '', ''],
      ['Ana', 'new@example.org', '0034600000001', ''],
      ['zoe unal', 'other@example.org', '', '2001-03-24'],
      ['Zoe Unal', 'third@example.org', '', '1999-01-01'],
      ['Zoe', 'THIRD@example.org', '', ''],
    );
    expect(rows.map(({ duplicate }) => duplicate)).toEqual([
      { by: 'email', name: 'Ana Ruiz', row: null },
      { by: 'phone', name: 'Ana Ruiz', row: null },
      { by: 'birth', name: 'Zoë  Ünal', row: null },
      null,
      { by: 'email', name: null, row: 5 },
    ]);
  });

  test('with slashes in its day is read month first only if another day of the file shows it', async () => {
    const days = async (...written: string[]) => {
      const rows = await check(['Born'], ...written.map((day) => [day]));
      return rows.map(({ texts }) => texts.dateOfBirth);
    };
    expect(await days('3/4/2001', '24/3/2001')).toEqual(['2001-04-03', '2001-03-24']);
    expect(await days('3/4/2001', '3/24/2001')).toEqual(['2001-03-04', '2001-03-24']);
    expect(await days('2001-03-24T00:00:00Z', 'soon')).toEqual(['2001-03-24', 'soon']);
  });
});

test('10,000 rows are checked in turns, and the work ends when something else is chosen', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => [`Player ${n}`, `p${n}@example.org`]);
  const table = { headings: ['Name', 'Mail'], rows };
  const turns: number[] = [];
  const mapping = guessed(table.headings);
  const checked = await checkRows(table, mapping, [], (done) => turns.push(done) < 0);
  expect(checked).toHaveLength(10_000);
  expect(turns).toHaveLength(20);
  expect(await checkRows(table, mapping, [], (done) => done >= 1_000)).toBeNull();
});

test('a choice is remembered for the heading, in any file', () => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  onTestFinished(() => void vi.unstubAllGlobals());
  const headings = ['Shoe size', 'Name'];
  expect(mappingFor(7, headings)).toEqual([null, 'playerName']);
  rememberMapping(7, headings, ['agentNotes', null]);
  expect(mappingFor(7, ['NAME', 'shoe-size', 'Mail'])).toEqual([null, 'agentNotes', 'email']);
  expect(mappingFor(8, headings)).toEqual([null, 'playerName']);
});
